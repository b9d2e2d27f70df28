"""The conclusion of a tournament: who leads and how surely, what is not decided, and how many games may tell."""

from collections.abc import Sequence
from math import ceil, comb, inf
from typing import TYPE_CHECKING

from msgspec import Struct

from arena.rate.ranks import ENOUGH_STARTS
from arena.tournament import formats
from world.api import Opening
from world.errors import printable

if TYPE_CHECKING:
    from arena.rate.pairs import Ratings
    from arena.store.queries import Results

MAX_NAMES = 3  # in a line
MAX_GAMES = 100_000  # for each pairing
RESUME = "arena resume DIR"  # in a terminal with the folder's name
DECIDED = "Decided: the order of all pairs of minds"


class Outcome(Struct, frozen=True):
    """A tournament as a conclusion needs it: the standings, the best first, and what is behind them."""

    format: str
    minds: tuple[str, ...]
    ranks: tuple[int, ...]
    intervals: tuple[str, ...]  # of the ranks, as text
    points: float  # of the first mind
    games: int
    pairings: int  # minds that have met, two by two; 0 if they play alone
    most_games: int  # of a mind
    ratings: "Ratings | None"  # None if they play alone
    is_over: bool


def conclusion(results: "Results") -> list[str]:
    """Return two lines: the leader, and what is open; none if there is one mind only."""
    return concluded(_outcome(results))


def concluded(found: Outcome) -> list[str]:
    """Return the conclusion of a tournament as two lines; none if there is one mind only."""
    if len(found.minds) < 2:
        return []
    return [_leader(found), _open_alone(found) if found.ratings is None else _open(found, found.ratings)]


def _outcome(results: "Results") -> Outcome:
    table, games, form = results.standings, results.games, results.plan.format
    met = {frozenset(pair) for pair in zip(games["first"], games["second"], strict=True)}
    return Outcome(
        form,
        tuple(map(str, table["mind"])),
        tuple(table["rank"]),
        tuple(map(str, table["ranks"])),
        0.0 if results.is_solo or table.empty else float(table["points"].iloc[0]),
        len(games),
        len(met),
        int(table["games"].max()) if len(table) else 0,
        None if results.is_solo else results.ratings,
        formats.find(form).places is not None and is_over(results),
    )


def is_over(results: "Results") -> bool:
    """Return True if the format has no more games to play."""
    out = {results.minds.index(mind) for mind in results.disqualified}
    return not formats.due(results.plan, [Opening()], results.scores, disqualified=out)


def _leader(found: Outcome) -> str:
    first = [mind for mind, rank in zip(found.minds, found.ranks, strict=True) if rank == 1]
    alone = len(first) == 1
    if formats.find(found.format).places is None:
        return f"{_names(first)} {'leads' if alone else 'share the lead'}{_how_surely(found, alone)}"
    verbs = ("wins", "share first place in") if found.is_over else ("leads", "lead")
    return f"{_names(first)} {verbs[not alone]} the {found.format} ({found.points:g} points){_how_surely(found, alone)}"


def _how_surely(found: Outcome, alone: bool) -> str:
    """Return what is known of the leader's rank, as a clause."""
    if not alone:
        return ""
    ranks = found.intervals[0]
    return (
        ", and is surely the strongest"
        if ranks == "1"
        else f", but its rank by strength may be {ranks} of {len(found.minds)}"
    )


def _open(found: Outcome, ratings: "Ratings") -> str:
    """Return the order that is not decided, and how many games would tell the first two minds of it apart."""
    last = ratings.last.intersection(ratings.names)
    pairs = comb(len(ratings.names), 2) - comb(len(last), 2)  # nobody asks for the order of the disqualified
    decided = sum(low - 1 for low in ratings.low)
    if decided == pairs:
        return DECIDED
    one, other = _undecided(found.minds, ratings)
    line = f"Not decided: {pairs - decided} of {pairs} pairs, first {printable(one)} and {printable(other)}"
    times = min(ratings.games_needed(one, other), ratings.games_needed(other, one))
    games = 2 * ceil(found.games / found.pairings * times / 2) if times < inf else MAX_GAMES + 1
    if games > MAX_GAMES:
        return f"{line}, which are as good as equal so far"
    if formats.find(found.format).can_be_extended:
        return f"{line}; about {games} games for each pairing may tell ({RESUME} --games {games})"
    return f"{line}; about {ceil(times)} times as many games may tell"


def _open_alone(found: Outcome) -> str:
    """Return how much of the order of minds that play alone is not decided, and how many starts may tell more."""
    pairs, decided = comb(len(found.minds), 2), sum(int(ranks.partition("–")[0]) - 1 for ranks in found.intervals)
    if decided == pairs:
        return DECIDED
    games = max(ENOUGH_STARTS, 2 * found.most_games)
    line = f"Not decided: {pairs - decided} of {pairs} pairs"
    return f"{line}; {games} starts may tell more ({RESUME} --games {games})"


def _undecided(minds: Sequence[str], ratings: "Ratings") -> tuple[str, str]:
    """Return the highest mind whose order with another is open, and the highest such other."""
    told = {
        name: low - 1 + len(minds) - high
        for name, low, high in zip(ratings.names, ratings.low, ratings.high, strict=True)
    }
    one = next(mind for mind in minds if told[mind] < len(minds) - 1)
    others = [mind for mind in minds if mind != one and mind not in ratings.last]
    return one, min(others, key=lambda other: ratings.beats(one, other) or ratings.beats(other, one))


def _names(minds: Sequence[str]) -> str:
    shown = [printable(mind) for mind in minds[:MAX_NAMES]]
    more = [f"{len(minds) - MAX_NAMES} more"] if len(minds) > MAX_NAMES else []
    *others, last = [*shown, *more]
    return f"{', '.join(others)} and {last}" if others else last
