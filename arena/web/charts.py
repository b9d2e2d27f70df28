"""The charts beneath a game: score by ply, of the minds and of the judge, and time by ply."""

from collections.abc import Iterator, Sequence
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
    judged: str  # the points of the judge's polyline
    dots: tuple[tuple[str, float, float], ...]  # mark, x, y of what the judge calls a mistake or a blunder
    bars: tuple[tuple[int, float, float, float], ...]  # seat, x, y, height
    top: float  # the score at the upper edge, in hundredths
    slowest: float  # seconds


def make_charts(game: Sequence[MoveNote], seats: int, least: int = 0) -> GameCharts | None:
    """Return the charts of a game; None if it is too short. They have room for `least` plies."""
    if len(game) < 2:
        return None
    step = WIDTH / max(len(game), least)
    scores = [abs(note.score) for note in game if note.score is not None]
    scores += [abs(note.verdict.value) for note in game if note.verdict is not None]
    top = min(MAX_SCORE, max([100.0, *scores]))
    slowest = max(note.seconds for note in game)
    return GameCharts(
        width=WIDTH,
        height=HEIGHT,
        times_height=TIMES_HEIGHT,
        step=step,
        lines=tuple((seat, points) for seat in range(seats) if (points := _points(game, seat, step, top))),
        judged=_judged(game, step, top),
        dots=tuple(_dots(game, step, top)),
        bars=tuple(_bars(game, step, slowest)) if slowest > 0 else (),
        top=top,
        slowest=slowest,
    )


def _points(game: Sequence[MoveNote], seat: int, step: float, top: float) -> str:
    own = [note for note in game if note.seat == seat and note.score is not None]
    return _line([_place(note, note.score or 0.0, step, top) for note in own])


def _judged(game: Sequence[MoveNote], step: float, top: float) -> str:
    return _line([_place(note, note.verdict.value, step, top) for note in game if note.verdict is not None])


def _dots(game: Sequence[MoveNote], step: float, top: float) -> Iterator[tuple[str, float, float]]:
    for note in game:
        if note.verdict is not None and note.verdict.mark:
            yield note.verdict.mark, *_place(note, note.verdict.value, step, top)


def _place(note: MoveNote, value: float, step: float, top: float) -> tuple[float, float]:
    return round((note.number - 0.5) * step, 1), round(HEIGHT / 2 * (1 - MARGIN * value / top), 1)


def _line(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places) if len(places) > 1 else ""


def _bars(game: Sequence[MoveNote], step: float, slowest: float) -> list[tuple[int, float, float, float]]:
    heights = [(note, TIMES_HEIGHT * note.seconds / slowest) for note in game]
    return [
        (note.seat, round((note.number - 1) * step, 2), round(TIMES_HEIGHT - height, 2), round(height, 2))
        for note, height in heights
    ]
