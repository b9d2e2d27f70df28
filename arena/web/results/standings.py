"""The standings of a tournament with the scale of their intervals: as of some games, while more are played."""

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from arena.rate.places import marked, shared
from arena.web.results.calculator import Piece
from arena.web.results.counts import Tally
from arena.web.results.scale import label, round_numbers
from arena.web.results.tournament import PATIENCE, Tournament

if TYPE_CHECKING:
    from arena.store.queries import Results

FIGURES = ("reached", "buchholz", "sonneborn_berger", "byes")  # columns of formats that rank by points
MOST_TICKS = 4


class StandingsRow(Struct, frozen=True):
    """A mind in the standings. `left`, `middle` and `right` place its rating and interval on a scale from 0 to 100."""

    rank: int
    shown_rank: str  # "2=" if it is shared
    mind: str
    games: int
    forfeits: int
    ranks: str = ""  # the interval of its rank; empty as long as nothing is rated
    tier: int = 1
    value: float = 0.0  # its rating; in worlds with one seat its mean score
    error: float = 0.0
    ends_tier: bool = False
    points: float = 0.0
    more: tuple[tuple[str, float | str], ...] = ()  # figures of the format, such as tie-breaks
    wins: int = 0
    draws: int = 0
    losses: int = 0
    percent: float = 0.0
    unplayed: int = 0  # games that were not played, because it or its opponent was disqualified
    left: float = 0.0
    middle: float = 0.0
    right: float = 0.0

    @property
    def unplayed_points(self) -> float:
        """The part of its points that comes from byes, and from opponents that were disqualified."""
        return self.points - self.wins - self.draws / 2

    @property
    def best_rank(self) -> int:
        """The upper end of the interval of its rank."""
        return int(self.ranks.partition("–")[0])

    @property
    def worst_rank(self) -> int:
        """The lower end of the interval of its rank."""
        return int(self.ranks.rpartition("–")[2])


class Tick(Struct, frozen=True):
    """A round number on the scale of the intervals."""

    place: float
    label: str


class Standings(Struct, frozen=True):
    """The rows, the best first. As long as nothing is rated, they are in the order of the scores."""

    rows: tuple[StandingsRow, ...]
    games: int  # of which they are made
    is_rated: bool
    is_fresh: bool  # made from all that is stored
    ticks: tuple[Tick, ...] = ()  # of the scale


class RemarkLine(Struct, frozen=True):
    """A remark as a line of text."""

    text: str
    listed: bool = False  # the list of faults has more


class Remarks(Struct, frozen=True):
    """Lines of text: who leads and how surely, what is not decided; and on faults, jails, and what figures hide."""

    conclusion: tuple[str, ...]
    remarks: tuple[RemarkLine, ...]

    @property
    def notes(self) -> tuple[RemarkLine, ...]:
        """All lines but the first of the conclusion."""
        return (*map(RemarkLine, self.conclusion[1:]), *self.remarks)


class Rated(Struct, frozen=True):
    """The standings and the remarks, which are made together: both rest on the ratings."""

    standings: Standings
    remarks: Remarks


def standings(tournament: Tournament, patience: float = PATIENCE) -> Standings:
    """Return the standings that were computed last or, if that takes too long at first, scores without ratings."""
    found = tournament.compute(STANDINGS, patience) if tournament.index.count else None
    if found is None:
        return unrated(tournament)
    return replace(found.value.standings, is_fresh=tournament.is_fresh(found))


def remarks(tournament: Tournament, patience: float = 0.0) -> Remarks | None:
    """Return the remarks that were made last; None before the first game, and until some are made.

    Of a private tournament only the conclusion is returned, because the others quote messages of minds.
    """
    found = tournament.compute(STANDINGS, patience) if tournament.index.count else None
    if found is None:
        return None
    return replace(found.value.remarks, remarks=()) if tournament.is_private else found.value.remarks


def podium(tournament: Tournament) -> tuple[StandingsRow, ...]:
    """Return the first three of the standings, without waiting for ratings; fewer if fewer have played."""
    return standings(tournament, 0.0).rows[:3]


def ranking(tournament: Tournament) -> list[str]:
    """Return all minds, those with games first, in the order of the standings."""
    rows = [row.mind for row in standings(tournament, 0.0).rows]
    known = set(rows)
    return rows + [one.name for one in tournament.minds if one.name not in known]


