"""The first minds of a tournament's standings, as texts for lists of tournaments."""

from msgspec import Struct

from arena.tournament import formats
from arena.web.links import mind_url
from arena.web.results.standings import StandingsRow, remarks, standings
from arena.web.results.tournament import Tournament
from arena.web.templating import signed

PODIUM = 3
ELO, POINTS, SCORE = "Elo", "Points", "Score"  # kinds of values


class Leader(Struct, frozen=True):
    """A mind, and its figures as texts."""

    rank: str  # "2=" if it is shared
    mind: str
    href: str
    value: str  # "+312", "7.5", "64 %"
    error: str  # "± 20"; empty as long as nothing is rated
    ranks: str  # the ranks that it may have: "2–3"
    games: int


class Leaders(Struct, frozen=True):
    """The first rows of the standings, and what their values are."""

    rows: tuple[Leader, ...] = ()
    kind: str = ""  # of the values: "Elo", "points"
    note: str = ""  # of how many games they are made if that is not all, or why there are none
    conclusion: tuple[str, ...] = ()  # sentences: who leads and how surely, what is not decided
    is_final: bool = True  # False while ratings are being computed


def leaders(tournament: Tournament, most: int = PODIUM) -> Leaders:
    """Return the first of the standings, without waiting for ratings."""
    table, remarked = standings(tournament, 0.0), remarks(tournament)
    by_points = formats.find(tournament.plan.format).places is not None
    kind = POINTS if by_points else SCORE if tournament.is_solo or not table.is_rated else ELO
    note = f"As of {table.games:,} games." if table.is_rated and not table.is_fresh else ""
    note = note if table.rows else "No game has finished yet."
    rows = tuple(_leader(tournament, row, kind, table.is_rated) for row in table.rows[:most])
    is_final = tournament.is_complete and (table.is_rated or not tournament.index.count)
    return Leaders(rows, kind, note, remarked.conclusion if remarked else (), is_final)


def _leader(tournament: Tournament, row: StandingsRow, kind: str, is_rated: bool) -> Leader:
    value, error = signed(row.value), f"± {row.error:.0f}"
    if kind == POINTS:
        value, error = f"{row.points:g}", ""
    elif tournament.is_solo:
        value, error = f"{row.value:.3f}", f"± {row.error:.3f}" if is_rated else ""
    elif not is_rated:
        value, error = f"{row.percent:g} %", ""
    return Leader(row.shown_rank, row.mind, mind_url(tournament.name, row.mind), value, error, row.ranks, row.games)
