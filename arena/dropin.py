"""Files that are found by themselves: each must define one constant or function of a fixed name."""

from importlib import import_module
from typing import Any

from arena.errors import DropInError


def defined_in(module: str, word: str, example: str) -> Any:
    """Return what a module defines under a name; a DropInError names the file, the name, and a file to copy."""
    found = getattr(import_module(module), word, None)
    if found is None:
        raise DropInError(f"{module.replace('.', '/')}.py defines no {word}; see {example}")
    return found
