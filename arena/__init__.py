"""Tournaments between minds: `load` reads their results, `rate` has ratings and tests, and every error is here.

Nothing is loaded before it is used: `load` brings pandas with it, `rate` numpy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arena import rate as rate
    from arena.errors import (
        AnalysisError,
        ArenaError,
        BenchError,
        BirthError,
        CellError,
        CourseError,
        CrewError,
        DropInError,
        EntrantError,
        GameError,
        GamesError,
        JailError,
        KeeperError,
        NewMindError,
        PlanError,
        RateError,
        ServeError,
        StoreError,
    )
    from arena.store.queries import load

__all__ = [
    "AnalysisError",
    "ArenaError",
    "BenchError",
    "BirthError",
    "CellError",
    "CourseError",
    "CrewError",
    "DropInError",
    "EntrantError",
    "GameError",
    "GamesError",
    "JailError",
    "KeeperError",
    "NewMindError",
    "PlanError",
    "RateError",
    "ServeError",
    "StoreError",
    "load",
    "rate",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'arena' has no attribute {name!r}")
    if name == "rate":
        return import_module("arena.rate")
    return getattr(import_module("arena.store.queries" if name == "load" else "arena.errors"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
