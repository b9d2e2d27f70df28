"""The moves on which a game turned: the loser's blunders by the judge; without one, where its own score fell most."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from arena.web.moves import MoveNote
from arena.web.verdicts import pawns

LEAST_FALL = 0.07  # of the expected score; half a pawn in a level position
ELO_SCALE, MOST = 400, 10_000  # hundredths: 400 promise ten points of eleven; a mate counts as 100 pawns
MAX_TURNS = 3


class Turn(NamedTuple):
    """A move that cost much, and what is known of it."""

    ply: int
    said: str
    text: str


def loser_of(result: Sequence[float]) -> int | None:
    """Return the seat that lost; None after a draw and in a world with one seat."""
    return None if len(result) != 2 or result[0] == result[1] else int(result[0] > result[1])


def turning_points(game: Sequence[MoveNote], seat: int) -> list[Turn]:
    """Return the moves that cost a seat most, in order."""
    judged = [note for note in game if note.seat == seat and note.verdict is not None and note.verdict.mark]
    if judged:
        worst = sorted(judged, key=_loss, reverse=True)[:MAX_TURNS]
        return [Turn(note.number, note.said, note.judged) for note in sorted(worst, key=lambda note: note.number)]
    own = [note for note in game if note.seat == seat and note.score is not None]
    falls = [(_chance(before) - _chance(after), before, after) for before, after in pairwise(own)]
    fall, before, after = max(falls, key=lambda one: one[0], default=(0.0, None, None))
    if before is None or after is None or fall < LEAST_FALL:
        return []
    text = f"its own score fell from {pawns(_own(before))} to {pawns(_own(after))} before its next move"
    return [Turn(before.number, before.said, text)]


def _chance(note: MoveNote) -> float:
    """Return the score that the mover's own evaluation promises: a queen lost in a lost position changes little."""
    return 1 / (1 + 10 ** (-max(-MOST, min(_own(note), MOST)) / ELO_SCALE))


def _own(note: MoveNote) -> float:
    """Return the score from the mover's side."""
    return (note.score or 0.0) * (-1 if note.seat else 1)


def _loss(note: MoveNote) -> float:
    assert note.verdict is not None
    return note.verdict.mover_best - note.verdict.mover_value
