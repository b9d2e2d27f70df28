"""The curve on an entrant's page: how its rating or mean score moved as games were played."""

from collections.abc import Sequence
from typing import NamedTuple

from arena.web.results.history import Point
from arena.web.results.scale import label, round_numbers
from arena.web.results.standings import StandingsRow

FLAT = 0.5  # height of the scale of a value that has never moved


class Curve(NamedTuple):
    """A curve in a square of 100 by 100, with the labels of its axes."""

    points: str
    end: tuple[float, float]  # the last point
    lines: tuple[float, ...]  # places of the grid's lines, from the top
    values: tuple[str, ...]  # and their labels
    interval: tuple[float, float] | None  # top and height of the present interval
    first: int  # games of the tournament at the left end
    last: int
    about: str  # in words


def make_curve(points: Sequence[Point], row: StandingsRow, is_solo: bool) -> Curve | None:
    """Return the curve of an entrant; None if there are no two points."""
    if len(points) < 2:
        return None
    ends = (row.value - row.error, row.value + row.error) if row.ranks else (points[-1].value,) * 2
    values = [point.value for point in points]
    low, high = min([*values, ends[0]]), max([*values, ends[1]])
    marks = round_numbers(low if low < high else low - FLAT, high)
    games = points[-1].games - points[0].games

    def place(value: float) -> float:
        return round(100 * (marks[-1] - value) / (marks[-1] - marks[0]), 2)

    places = [(round(100 * (point.games - points[0].games) / games, 2), place(point.value)) for point in points]
    return Curve(
        points=" ".join(f"{x:g},{y:g}" for x, y in places),
        end=places[-1],
        lines=tuple(place(mark) for mark in reversed(marks)),
        values=tuple(label(mark, is_solo) for mark in reversed(marks)),
        interval=(place(ends[1]), round(place(ends[0]) - place(ends[1]), 2)) if row.ranks else None,
        first=points[0].games,
        last=points[-1].games,
        about=f"from {label(values[0], is_solo)} after {points[0].games:,} games of the tournament "
        f"to {label(values[-1], is_solo)} after {points[-1].games:,}",
    )
