"""The curves beneath a game: what minds thought of it and how long they took, ply by ply, as a drawing of lines."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.web.notation import LARGEST, Note

WIDTH, HEIGHT, TIMES = 600, 120, 48  # of the drawing, and of the times beneath
INSIDE = 0.94  # of its half height, so that a line along the edge is seen


@dataclass(frozen=True)
class Curve:
    """What the template draws; lengths are in the drawing's own units."""

    width: int
    height: int
    times_height: int
    step: float
    lines: tuple[tuple[int, str], ...]  # seat, and the points of its polyline
    bars: tuple[tuple[int, float, float, float], ...]  # seat, x, y, height
    top: float  # what the upper edge stands for, in hundredths
    slowest: float  # seconds


def curve(game: Sequence[Note], seats: int) -> Curve | None:
    """The curves of a game; None if there is nothing to be drawn."""
    if len(game) < 2:
        return None
    step = WIDTH / len(game)
    scores = [abs(note.score) for note in game if note.score is not None]
    top = min(LARGEST, max([100.0, *scores]))
    slowest = max(note.seconds for note in game)
    return Curve(
        width=WIDTH,
        height=HEIGHT,
        times_height=TIMES,
        step=step,
        lines=tuple((seat, points) for seat in range(seats) if (points := _points(game, seat, step, top))),
        bars=tuple(_bars(game, step, slowest)) if slowest > 0 else (),
        top=top,
        slowest=slowest,
    )


def _points(game: Sequence[Note], seat: int, step: float, top: float) -> str:
    found = [
        f"{(note.number - 0.5) * step:.1f},{HEIGHT / 2 * (1 - INSIDE * note.score / top):.1f}"
        for note in game
        if note.seat == seat and note.score is not None
    ]
    return " ".join(found) if len(found) > 1 else ""


def _bars(game: Sequence[Note], step: float, slowest: float) -> list[tuple[int, float, float, float]]:
    heights = [(note, TIMES * note.seconds / slowest) for note in game]
    return [
        (note.seat, round((note.number - 1) * step, 2), round(TIMES - height, 2), round(height, 2))
        for note, height in heights
    ]
