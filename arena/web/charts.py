"""The charts beneath a game: score and time by ply."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.web.moves import MAX_SCORE, MoveNote

WIDTH, HEIGHT, TIMES_HEIGHT = 600, 120, 48  # in the units of the drawing
MARGIN = 0.94  # of half the height, so that a line along the edge is visible


@dataclass(frozen=True)
class GameCharts:
    """The lines and bars that the template draws."""

    width: int
    height: int
    times_height: int
    step: float
    lines: tuple[tuple[int, str], ...]  # seat, and the points of its polyline
    bars: tuple[tuple[int, float, float, float], ...]  # seat, x, y, height
    top: float  # the score at the upper edge, in hundredths
    slowest: float  # seconds


def make_charts(game: Sequence[MoveNote], seats: int) -> GameCharts | None:
    """Return the charts of a game; None if it is too short."""
    if len(game) < 2:
        return None
    step = WIDTH / len(game)
    scores = [abs(note.score) for note in game if note.score is not None]
    top = min(MAX_SCORE, max([100.0, *scores]))
    slowest = max(note.seconds for note in game)
    return GameCharts(
        width=WIDTH,
        height=HEIGHT,
        times_height=TIMES_HEIGHT,
        step=step,
        lines=tuple((seat, points) for seat in range(seats) if (points := _points(game, seat, step, top))),
        bars=tuple(_bars(game, step, slowest)) if slowest > 0 else (),
        top=top,
        slowest=slowest,
    )


def _points(game: Sequence[MoveNote], seat: int, step: float, top: float) -> str:
    found = [
        f"{(note.number - 0.5) * step:.1f},{HEIGHT / 2 * (1 - MARGIN * note.score / top):.1f}"
        for note in game
        if note.seat == seat and note.score is not None
    ]
    return " ".join(found) if len(found) > 1 else ""


def _bars(game: Sequence[MoveNote], step: float, slowest: float) -> list[tuple[int, float, float, float]]:
    heights = [(note, TIMES_HEIGHT * note.seconds / slowest) for note in game]
    return [
        (note.seat, round((note.number - 1) * step, 2), round(TIMES_HEIGHT - height, 2), round(height, 2))
        for note, height in heights
    ]
