"""The endings: how often the games of each mind ended in each way, its own forfeits by their kind."""

from collections import Counter
from collections.abc import Set

from msgspec import Struct

from arena.web.results.standings import ranking
from arena.web.results.tournament import Tournament

WON_BY_FORFEIT = "the opponent forfeited"
ENDS = """
SELECT first, second, ending, kind, seat, count(*) FROM games LEFT JOIN incidents ON game = number
GROUP BY first, second, ending, kind, seat
"""


class Endings(Struct, frozen=True):
    """The endings, the most frequent first, and the games of each mind with each of them."""

    kinds: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]


def endings(tournament: Tournament, minds: Set[str] | None = None) -> Endings:
    """Return the endings of all minds that have played, or of some, in the order of the standings."""
    counts: Counter[tuple[str, str]] = tournament.counted("ends", lambda: _count(tournament))
    kinds = Counter[str]()
    for (_, kind), count in counts.items():
        kinds[kind] += count
    order = [kind for kind, _ in sorted(kinds.items(), key=lambda item: (-item[1], item[0]))]
    played = {mind for mind, _ in counts if minds is None or mind in minds}
    rows = [(mind, tuple(counts[mind, kind] for kind in order)) for mind in ranking(tournament) if mind in played]
    return Endings(tuple(order), tuple(rows))


def _count(tournament: Tournament) -> Counter[tuple[str, str]]:
    names = ["", *(one.name for one in tournament.minds)]
    counts = Counter[tuple[str, str]]()
    for first, second, ending, fault, seat, count in tournament.index.rows(ENDS):
        for number, mind in enumerate((first, second)):
            if mind is not None:
                kind = ending if fault is None else f"forfeit: {fault}" if seat == number else WON_BY_FORFEIT
                counts[names[mind], kind] += count
    return counts
