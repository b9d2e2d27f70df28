"""Worlds, the runs played in them, and the words that describe both."""

from typing import TYPE_CHECKING, Any

from world.api import (
    Asked,
    Budget,
    Ending,
    Fault,
    Grid,
    IllegalAction,
    MindFailure,
    Opening,
    Player,
    Reply,
    Run,
    State,
    World,
)
from world.errors import BudgetError, RecordError, StartError, UnknownWorld, WorldError
from world.record import Ply, Record, read_record

# Not loaded later: the first import of the module world.run would put it in the place of its function.
from world.run import RunOptions, run

if TYPE_CHECKING:
    from world.conformance import check_world
    from world.registry import names, new_world

__all__ = [
    "Asked",
    "Budget",
    "BudgetError",
    "Ending",
    "Fault",
    "Grid",
    "IllegalAction",
    "MindFailure",
    "Opening",
    "Player",
    "Ply",
    "Record",
    "RecordError",
    "Reply",
    "Run",
    "RunOptions",
    "StartError",
    "State",
    "UnknownWorld",
    "World",
    "WorldError",
    "check_world",
    "names",
    "new_world",
    "read_record",
    "run",
]

_LAZY = {"check_world": "conformance", "names": "registry", "new_world": "registry"}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'world' has no attribute {name!r}")
    from importlib import import_module

    word = getattr(import_module(f"world.{_LAZY[name]}"), name)
    globals()[name] = word
    return word
