"""The compiled functions that modules need, read from their sources without importing them."""

import re
import sys
from collections.abc import Iterable
from pathlib import Path

from minds.board.cache import PACKAGE

IMPORT = re.compile(r"^\s*(?:from (minds[\w.]*) import ([^#\n(]*)|import (minds[\w.]*))", re.MULTILINE)
CACHED = re.compile(r"^@(?:core|entry|eager\(.*\))\ndef (\w+)", re.MULTILINE)


def closure(modules: Iterable[str]) -> set[str]:
    """Return modules of minds, and all modules of minds that they import, at once or later."""
    found, left = set[str](), list(modules)
    while left:
        module = left.pop()
        path = file_of(module)
        if module in found or path is None:
            continue
        found.add(module)
        for package, names, plain in IMPORT.findall(path.read_text("utf-8")):
            left += [package or plain, *(f"{package}.{name.split()[0]}" for name in names.split(",") if name.strip())]
    return found


def all_modules() -> list[str]:
    """Return all modules of minds, in the order of their names."""
    paths = sorted(path.relative_to(PACKAGE.parent).with_suffix("") for path in PACKAGE.rglob("*.py"))
    return [".".join(path.parts).removesuffix(".__init__") for path in paths]


def file_of(module: str) -> Path | None:
    """Return the source of a module of minds, or None."""
    path = PACKAGE.parent.joinpath(*module.split("."))
    return next((one for one in (path.with_suffix(".py"), path / "__init__.py") if one.is_file()), None)


def functions(modules: Iterable[str]) -> set[str]:
    """Return the names of the functions that these modules compile and keep in the cache."""
    paths = [path for module in modules if (path := file_of(module)) is not None]
    return {name for path in paths for name in CACHED.findall(path.read_text("utf-8"))}


def of_this_process() -> set[str]:
    """Return the functions needed by the modules that are imported, or that they import."""
    return functions(closure(name for name in list(sys.modules) if name.startswith("minds.")))
