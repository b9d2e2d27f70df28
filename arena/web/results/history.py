"""The curve of each mind: its rating as games were played or, in worlds with one seat, its mean score."""

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
    import numpy as np  # which only the calculator's process needs

    from arena.rate.history import elo_after

    order = results.query(IN_ORDER)["name"]
    games = results.games.set_index("game").reindex(order).dropna(subset=["first"])
    points = min(len(games), POINTS if len(results.minds) <= MANY else POINTS_OF_MANY)
    ends = sorted({round(end) for end in np.linspace(0, len(games), points + 1)[1:]})
    place = {mind: number for number, mind in enumerate(results.minds)}
    first, score = games["first"].map(place).tolist(), games["score_first"].tolist()
    if results.is_solo:
        table = np.array([_means(first[:end], score[:end], len(place)) for end in ends]).reshape(len(ends), len(place))
    else:
        second = games["second"].map(place).tolist()
        table = elo_after(list(zip(first, second, score, strict=True)), len(place), ends)
    rounded = [[None if value != value else round(value, 3) for value in column] for column in table.T.tolist()]
    return History(tuple(ends), {mind: tuple(rounded[number]) for mind, number in place.items()})


def _means(minds: list[int], scores: list[float], count: int) -> "np.ndarray":
    """Return the mean score of each mind, NaN without games."""
    import numpy as np

    games, points = np.bincount(minds, minlength=count), np.bincount(minds, scores, count)
    return np.where(games > 0, points / np.maximum(games, 1), np.nan)


HISTORY = Piece("history", _history, History)
PIECES = [HISTORY]
