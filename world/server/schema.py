"""What is told of a run, as JSON: the shapes that pages and programs may rely on."""

from typing import Any

import msgspec
from msgspec import Struct

from world.api import Ending, Thoughts


class Verdict(Struct, frozen=True):
    """How a run ended. The reason says more, where there is more to say."""

    kind: str
    result: tuple[float, ...]
    reason: str = ""


class Summary(Struct, frozen=True):
    """A run in a list."""

    id: str
    world: str
    names: tuple[str, ...]
    plies: int
    state: str
    turn: int | None
    ending: Verdict | None
    began: str


class Told(Struct, frozen=True):
    """A mind that may be named for a seat, and the worlds it knows."""

    name: str
    about: str
    worlds: tuple[str, ...]


class Place(Struct, frozen=True):
    """A seat, and who is on it."""

    name: str
    kind: str  # "token" or "mind"
    colour: str


class Move(Struct, frozen=True):
    """An action that was taken."""

    seat: int
    action: str
    said: str  # in the words of those who know the game
    seconds: float
    left: float | None
    thoughts: Thoughts | None


class Details(Summary, frozen=True):
    """A run with all that anybody may know of it."""

    start: str
    seed: int
    seats: tuple[Place, ...]
    legal: tuple[str, ...]
    moves: tuple[Move, ...]
    score: tuple[float, ...]
    clocks: tuple[float | None, ...]
    budgets: tuple[dict[str, Any], ...]


class Moved(Struct, frozen=True):
    """The event of a move, with what is so after it."""

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
    """What happened, ready to be sent."""

    kind: str  # "move", "back", "ending"
    ply: int  # so many plies there are now
    data: bytes


def verdict(ending: Ending) -> Verdict:
    """An ending as everybody may know it: what a mind printed or where it failed is its author's affair."""
    fault = ending.fault
    return Verdict(ending.kind, ending.result, f"{fault.kind}: {fault.message}" if fault is not None else "")


def as_json(thing: object) -> bytes:
    """As it is sent."""
    return msgspec.json.encode(thing)
