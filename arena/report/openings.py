"""The openings of a tournament in words: which decide games by themselves, and which each mind wins and loses."""

from typing import TYPE_CHECKING, Any

from arena.rate.openings import noticeable, shares, sums
from arena.store.paired import paired
from world.registry import find

if TYPE_CHECKING:
    import pandas as pd

    from arena.store.queries import Results

LEVEL = 0.05  # probabilities up to this one are more than chance
MAX_ROWS, MAX_NAMED = 8, 5
NO_PAIRS = "No two minds played an opening with both seatings, so nothing can be told about openings by themselves"
INTERVALS = (
    "In brackets are 95 % intervals; “by chance” is the probability that chance alone puts any row so far from what is "
    "expected"
)
HEADINGS = ("opening", "games", "score of {}", "all openings", "by chance", "{} won both", "{} won both")
HEADINGS_BY_MIND = ("mind", "wins", "undecided", "loses", "clearest opening", "games", "score", "expected", "by chance")
Rows = list[list[str]]


def has_openings(results: "Results") -> bool:
    """Return True if games of two minds began from different openings."""
    return not results.is_solo and len(results.openings) > 1


def openings(results: "Results") -> tuple[list[str], Rows, list[str]]:
    """Return the clearest openings as texts, with headings and remarks."""
    table, seats = results.openings, find(results.plan.world).colours
    names = iter((seats[0], *seats))
    headings = [text.format(next(names)) if "{}" in text else text for text in HEADINGS]
    rows = [
        [
            row.opening or "none",
            str(row.games),
            _score(row.score_first, row.low, row.high),
            _percent(row.expected),
            chance(row.p_first),
            f"{row.first_won_both} of {row.pairs} pairs",
            f"{row.second_won_both} of {row.pairs} pairs",
        ]
        for row in table.head(MAX_ROWS).itertuples()
    ]
    return headings, rows, [*_decisive(results, seats), INTERVALS, f"openings.csv has all {len(table)} openings"]


def _decisive(results: "Results", seats: tuple[str, ...]) -> list[str]:
    """Return which openings decide games by themselves, or how far one must be from the others to be noticed."""
    table = results.openings
    if not table["pairs"].any():
        return [NO_PAIRS]
    first = table[table["p_first"] <= LEVEL]
    both = table[table["p_both"] <= LEVEL]
    better = (first["score_first"] < first["expected"]).astype(int)
    for_seats = [f"{row.opening} ({seats[seat]})" for seat, row in zip(better, first.itertuples(), strict=True)]
    found = [f"Openings that favour a side by more than chance: {_named(for_seats)}"] if for_seats else []
    found += (
        [f"Openings in which one side wins both games of most pairs: {_named(both['opening'])}"] if len(both) else []
    )
    return found or [f"No opening favours a side by more than chance{_needed(results)}"]


def _needed(results: "Results") -> str:
    """Return as a clause what would have been noticed."""
    size = int(results.openings["pairs"].median())
    scores = paired(results.games)["score_first"]
    if not size:
        return ""
    far = noticeable(sums([shares(scores.to_numpy())] * size), LEVEL / len(results.openings))
    mean = float(scores.mean())
    if mean - far < 0 and mean + far > 1:
        return f": {size} pair{'s' * (size > 1)} of games from an opening {'are' if size > 1 else 'is'} too few to tell"
    return f"; with {size} pairs of games each, {100 * far:.0f} percentage points from the mean score would have shown"


def openings_by_mind(results: "Results") -> tuple[list[str], Rows, list[str]]:
    """Return how many openings each leading mind wins and loses, and its clearest one; with headings and remarks."""
    table = results.openings_by_mind
    minds = [mind for mind in results.standings["mind"] if mind in set(results.prominent)][:MAX_ROWS]
    rows = [_of_mind(mind, table[table["mind"] == mind]) for mind in minds]
    wins = "A mind wins an opening if the 95 % interval of its score from it is above 50 %, and loses it if it is below"
    return list(HEADINGS_BY_MIND), rows, [wins, *_particular(table), f"openings_by_mind.csv has all {len(table)} rows"]


def _of_mind(mind: str, own: "pd.DataFrame") -> list[str]:
    wins, loses = int((own["low"] > 0.5).sum()), int((own["high"] < 0.5).sum())
    row: Any = next(own.itertuples())
    counts = (str(number) for number in (wins, len(own) - wins - loses, loses))
    scores = (_score(row.score, row.low, row.high), _percent(row.expected), chance(row.p_value))
    return [mind, *counts, row.opening or "none", str(row.games), *scores]


def _particular(table: "pd.DataFrame") -> list[str]:
    """Return which minds score otherwise from an opening than from their others, by more than chance."""
    found = table[table["p_value"] <= LEVEL]
    if not len(found):
        return ["No mind scores more or less from one opening than from its others by more than chance"]
    words = [
        f"{row.mind} {'more' if row.score > row.expected else 'less'} from {row.opening}" for row in found.itertuples()
    ]
    return [f"Scored by more than chance: {_named(words)}"]


def _named(names: "list[str] | pd.Series[str]") -> str:
    """Return the first names, and how many more there are."""
    more = len(names) - MAX_NAMED
    return f"{'; '.join(list(names)[:MAX_NAMED])}{f'; {more} more' if more > 0 else ''}"


def _score(score: float, low: float, high: float) -> str:
    return f"{100 * score:.0f} % ({100 * low:.0f}–{100 * high:.0f})"


def _percent(share: float) -> str:
    return "–" if share != share else f"{100 * share:.0f} %"


def chance(p_value: float) -> str:
    """Return a probability in per cent."""
    return "< 0.1 %" if p_value < 0.001 else f"{100 * p_value:.1f} %" if p_value < 0.1 else f"{100 * p_value:.0f} %"