def rated(results: "Results") -> Rated:
    """Return the standings with ratings, and the remarks, which takes a while."""
    from arena.report.conclusion import conclusion  # loads pandas, which only the calculator's process needs
    from arena.report.remarks import find_remarks, grouped

    if not results.count:
        return Rated(Standings((), 0, True, True), Remarks((), ()))
    rows, ticks = on_scale(_rows(results), results.is_solo)
    table = Standings(tuple(rows), results.count, True, True, ticks)
    found = find_remarks(results)  # those on faults of many minds are one line, because the pages have a list of them
    found = [*grouped(one for one in found if one.listed), *(one for one in found if not one.listed)]
    remarked = tuple(RemarkLine(one.text, one.listed) for one in found)
    return Rated(table, Remarks(tuple(conclusion(results)), remarked))


STANDINGS = Piece("standings", rated, Rated)
PIECES = [STANDINGS]


def unrated(tournament: Tournament) -> Standings:
    """Return the minds in the order of their mean scores."""
    return tournament.counted("unrated", lambda: _unrated(tournament))


def tallies(tournament: Tournament) -> dict[str, Tally]:
    """Return the counts of all minds that have played, by name."""
    names = [one.name for one in tournament.minds]
    return tournament.counted("tallies", lambda: {names[mind - 1]: tally for mind, tally in tournament.index.tallies()})


def _unrated(tournament: Tournament) -> Standings:
    counts = tallies(tournament)
    order = sorted(counts, key=lambda mind: (-counts[mind].points / counts[mind].games, mind))
    ranks = shared([counts[mind].points / counts[mind].games for mind in order])
    rows = [
        StandingsRow(
            rank,
            shown,
            mind,
            counts[mind].games,
            counts[mind].forfeits,
            value=counts[mind].points / counts[mind].games if tournament.is_solo else 0.0,
            points=counts[mind].points,
            wins=counts[mind].wins,
            draws=counts[mind].draws,
            losses=counts[mind].losses,
            percent=round(100 * counts[mind].points / counts[mind].games, 1),
        )
        for rank, shown, mind in zip(ranks, marked(ranks), order, strict=True)
    ]
    return Standings(tuple(rows), tournament.index.count, False, False)


def _rows(results: "Results") -> list[StandingsRow]:
    from arena.report.summary import HEADINGS

    table, is_solo = results.standings, results.is_solo
    value = "score" if is_solo else "elo"
    names = ["rank", "ranks", "tier", "mind", "games", "forfeits"]
    names += [] if is_solo else ["points", "wins", "draws", "losses", "unplayed"]
    rows = [
        StandingsRow(
            **{name: row[name] for name in names},
            shown_rank=rank,
            value=row[value],
            error=row[f"{value}_error"],
            percent=round(100 * row["score"], 1),
            more=tuple((HEADINGS[name], row[name]) for name in FIGURES if name in row),
        )
        for row, rank in zip(table.to_dict("records"), marked(table["rank"].tolist()), strict=True)
    ]
    return with_tier_ends(rows)


def with_tier_ends(rows: list[StandingsRow]) -> list[StandingsRow]:
    """Return rows of which the last of each tier is marked."""
    return [
        replace(row, ends_tier=row.tier < after.tier) for row, after in zip(rows, [*rows[1:], *rows[-1:]], strict=True)
    ]


def on_scale(rows: list[StandingsRow], is_solo: bool) -> tuple[list[StandingsRow], tuple[Tick, ...]]:
    """Return the rows with their places on one scale, and the marks of the scale."""
    low = min((row.value - row.error for row in rows), default=0.0)
    high = max((row.value + row.error for row in rows), default=1.0)
    width = (high - low) or 1.0

    def place(value: float) -> float:
        return round(2 + 96 * (value - low) / width, 2)

    placed = [
        replace(row, left=place(row.value - row.error), middle=place(row.value), right=place(row.value + row.error))
        for row in rows
    ]
    marks = [mark for mark in round_numbers(low, high, MOST_TICKS) if low <= mark <= high]
    return placed, tuple(Tick(place(mark), label(mark, is_solo)) for mark in marks)
