"""Remarks: lines of text beside the standings, on faults, jails and what the figures cannot show."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arena.tournament import formats
from world.errors import printable

if TYPE_CHECKING:
    from arena.store.queries import Results

MAX_MESSAGE_LENGTH = 100


def remarks(results: "Results") -> list[str]:
    """Return the remarks on a tournament."""
    games = results.games
    found = [f"The store is damaged: {printable(results.damage)}"] if results.damage else []
    found += [] if results.is_solo else results.ratings.remarks
    found += [*_winner(results), *_faults(results), *_jails(results), *_clocks(results)]
    if copies := int(games["duplicate"].sum()):
        found.append(f"{copies} of {len(games)} games repeat another move for move; {len(games) - copies} count")
    if not results.is_solo:
        ratings = results.ratings
        worth = round(ratings.advantage) + 0.0
        found.append(f"Moving first is worth {worth:+.0f} ± {ratings.advantage_error:.0f} Elo")
        found.append("Minds of one group cannot be told apart yet; ± is half of a 95 % interval")
    return found


def _winner(results: "Results") -> Iterator[str]:
    games = results.games[["game", "score_first", "score_second"]].itertuples(index=False)
    scores = {name: (first, second) for name, first, second in games}
    winner = formats.find(results.plan.format).winner(results.plan, scores)
    if winner is not None:
        yield f"{results.minds[winner]} wins the {results.plan.format}"


def _faults(results: "Results") -> Iterator[str]:
    """Yield the number of each mind's faults, and the most frequent one."""
    for mind, own in results.faults.groupby("mind"):
        (kind, message), number = next(iter(own[["kind", "message"]].value_counts().items()))
        faults = "1 fault" if len(own) == 1 else f"{len(own)} faults"
        most = f"{number} of them {kind}: {printable(str(message))[:MAX_MESSAGE_LENGTH]}"
        yield f"{printable(str(mind))}: {faults}, {most}; report.html lists all"


def _jails(results: "Results") -> Iterator[str]:
    """Yield which foreign minds were jailed, by the layers of their jails."""
    for walls, minds in results.walls.groupby("walls")["mind"]:
        names = ", ".join(printable(str(mind)) for mind in minds)
        yield f"Jailed ({walls}): {names}" if not walls.startswith("none") else f"Not jailed (--trust): {names}"


def _clocks(results: "Results") -> Iterator[str]:
    """Yield how many games could not go by the processor's clock, and why."""
    for clock, number in results.clocks.itertuples(index=False):
        _, _, reason = clock.partition("wall: ")
        if reason:
            games = "1 game" if number == 1 else f"{number} games"
            yield f"Both sides of {games} paid by the wall clock: {printable(reason)[:MAX_MESSAGE_LENGTH]}"
