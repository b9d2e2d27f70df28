"""The positions of a game, each with the action taken there, the mind's thoughts, and the time it took."""

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

MOST_EXPECTED = 8  # actions shown of an expected line
MAX_NUMBER = 2**53
MATE_SCORE = 1e6  # more than any score


class Decision(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The action a mind took in a position, its thoughts, and the time it took. Empty at the end of a game."""

    ply: int
    action: str = ""
    notation: str = ""  # the action as people write it, e.g. "Nf3"
    from_opening: bool = False
    thoughts: Thoughts | None = None
    expected_line: tuple[str, ...] = ()  # in the same notation
    seconds: float = 0.0
    cpu: float = 0.0
    left: float | None = None
    asked: tuple[Asked, ...] = ()


class Moment(Decision, frozen=True, omit_defaults=True, kw_only=True):
    """A decision and the position in which it was taken."""

    seat: int
    state: str
    board: str

    @property
    def own_score(self) -> float | None:
        """The score the mover gave its position. A forced win is more than any score, and more the sooner it comes."""
        thoughts = self.thoughts or {}
        mate, score = number(thoughts.get("mate")), number(thoughts.get("score"))
        return copysign(MATE_SCORE - abs(mate), mate) if mate else score


class ScoreDrop(Struct, frozen=True):
    """The largest drop of a mind's own score: its last move before the drop, and its next move after it."""

    before: Moment
    after: Moment


def moments(record: Record) -> Iterator[Moment]:
    """Yield every position of a game, including the final one."""
    world, ahead = new_world(record.world), new_world(record.world)
    world.newrun(record.start, record.seed)
    for count, ply in enumerate(record.plies, 1):
        world.playon()
        yield _moment(world, ahead, count, ply, count <= record.opening)
        world.takeaction(ply.action)
    yield Moment(ply=len(record.plies) + 1, seat=world.turn(), state=world.getstate(), board=world.gettext())


def _moment(world: World, ahead: World, count: int, ply: Ply, from_opening: bool) -> Moment:
    return Moment(
        ply=count,
        seat=ply.seat,
        state=world.getstate(),
        board=world.gettext(),
        action=ply.action,
        notation=world.describe(ply.action),
        from_opening=from_opening,
        thoughts=ply.thoughts,
        expected_line=expected_line(ahead, world.getstate(), (ply.thoughts or {}).get("pv")),
        seconds=ply.seconds,
        cpu=ply.cpu,
        left=ply.left,
        asked=ply.asked,
    )


def expected_line(world: World, state: str, line: Any) -> tuple[str, ...]:
    """Return the line that a mind expects from a state, in notation, up to its first illegal action."""
    found: list[str] = []
    if not isinstance(line, Sequence) or isinstance(line, str):
        return ()
    with suppress(WorldError):  # the line may contain anything
        world.newrun(state)
        for action in map(str, line[:MOST_EXPECTED]):
            notation = world.describe(action)
            world.takeaction(action)
            found.append(notation)
    return tuple(found)


def number(value: Any) -> float | None:
    """Return a value if it is a number, else None: thoughts may contain anything."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return value if is_number and abs(value) < MAX_NUMBER else None


def largest_drop(game: Sequence[Moment], seat: int) -> ScoreDrop | None:
    """Return the largest drop of a mind's own score, or None if its score never fell."""
    own = [one for one in game if one.seat == seat and one.own_score is not None]
    drops = [ScoreDrop(before, after) for before, after in pairwise(own)]
    largest = max(drops, key=_size, default=None)
    return largest if largest and _size(largest) > 0 else None


def _size(drop: ScoreDrop) -> float:
    return (drop.before.own_score or 0.0) - (drop.after.own_score or 0.0)
