"""Who meets whom, and what came of it."""

from typing import Any

__all__ = ["load"]


def __getattr__(name: str) -> Any:
    if name == "load":  # pandas comes with it, so it is loaded when it is used
        from arena.store.queries import load

        return load
    raise AttributeError(f"module 'arena' has no attribute {name!r}")
