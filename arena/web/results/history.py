"""The curve of each mind: its rating as games were played or, in worlds with one seat, its mean score."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from arena.web.results.calculator import Piece
from arena.web.results.tournament import Tournament

if TYPE_CHECKING:
    import numpy as np

    from arena.store.queries import Results

POINTS, POINTS_OF_MANY, MANY = 24, 8, 200  # on the curve of a mind, of many minds
IN_ORDER = "SELECT name FROM games ORDER BY number"


class Point(Struct, frozen=True):
    """A rating or mean score after so many games of the tournament."""

    games: int
    value: float


class History(Struct, frozen=True):
    """The curves of all minds: a value for each of the numbers of games, None before a mind's first game."""

    games: tuple[int, ...]
    curves: dict[str, tuple[float | None, ...]]


def history(tournament: Tournament, mind: str) -> tuple[Point, ...]:
    """Return the curve of a mind as it was computed last; empty until it is."""
    found = tournament.compute(HISTORY, 0.0) if tournament.index.count else None
    if found is None or mind not in found.value.curves:
        return ()
    values = zip(found.value.games, found.value.curves[mind], strict=True)
    return tuple(Point(games, value) for games, value in values if value is not None)


def _history(results: "Results") -> History:
    order = results.query(IN_ORDER)["name"]
    games = results.games.set_index("game").reindex(order).dropna(subset=["first"])
    place = {mind: number for number, mind in enumerate(results.minds)}
    first, second = (games[seat].map(place).tolist() for seat in ("first", "second"))
    return curves(results.minds, first, None if results.is_solo else second, games["score_first"].tolist())


def curves(minds: Sequence[str], first: Sequence[int], second: Sequence[int] | None, score: Sequence[float]) -> History:
    """Return the curves of minds from games in the order of playing: the places of both minds, and the first's score.

    Without a second mind each plays alone.
    """
    import numpy as np  # which only the calculator's process needs

    from arena.rate.history import elo_after

    points = min(len(first), POINTS if len(minds) <= MANY else POINTS_OF_MANY)
    ends = sorted({round(end) for end in np.linspace(0, len(first), points + 1)[1:]})
    if second is None:
        table = np.array([_means(first[:end], score[:end], len(minds)) for end in ends]).reshape(len(ends), len(minds))
    else:
        table = elo_after(list(zip(first, second, score, strict=True)), len(minds), ends)
    rounded = [[None if value != value else round(value, 3) for value in column] for column in table.T.tolist()]
    return History(tuple(ends), dict(zip(minds, map(tuple, rounded), strict=True)))


def _means(minds: Sequence[int], scores: Sequence[float], count: int) -> "np.ndarray":
    """Return the mean score of each mind, NaN without games."""
    import numpy as np

    games, points = np.bincount(minds, minlength=count), np.bincount(minds, scores, count)
    return np.where(games > 0, points / np.maximum(games, 1), np.nan)


HISTORY = Piece("history", _history, History)
PIECES = [HISTORY]
