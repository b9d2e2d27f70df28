"""The crosstable: the mean score of every mind against every other."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from arena.store.tables import MOST_SHOWN
from arena.web.results.standings import ranking, tallies
from arena.web.results.tournament import Tournament

SHADES = 10
SUMS = """
SELECT first, second, count(*), sum(score_first), sum(score_second) FROM games WHERE second IS NOT NULL
GROUP BY first, second
"""
Sums = dict[tuple[str, str], tuple[int, float]]  # games and points of a mind against another


class Cell(Struct, frozen=True):
    """The score of the row's mind against the column's."""

    games: int
    score: float | None  # from 0 to 1; None if they have not met

    @property
    def percent(self) -> float | None:
        """The score in per cent."""
        return None if self.score is None else 100 * self.score

    @property
    def shade(self) -> str:
        """The number of the cell's shade."""
        return "" if self.score is None else str(round(self.score * SHADES))


class Crosstable(Struct, frozen=True):
    """Minds in the order of the standings, as rows and as columns."""

    minds: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    left_out: int  # minds that are not shown
    games: int  # of which it is made


def crosstable(tournament: Tournament, most: int = MOST_SHOWN) -> Crosstable:
    """Return the crosstable; of very many minds those with most games, as in the report."""
    order = ranking(tournament)
    minds = _prominent(tournament, order, most)
    found = sums(tournament)
    rows = tuple(tuple(cells(found, mind, minds)) for mind in minds)
    return Crosstable(tuple(minds), rows, len(order) - len(minds), tournament.index.count)


def cells(found: Sums, mind: str, others: Iterable[str]) -> Iterable[Cell]:
    """Yield the cells of a mind's row."""
    for other in others:
        games, points = found.get((mind, other), (0, 0.0))
        yield Cell(games, points / games if games else None)


def sums(tournament: Tournament) -> Sums:
    """Return the games and points of each mind against each other that it has met."""
    return tournament.counted("sums", lambda: _sums(tournament))


def _sums(tournament: Tournament) -> Sums:
    names = ["", *(one.name for one in tournament.minds)]
    games, points = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for first, second, count, score_first, score_second in tournament.index.rows(SUMS):
        for pair, score in (((first, second), score_first), ((second, first), score_second)):
            key = names[pair[0]], names[pair[1]]
            games[key] += count
            points[key] += score
    return {pair: (games[pair], points[pair]) for pair in games}


def _prominent(tournament: Tournament, order: list[str], most: int) -> list[str]:
    if len(order) <= most:
        return [mind for mind in order if mind in tallies(tournament)]
    counts = tallies(tournament)
    played = sorted((mind for mind in order if mind in counts), key=lambda mind: -counts[mind].games)[:most]
    return [mind for mind in order if mind in set(played)]
