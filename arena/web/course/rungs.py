"""The ladder as the course shows it: baselines and present versions, with the mean of the baselines as zero.

The results pages of the ladder rate all versions that ever played, with their own mean as zero; it moves with everyone
who comes. Baselines stay as they are, so a rating that is measured from them moves only if the mind does.
"""

from collections.abc import Sequence
from contextlib import suppress
from statistics import fmean

from msgspec import Struct
from msgspec.structs import replace

from arena.course.ladder.begun import FOLDER
from arena.entrants.entrant import Entrant
from arena.errors import StoreError
from arena.web.folders import Folders
from arena.web.results.history import HISTORY, Point
from arena.web.results.standings import Standings, StandingsRow, Tick, on_scale, standings
from arena.web.results.tournament import Tournament


class Rung(Struct, frozen=True):
    """A mind on the ladder, and its row in the standings; None before its first game."""

    rank: int
    entrant: Entrant
    is_baseline: bool
    row: StandingsRow | None


class Rungs(Struct, frozen=True):
    """The ladder, the best first; those that have not played yet come last."""

    rungs: tuple[Rung, ...] = ()
    ticks: tuple[Tick, ...] = ()
    is_rated: bool = False
    is_pending: bool = True  # ratings are being computed
    games: int = 0

    def of(self, hand_in: int) -> Rung | None:
        """Return the rung of a version, by the number of its hand-in."""
        return next((rung for rung in self.rungs if rung.entrant.hand_in == hand_in), None)


def ladder_of(folders: Folders) -> Tournament | None:
    """Return the ladder; None before its first version. Raise StoreError if it is damaged."""
    return folders.tournament(FOLDER)


def version_names(folders: Folders) -> dict[int, str]:
    """Return the names that versions have on the ladder, by the numbers of their hand-ins."""
    with suppress(StoreError):
        tournament = ladder_of(folders)
        return {one.hand_in: one.name for one in tournament.minds if one.hand_in} if tournament is not None else {}
    return {}


def baselines(tournament: Tournament) -> frozenset[str]:
    """Return the names of the baselines: a plan names them by specs, and versions by entries."""
    pairs = zip(tournament.minds, tournament.plan.minds, strict=False)
    return frozenset(one.name for one, mind in pairs if isinstance(mind, str))


def rungs(tournament: Tournament) -> Rungs:
    """Return the ladder as it is rated now; it is made once for all who ask, until there is news."""
    standings(tournament)  # has ratings computed that are due
    return tournament.counted("rungs", lambda: _rungs(tournament, standings(tournament, 0.0)))


def _rungs(tournament: Tournament, table: Standings) -> Rungs:
    fixed = baselines(tournament)
    shown = [one for one in tournament.minds if one.name in fixed or one.standing != "withdrawn"]
    zero = _zero([row.value for row in table.rows if row.mind in fixed]) if table.is_rated else 0.0
    names = {one.name for one in shown}
    found, ticks = on_scale([replace(row, value=row.value - zero) for row in table.rows if row.mind in names], False)
    rows = {row.mind: row for row in found}
    ordered = sorted(shown, key=lambda one: _place(rows.get(one.name), one, table.is_rated))
    return Rungs(
        tuple(Rung(rank, one, one.name in fixed, rows.get(one.name)) for rank, one in enumerate(ordered, 1)),
        ticks,
        table.is_rated,
        bool(table.rows) and not (table.is_rated and table.is_fresh),
        tournament.index.count,
    )


def _place(row: StandingsRow | None, one: Entrant, is_rated: bool) -> tuple[bool, bool, float]:
    """Return the key of the order: those without games last, and before them those that are disqualified."""
    if row is None:
        return True, False, 0.0
    return False, one.standing == "disqualified", -(row.value if is_rated else row.percent)


def _zero(values: Sequence[float]) -> float:
    return fmean(values) if values else 0.0


def rows_of(tournament: Tournament) -> dict[int, StandingsRow]:
    """Return the rows of all versions, also of those that rest, by the numbers of their hand-ins.

    Their zero is the mean of the baselines.
    """
    standings(tournament)  # has ratings computed that are due
    return tournament.counted("rows", lambda: _rows_of(tournament, standings(tournament, 0.0)))


def _rows_of(tournament: Tournament, table: Standings) -> dict[int, StandingsRow]:
    fixed = baselines(tournament)
    zero = _zero([row.value for row in table.rows if row.mind in fixed]) if table.is_rated else 0.0
    numbers = {one.name: one.hand_in for one in tournament.minds if one.hand_in}
    return {numbers[row.mind]: replace(row, value=row.value - zero) for row in table.rows if row.mind in numbers}


def climb(tournament: Tournament, name: str) -> tuple[Point, ...]:
    """Return how the rating of a version moved as it was computed last; empty until it is."""
    found = tournament.compute(HISTORY, 0.0) if tournament.index.count else None
    if found is None or name not in found.value.curves:
        return ()
    fixed = [found.value.curves[one] for one in baselines(tournament) if one in found.value.curves]
    return tuple(_points(found.value.games, found.value.curves[name], fixed))


def _points(
    games: Sequence[int], own: Sequence[float | None], fixed: Sequence[Sequence[float | None]]
) -> Sequence[Point]:
    points = []
    for place, (count, value) in enumerate(zip(games, own, strict=True)):
        known = [curve[place] for curve in fixed]
        if value is not None:
            points.append(Point(count, round(value - _zero([one for one in known if one is not None]), 3)))
    return points
