"""A game as its positions, each with what its mover saw, did, thought and spent."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from math import copysign
from typing import Any

from msgspec import Struct

from world.api import Asked, Thoughts, World
from world.errors import WorldError
from world.record import Ply, Record
from world.registry import new_world

MOST_EXPECTED = 8  # actions of a line that are shown
LARGEST = 2**53
SURE = 1e6  # more than any score


class Deed(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a mind did in a position, thought of it and spent on it; at the end of a game, nothing."""

    ply: int
    action: str = ""
    said: str = ""  # the action as people call it
    given: bool = False
    thoughts: Thoughts | None = None
    expects: tuple[str, ...] = ()  # the line it expected, as people call it
    seconds: float = 0.0
    cpu: float = 0.0
    left: float | None = None
    asked: tuple[Asked, ...] = ()


class Moment(Deed, frozen=True, omit_defaults=True, kw_only=True):
    """A deed, and where it was done."""

    seat: int
    state: str
    board: str

    @property
    def worth(self) -> float | None:
        """What the mover thought of its position; a sure win is worth more than any score, the sooner the more."""
        thoughts = self.thoughts or {}
        mate, score = number(thoughts.get("mate")), number(thoughts.get("score"))
        return copysign(SURE - abs(mate), mate) if mate else score


class Fall(Struct, frozen=True):
    """Where a mind's own score fell the most: what it played before, and when it saw what had come of it."""

    before: Moment
    after: Moment


def moments(record: Record) -> Iterator[Moment]:
    """All positions of a game, the last one too."""
    world, ahead = new_world(record.world), new_world(record.world)
    world.newrun(record.start, record.seed)
    for count, ply in enumerate(record.plies, 1):
        yield _moment(world, ahead, count, ply, count <= record.opening)
        world.takeaction(ply.action)
    yield Moment(ply=len(record.plies) + 1, seat=world.turn(), state=world.getstate(), board=world.gettext())


def _moment(world: World, ahead: World, count: int, ply: Ply, given: bool) -> Moment:
    return Moment(
        ply=count,
        seat=ply.seat,
        state=world.getstate(),
        board=world.gettext(),
        action=ply.action,
        said=world.describe(ply.action),
        given=given,
        thoughts=ply.thoughts,
        expects=expected(ahead, world.getstate(), (ply.thoughts or {}).get("pv")),
        seconds=ply.seconds,
        cpu=ply.cpu,
        left=ply.left,
        asked=ply.asked,
    )


def expected(world: World, state: str, line: Any) -> tuple[str, ...]:
    """The beginning of a line that a mind expects from a state, as people call its actions; as far as it is one."""
    said: list[str] = []
    if not isinstance(line, Sequence) or isinstance(line, str):
        return ()
    with suppress(WorldError):  # a mind may expect what it likes
        world.newrun(state)
        for action in map(str, line[:MOST_EXPECTED]):
            words = world.describe(action)
            world.takeaction(action)
            said.append(words)
    return tuple(said)


def number(value: Any) -> float | None:
    """A number if it is one: minds tell what they like."""
    is_one = isinstance(value, int | float) and not isinstance(value, bool)
    return value if is_one and abs(value) < LARGEST else None


def steepest(game: Sequence[Moment], seat: int) -> Fall | None:
    """Where the score that a mind told of itself fell the most; None if it never did."""
    own = [one for one in game if one.seat == seat and one.worth is not None]
    falls = [Fall(before, after) for before, after in pairwise(own)]
    deepest = max(falls, key=_depth, default=None)
    return deepest if deepest and _depth(deepest) > 0 else None


def _depth(fall: Fall) -> float:
    return (fall.before.worth or 0.0) - (fall.after.worth or 0.0)
