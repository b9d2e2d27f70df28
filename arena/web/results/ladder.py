"""The ratings of a course's ladder from plain rows: the same as from tables of pandas, in a third of the memory.

The process that computes them runs for as long as the course is served.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
from msgspec import Struct

from arena.entrants.entrant import Entrant
from arena.rate.pairs import Ratings, fit
from arena.rate.places import interval, marked, shared
from arena.report.conclusion import Outcome, concluded
from arena.store.examination import Examination
from arena.store.store import open_store
from arena.tournament.formats import LADDER
from arena.web.results.counts import Tally
from arena.web.results.history import HISTORY, History, curves
from arena.web.results.standings import STANDINGS, Rated, Remarks, Standings, StandingsRow, on_scale, with_tier_ends

DIGITS = 6  # of an Elo; what differs less is equal
GAMES = """
SELECT games.number, pair, first - 1, second - 1, score_first, incidents.seat, moves_hash
FROM games LEFT JOIN incidents ON incidents.game = games.number AND incidents.decided ORDER BY games.name
"""


class LadderGame(Struct, frozen=True, array_like=True):
    """A game as ratings are fitted to it; minds are places in the plan."""

    number: int
    pair: str
    first: int
    second: int
    score: float
    fault_seat: int | None
    moves_hash: str


class LadderGames(Struct, frozen=True):
    """The minds of a ladder in the order of its plan, and its games by name."""

    minds: tuple[Entrant, ...]
    games: tuple[LadderGame, ...]
    damage: str

    def ratings(self) -> Ratings:
        """Return the ratings fitted to all games; identical games count as one, and the disqualified rank last."""
        same: dict[tuple[int, int, str], str] = {}
        rows = [
            (
                self.minds[one.first].name,
                self.minds[one.second].name,
                one.score,
                same.setdefault((one.first, one.second, one.moves_hash), one.pair),
            )
            for one in self.games
        ]
        disqualified = (one.name for one in self.minds if one.standing == "disqualified")
        return replace(fit(rows), last=frozenset(disqualified))

    def tallies(self) -> dict[str, Tally]:
        """Return the counts of all minds that have played."""
        found: dict[int, Tally] = {}
        for one in self.games:
            for seat, (mind, score) in enumerate(((one.first, one.score), (one.second, 1 - one.score))):
                found[mind] = found.get(mind, Tally()).with_game(score, one.fault_seat == seat)
        return {self.minds[mind].name: tally for mind, tally in found.items()}


def load_ladder(folder: Path, examine: Examination) -> LadderGames | None:
    """Return the games of a ladder; None for any other tournament."""
    with open_store(folder, read_only=True, examine=examine) as store:
        if store.plan.format != LADDER:
            return None
        games = msgspec.convert(store.db.execute(GAMES).fetchall(), tuple[LadderGame, ...])
        return LadderGames(tuple(store.entrants()), games, store.damage)


def rated_ladder(ladder: LadderGames) -> Rated:
    """Return the standings with ratings, and the conclusion; other remarks are not for everybody."""
    if not ladder.games:
        return Rated(Standings((), 0, True, True), Remarks((), ()))
    ratings = ladder.ratings()
    found = _rows(ratings, ladder.tallies())
    rows, ticks = on_scale(found, False)
    pairings = len({frozenset((one.first, one.second)) for one in ladder.games})
    outcome = Outcome(
        LADDER,
        tuple(row.mind for row in rows),
        tuple(row.rank for row in rows),
        tuple(row.ranks for row in rows),
        rows[0].points,
        len(ladder.games),
        pairings,
        max(row.games for row in rows),
        ratings,
        False,
    )
    return Rated(Standings(tuple(rows), len(ladder.games), True, True, ticks), Remarks(tuple(concluded(outcome)), ()))


def _rows(ratings: Ratings, tallies: dict[str, Tally]) -> list[StandingsRow]:
    """Return the rows in the order of ratings; at equal ratings fewer forfeits rank higher."""
    elo = dict(zip(ratings.names, ratings.elo.tolist(), strict=True))
    keys = {name: (name not in ratings.last, round(elo[name], DIGITS), -tallies[name].forfeits) for name in elo}
    order = sorted(elo, key=lambda name: (*(-part for part in keys[name]), name))
    ranks = shared([keys[name] for name in order])
    place = {name: number for number, name in enumerate(ratings.names)}
    errors, values = ratings.error.round(1).tolist(), ratings.elo.round(1).tolist()
    rows = [
        StandingsRow(
            rank,
            shown,
            name,
            tallies[name].games,
            tallies[name].forfeits,
            interval(ratings.low[place[name]], ratings.high[place[name]]),
            ratings.tier[place[name]],
            values[place[name]] + 0.0,
            errors[place[name]],
            points=tallies[name].points,
            wins=tallies[name].wins,
            draws=tallies[name].draws,
            losses=tallies[name].losses,
            percent=round(100 * round(tallies[name].points / tallies[name].games, 4), 1),
        )
        for rank, shown, name in zip(ranks, marked(ranks), order, strict=True)
    ]
    return with_tier_ends(rows)


def ladder_history(ladder: LadderGames) -> History:
    """Return the curves of all minds."""
    games = sorted(ladder.games, key=lambda one: one.number)
    names = [one.name for one in ladder.minds]
    return curves(names, [one.first for one in games], [one.second for one in games], [one.score for one in games])


PIECES: dict[str, Callable[[LadderGames], Struct]] = {STANDINGS.name: rated_ladder, HISTORY.name: ladder_history}
