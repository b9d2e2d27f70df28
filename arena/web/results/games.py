"""One page of a tournament's games, and the choices of their filter."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from arena.store.tables.games import FROM, SELECTED
from arena.web.results.filter import GameFilter, condition
from arena.web.results.tournament import Tournament

GAMES_A_PAGE = 50
MAX_CHOICES = 500  # openings in a form
COUNT = "SELECT count(*) FROM games LEFT JOIN incidents ON incidents.game = games.number AND incidents.decided WHERE "
SHOWN = """
SELECT games.name, one.name, other.name, score_first, score_second, games.ending, incidents.kind, incidents.seat, plies,
       opening, incidents.cause
FROM games JOIN minds AS one ON one.number = games.first LEFT JOIN minds AS other ON other.number = games.second
LEFT JOIN incidents ON incidents.game = games.number AND incidents.decided WHERE
"""
DUPLICATE = """EXISTS (SELECT 1 FROM games AS other_game WHERE other_game.moves_hash = games.moves_hash
    AND other_game.first = games.first AND other_game.second IS games.second AND other_game.name < games.name)"""


class GameRow(Struct, frozen=True):
    """A game in a list."""

    game: str
    first: str
    second: str  # empty in a world with one seat
    score_first: float
    score_second: float | None
    ending: str  # "checkmate", "forfeit: crash"
    plies: int
    opening: str
    is_fault: bool
    fault_seat: int | None
    cause: str = ""  # of a fault: its message and, of a crash, the line of code

    @property
    def score(self) -> str:
        """The result as text: "½ : ½"."""
        scores = [self.score_first] if self.score_second is None else [self.score_first, self.score_second]
        return " : ".join(f"{score:g}" for score in scores).replace("0.5", "½")


class GamePage(Struct, frozen=True):
    """A page of the games that match a filter."""

    games: tuple[GameRow, ...]
    found: int
    page: int  # from 1
    pages: int
    wanted: GameFilter


class Choices(Struct, frozen=True):
    """The choices of a filter, with the number of games of each."""

    minds: tuple[str, ...]
    endings: tuple[tuple[str, int], ...]
    openings: tuple[tuple[str, int], ...]


def game_page(tournament: Tournament, wanted: GameFilter, page: int = 1, size: int = GAMES_A_PAGE) -> GamePage:
    """Return a page of games; the last one if there are not so many."""
    found = count(tournament, wanted)
    pages = max(1, -(-found // size))
    page = min(max(1, page), pages)
    return GamePage(tuple(rows(tournament, wanted, size, (page - 1) * size)), found, page, pages, wanted)


def count(tournament: Tournament, wanted: GameFilter) -> int:
    """Return the number of games that match a filter."""
    where, values = _condition(tournament, wanted)
    if where == "1":
        return tournament.index.count
    return tournament.counted(("count", wanted), lambda: int(tournament.index.rows(COUNT + where, values)[0][0]))


def rows(tournament: Tournament, wanted: GameFilter, most: int, skipped: int = 0) -> list[GameRow]:
    """Return some of the games that match a filter."""
    return [_row(*row) for row in _select(tournament, SHOWN, wanted, most, skipped)]


def table_rows(tournament: Tournament, wanted: GameFilter, most: int, skipped: int = 0) -> list[tuple[Any, ...]]:
    """Return some of the games that match a filter, with the columns of the table `games`."""
    return _select(tournament, f"SELECT {SELECTED}, {DUPLICATE} {FROM} WHERE ", wanted, most, skipped)


def table_rows_of(tournament: Tournament, games: Sequence[str]) -> list[tuple[Any, ...]]:
    """Return the rows of games with these names, as far as they are still there, in this order."""
    query = f"SELECT {SELECTED}, {DUPLICATE} {FROM} WHERE games.name IN ({', '.join('?' * len(games))})"
    found = {row[0]: row for row in tournament.index.rows(query, games)}
    return [found[name] for name in games if name in found]


def names(tournament: Tournament, wanted: GameFilter) -> list[str]:
    """Return the names of all games that match a filter."""
    return [row[0] for row in _select(tournament, SHOWN, wanted, -1, 0)]


def choices(tournament: Tournament, minds: Sequence[str]) -> Choices:
    """Return what a filter may ask for, with these minds."""
    index = tournament.index
    return Choices(tuple(minds), tuple(index.endings()), tuple(index.openings()[:MAX_CHOICES]))


def _select(tournament: Tournament, query: str, wanted: GameFilter, most: int, skipped: int) -> list[tuple[Any, ...]]:
    where, values = _condition(tournament, wanted)
    limits = {"most": most, "skipped": skipped}
    text = f"{query} {where} ORDER BY {wanted.ordering} LIMIT :most OFFSET :skipped"
    return tournament.index.rows(text, values | limits)


def _condition(tournament: Tournament, wanted: GameFilter) -> tuple[str, dict[str, Any]]:
    return condition(wanted, tournament.index.number(wanted.mind), tournament.index.number(wanted.opponent))


def _row(*columns: Any) -> GameRow:
    game, first, second, score_first, score_second, ending, fault, seat, plies, opening, cause = columns
    text, is_fault = ending if fault is None else f"{ending}: {fault}", fault is not None
    scores = (score_first, score_second)
    return GameRow(game, first, second or "", *scores, text, plies, opening, is_fault, seat, cause or "")
