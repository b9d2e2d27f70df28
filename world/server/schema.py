"""The JSON objects that describe runs. Pages and programs rely on their fields."""

from typing import Any

import msgspec
from msgspec import Struct

from world.api import Ending, Thoughts


class EndingInfo(Struct, frozen=True):
    """The ending of a run. After a forfeit, `reason` says what went wrong."""

    kind: str
    result: tuple[float, ...]
    reason: str = ""


class RunSummary(Struct, frozen=True):
    """A run as a list shows it."""

    id: str
    world: str
    names: tuple[str, ...]
    plies: int
    state: str
    turn: int | None
    ending: EndingInfo | None
    began: str


class MindInfo(Struct, frozen=True):
    """A mind of the server, and the worlds that it can play."""

    name: str
    about: str
    worlds: tuple[str, ...]


class SeatInfo(Struct, frozen=True):
    """A seat and its player."""

    name: str
    kind: str  # "token" or "mind"
    colour: str


class MoveInfo(Struct, frozen=True):
    """An action that was taken."""

    seat: int
    action: str
    said: str  # in the game's notation: "e4"
    seconds: float
    left: float | None
    thoughts: Thoughts | None


class RunDetails(RunSummary, frozen=True):
    """A run with everything that is public about it."""

    start: str
    seed: int
    seats: tuple[SeatInfo, ...]
    legal: tuple[str, ...]
    moves: tuple[MoveInfo, ...]
    score: tuple[float, ...]
    clocks: tuple[float | None, ...]
    budgets: tuple[dict[str, Any], ...]


class MoveEvent(Struct, frozen=True):
    """The event "move": an action, and the state after it."""

    ply: int  # the first is 1
    seat: int
    action: str
    said: str
    state: str
    turn: int | None
    clocks: tuple[float | None, ...]
    thoughts: Thoughts | None
    legal: tuple[str, ...]


class Event(Struct, frozen=True):
    """An event, encoded for the stream."""

    kind: str  # "move", "back" or "ending"
    ply: int  # the number of plies after it
    data: bytes


def ending_info(ending: Ending) -> EndingInfo:
    """Return the public part of an ending, without the mind's output and traceback."""
    fault = ending.fault
    return EndingInfo(ending.kind, ending.result, f"{fault.kind}: {fault.message}" if fault is not None else "")


def as_json(value: object) -> bytes:
    """Return the value as JSON."""
    return msgspec.json.encode(value)
