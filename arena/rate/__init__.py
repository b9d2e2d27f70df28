"""Ratings and tests of strength: `elo` for two minds, `pairs` for many, `sprt` for a sequential test, `pgn` to read."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arena.rate import elo as elo
    from arena.rate import pairs as pairs
    from arena.rate import pgn as pgn
    from arena.rate import sprt as sprt

__all__ = ["elo", "pairs", "pgn", "sprt"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'arena.rate' has no attribute {name!r}")
    return import_module(f"arena.rate.{name}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
