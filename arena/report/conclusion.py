"""The conclusion of a tournament: who leads and how surely, what is not decided, and how many games may tell."""

from math import ceil, comb, inf
from typing import TYPE_CHECKING

from arena.rate.ranks import ENOUGH_STARTS
from arena.tournament import formats
from world.api import Opening
from world.errors import printable

if TYPE_CHECKING:
    from arena.store.queries import Results

MAX_NAMES = 3  # in a line
MAX_GAMES = 100_000  # for each pairing
RESUME = "arena resume DIR"  # in a terminal with the folder's name
DECIDED = "Decided: the order of all pairs of minds"


def conclusion(results: "Results") -> list[str]:
    """Return two lines: the leader, and what is open; none if there is one mind only."""
    if len(results.standings) < 2:
        return []
    return [_leader(results), _open_alone(results) if results.is_solo else _open(results)]


def is_over(results: "Results") -> bool:
    """Return True if the format has no more games to play."""
    out = {results.minds.index(mind) for mind in results.disqualified}
    return not formats.due(results.plan, [Opening()], results.scores, disqualified=out)


def _leader(results: "Results") -> str:
    table, form = results.standings, results.plan.format
    first = [str(mind) for mind in table["mind"][table["rank"] == 1]]
    alone = len(first) == 1
    if formats.find(form).places is None:
        return f"{_names(first)} {'leads' if alone else 'share the lead'}{_how_surely(results, alone)}"
    verbs = ("wins", "share first place in") if is_over(results) else ("leads", "lead")
    points = f"{table['points'].iloc[0]:g} points"
    return f"{_names(first)} {verbs[not alone]} the {form} ({points}){_how_surely(results, alone)}"


def _how_surely(results: "Results", alone: bool) -> str:
    """Return what is known of the leader's rank, as a clause."""
    table = results.standings
    if not alone:
        return ""
    ranks = table["ranks"].iloc[0]
    return (
        ", and is surely the strongest"
        if ranks == "1"
        else f", but its rank by strength may be {ranks} of {len(table)}"
    )


def _open(results: "Results") -> str:
    """Return the order that is not decided, and how many games would tell the first two minds of it apart."""
    ratings = results.ratings
    last = ratings.last.intersection(ratings.names)
    pairs = comb(len(ratings.names), 2) - comb(len(last), 2)  # nobody asks for the order of the disqualified
    decided = sum(low - 1 for low in ratings.low)
    if decided == pairs:
        return DECIDED
    one, other = _undecided(results)
    line = f"Not decided: {pairs - decided} of {pairs} pairs, first {printable(one)} and {printable(other)}"
    times = min(ratings.games_needed(one, other), ratings.games_needed(other, one))
    met = {frozenset(pair) for pair in zip(results.games["first"], results.games["second"], strict=True)}
    games = 2 * ceil(len(results.games) / len(met) * times / 2) if times < inf else MAX_GAMES + 1
    if games > MAX_GAMES:
        return f"{line}, which are as good as equal so far"
    if formats.find(results.plan.format).can_be_extended:
        return f"{line}; about {games} games for each pairing may tell ({RESUME} --games {games})"
    return f"{line}; about {ceil(times)} times as many games may tell"


def _open_alone(results: "Results") -> str:
    """Return how much of the order of minds that play alone is not decided, and how many starts may tell more."""
    table = results.standings
    pairs, decided = comb(len(table), 2), sum(int(ranks.partition("–")[0]) - 1 for ranks in table["ranks"])
    if decided == pairs:
        return DECIDED
    games = max(ENOUGH_STARTS, 2 * int(table["games"].max()))
    line = f"Not decided: {pairs - decided} of {pairs} pairs"
    return f"{line}; {games} starts may tell more ({RESUME} --games {games})"


def _undecided(results: "Results") -> tuple[str, str]:
    """Return the highest mind whose order with another is open, and the highest such other."""
    ratings, minds = results.ratings, [str(mind) for mind in results.standings["mind"]]
    told = {
        name: low - 1 + len(minds) - high
        for name, low, high in zip(ratings.names, ratings.low, ratings.high, strict=True)
    }
    one = next(mind for mind in minds if told[mind] < len(minds) - 1)
    others = [mind for mind in minds if mind != one and mind not in ratings.last]
    return one, min(others, key=lambda other: ratings.beats(one, other) or ratings.beats(other, one))


def _names(minds: list[str]) -> str:
    shown = [printable(mind) for mind in minds[:MAX_NAMES]]
    more = [f"{len(minds) - MAX_NAMES} more"] if len(minds) > MAX_NAMES else []
    *others, last = [*shown, *more]
    return f"{', '.join(others)} and {last}" if others else last
