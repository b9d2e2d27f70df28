"""The entrants: all of them in brief, and everything on one of them."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct

from arena.entrants.entrant import Entrant
from arena.web.results import games
from arena.web.results.counts import Tally
from arena.web.results.faults import FaultLine, faults
from arena.web.results.filter import GameFilter
from arena.web.results.games import GameRow
from arena.web.results.history import Point, history
from arena.web.results.standings import StandingsRow, standings, tallies
from arena.web.results.tournament import Tournament

ALL = -1
VERSION = re.compile(r"@[0-9]+$")  # what a replacement adds to a name
EXAMPLES = 8  # games of each kind on an entrant's page
LENGTHS = (20, 40, 60, 80, 100, 150, 200)  # plies at which a class of lengths ends
AGAINST = """
SELECT other, count(*), sum(score = 1), sum(score = 0.5), sum(score = 0), sum(score) FROM (
    SELECT second AS other, score_first AS score FROM games WHERE first = :mind AND second IS NOT NULL
    UNION ALL SELECT first, score_second FROM games WHERE second = :mind
) GROUP BY other
"""
OWN_GAMES = """
SELECT CASE first WHEN :mind THEN 0 ELSE 1 END, ifnull(CASE first WHEN :mind THEN second ELSE first END, 0), opening,
       plies, CASE first WHEN :mind THEN score_first ELSE score_second END
FROM games WHERE first = :mind OR second = :mind
"""


class EntrantRow(Struct, frozen=True):
    """An entrant in the list."""

    name: str
    spec: str
    author: str
    version: str
    standing: str  # playing, withdrawn, resting or disqualified
    tally: Tally
    row: StandingsRow | None = None  # in the standings; None before its first game


class ScoreLine(Struct, frozen=True):
    """The games of a mind against an opponent, on a seat, from an opening or of a length."""

    label: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float

    @property
    def score(self) -> float:
        """The mean score, from 0 to 1."""
        return self.points / self.games


class OwnGame(NamedTuple):
    """A game of one mind, from its side."""

    seat: int
    colour: str
    opponent: str  # empty in a world with one seat
    opening: str
    plies: int
    score: float

    @property
    def length(self) -> str:
        """Its class of lengths: "20 to 39 plies"."""
        end = next((end for end in LENGTHS if self.plies < end), None)
        if end is None:
            return f"{LENGTHS[-1]} plies and more"
        return f"{([0, *LENGTHS])[LENGTHS.index(end)]} to {end - 1} plies"


class EntrantPage(Struct, frozen=True):
    """Everything on one entrant."""

    entrant: EntrantRow
    opponents: tuple[ScoreLine, ...]  # in the order of the standings
    seats: tuple[ScoreLine, ...]
    openings: tuple[ScoreLine, ...]  # the most played first
    lengths: tuple[ScoreLine, ...]  # "20 to 39 plies"
    faults: tuple[FaultLine, ...]
    quickest_wins: tuple[GameRow, ...]
    worst_losses: tuple[GameRow, ...]  # against the weakest opponents
    longest_games: tuple[GameRow, ...]
    history: tuple[Point, ...]  # how its rating or mean score moved; empty until it is computed
    versions: tuple[str, ...]  # the entrants that replaced each other, itself among them; empty if it is alone
    games: int  # of the tournament, of which all this is made


def entrants(tournament: Tournament) -> tuple[EntrantRow, ...]:
    """Return all entrants, in the order of the plan."""
    rows = {row.mind: row for row in standings(tournament).rows}
    counts = tallies(tournament)
    return tuple(_brief(one, counts, rows) for one in tournament.minds)


def entrant(tournament: Tournament, name: str) -> EntrantPage | None:
    """Return everything on an entrant; None if there is none of that name."""
    number = tournament.index.number(name)
    if number is None:
        return None
    ranked = {row.mind: row for row in standings(tournament).rows}
    own = own_games(tournament, number)
    return EntrantPage(
        entrant=_brief(tournament.minds[number - 1], tallies(tournament), ranked),
        opponents=opponents(tournament, number, ranked),
        seats=tuple(score_lines((one.colour, one.score) for one in sorted(own, key=lambda one: one.seat))),
        openings=_most_played(score_lines((one.opening, one.score) for one in own if one.opening)),
        lengths=tuple(score_lines((one.length, one.score) for one in sorted(own, key=lambda one: one.plies))),
        faults=faults(tournament, number),
        quickest_wins=_examples(tournament, GameFilter(mind=name, result="won", order="shortest")),
        worst_losses=_worst(games.rows(tournament, GameFilter(mind=name, result="lost"), ALL), name, ranked),
        longest_games=_examples(tournament, GameFilter(mind=name, order="longest")),
        history=history(tournament, name),
        versions=_versions(tournament.minds, name),
        games=tournament.index.count,
    )


def opponents(tournament: Tournament, mind: int, ranked: Iterable[str]) -> tuple[ScoreLine, ...]:
    """Return a line for each opponent of a mind, which is given by its number, in the order of the standings."""
    names = ["", *(one.name for one in tournament.minds)]
    lines = {
        names[other]: ScoreLine(names[other], *rest) for other, *rest in tournament.index.rows(AGAINST, {"mind": mind})
    }
    return tuple(lines[name] for name in ranked if name in lines)


def own_games(tournament: Tournament, mind: int, opponent: int | None = None) -> list[OwnGame]:
    """Return the games of a mind, perhaps against one opponent; both are given by their numbers."""
    names = ["", *(one.name for one in tournament.minds)]
    seats = tournament.colours
    return [
        OwnGame(seat, seats[seat], names[other], opening, plies, score)
        for seat, other, opening, plies, score in tournament.index.rows(OWN_GAMES, {"mind": mind})
        if opponent in (None, other)
    ]


def score_lines(games: Iterable[tuple[str, float]]) -> list[ScoreLine]:
    """Return a line for each label of labelled scores, in the order in which the labels come."""
    scores: dict[str, list[float]] = {}
    for label, score in games:
        scores.setdefault(label, []).append(score)
    return [
        ScoreLine(label, len(own), own.count(1), own.count(0.5), own.count(0), sum(own))
        for label, own in scores.items()
    ]


def _brief(one: Entrant, counts: Mapping[str, Tally], ranked: Mapping[str, StandingsRow]) -> EntrantRow:
    tally = counts.get(one.name, Tally())
    return EntrantRow(one.name, one.spec, one.author, one.version, one.shown_standing, tally, ranked.get(one.name))


def _versions(minds: Iterable[Entrant], name: str) -> tuple[str, ...]:
    """Return the names of the entrants that replaced each other: ann, ann@2, ann@3."""
    base = VERSION.sub("", name)
    found = tuple(one.name for one in minds if VERSION.sub("", one.name) == base)
    return found if len(found) > 1 else ()


def _most_played(lines: list[ScoreLine]) -> tuple[ScoreLine, ...]:
    return tuple(sorted(lines, key=lambda line: (-line.games, line.label)))


def _examples(tournament: Tournament, wanted: GameFilter) -> tuple[GameRow, ...]:
    return tuple(games.rows(tournament, wanted, EXAMPLES))


def _worst(lost: list[GameRow], mind: str, ranked: Mapping[str, StandingsRow]) -> tuple[GameRow, ...]:
    """Return the losses against the weakest opponents, the shortest first."""

    def key(game: GameRow) -> tuple[int, int]:
        opponent = game.second if game.first == mind else game.first
        return -ranked[opponent].rank if opponent in ranked else 0, game.plies

    return tuple(sorted(lost, key=key)[:EXAMPLES])
