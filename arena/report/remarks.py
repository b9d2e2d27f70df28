"""Remarks: lines of text beside the standings, on faults, jails and what the figures cannot show."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arena.report.workers import by_the_wall, differing
from arena.store import standings
from arena.tournament import formats
from world.budget import Budget
from world.errors import printable

if TYPE_CHECKING:
    from arena.store.queries import Results

MAX_MESSAGE_LENGTH = 160
LAST = "; disqualified minds are last, in a tier of their own"
RANKS = "The intervals of ranks hold for all minds at once (95 %); a tier ends where all above beat all below"


def remarks(results: "Results") -> list[str]:
    """Return the remarks on a tournament."""
    games = results.games
    found = [f"The store is damaged: {printable(results.damage)}"] if results.damage else []
    found += [] if results.is_solo else _on_ratings(results)
    found += [*_forfeits(results), *_disqualified(results), *_overspent(results)]
    found += [*_overtimed(results), *_starts(results), *_jails(results), *_clocks(results)]
    found += [*by_the_wall(results), *differing(results)]
    if copies := int(games["duplicate"].sum()):
        found.append(f"{copies} of {len(games)} games repeat another move for move; {len(games) - copies} count")
    if not results.is_solo:
        ratings = results.ratings
        worth = round(ratings.advantage) + 0.0
        found.append(
            f"Moving first is worth {worth:+.0f} ± {ratings.advantage_error:.0f} Elo; ± is half of a 95 % interval"
        )
    if len(results.prominent) < len(results.standings):
        shown = f"the {len(results.prominent)} of {len(results.standings)} minds with the most games"
        found.append(f"Crosstables and pictures show {shown}")
    if formats.find(results.plan.format).places is not None:
        found.append("Pairings depended on results, so the intervals of ranks and the tiers rest on points")
    found.append(RANKS + LAST * bool(results.disqualified and not results.is_solo))
    return found


def _on_ratings(results: "Results") -> list[str]:
    """Return the remarks on ratings, except those of disqualified minds, which are ranked without them."""
    out = tuple(f"{mind} has " for mind in results.disqualified)
    return [remark for remark in results.ratings.remarks if not (out and remark.startswith(out))]


def _forfeits(results: "Results") -> Iterator[str]:
    """Yield the games that each mind forfeited, by kind, and its faults that cost no game."""
    faults = results.brief_faults
    for mind, own in faults.groupby("mind"):
        lost, others = own[own["decided"]], own[~own["decided"]]
        kinds = ", ".join(f"{number} {kind}" for kind, number in lost["fault"].value_counts().items())
        parts = [f"{_counted(len(lost), 'forfeit')} ({kinds})"] if len(lost) else []
        parts += [f"{_counted(len(others), 'fault')} that cost no game"] if len(others) else []
        message = printable((lost if len(lost) else others)["message"].value_counts().index[0])[:MAX_MESSAGE_LENGTH]
        yield f"{printable(str(mind))}: {', '.join(parts)}; most often: {message}; report.html lists all"


def _disqualified(results: "Results") -> Iterator[str]:
    """Yield who was disqualified, and what that means for their other games."""
    unplayed = standings.unplayed(results)["games"] if not results.is_solo else {}
    alike: dict[int, list[str]] = {}
    for mind in results.disqualified:
        alike.setdefault(int(unplayed.get(mind, 0)), []).append(printable(mind))
    for games, minds in alike.items():
        one = len(minds) == 1
        reason = f"{'is' if one else 'are'} disqualified after {results.plan.max_faults} forfeits in a row"
        rest = f"; {_counted(games, 'game')}{'' if one else ' of each'} not played, lost in points, in no rating"
        yield f"{', '.join(minds)} {reason}{rest if games else ''}"


def _overspent(results: "Results") -> Iterator[str]:
    """Yield the minds that searched more positions than they may."""
    budget = results.plan.nodes
    for mind, nodes in results.usage.overspent.itertuples(index=False) if budget else ():
        yield f"{printable(str(mind))} reports up to {nodes:,} nodes for a move; the budget is {budget:,}"


def _overtimed(results: "Results") -> Iterator[str]:
    """Yield the minds that take more than their time for most moves, and forfeit none of them."""
    limit = results.plan.movetime
    for mind, seconds in results.usage.overtimed.itertuples(index=False) if limit else ():
        grace = f"it lives on the {Budget().margin:g} s of grace"
        yield f"{printable(str(mind))} takes {seconds:.2g} s for a move on average, --movetime is {limit:g}: {grace}"


def _starts(results: "Results") -> Iterator[str]:
    """Yield the minds that need much of their time to get ready."""
    most = results.plan.init
    for mind, seconds in results.usage.slow_starts.itertuples(index=False):
        yield f"{printable(str(mind))} takes up to {seconds:.2g} s of the processor to get ready (--init {most:g})"


def _counted(number: int, noun: str) -> str:
    return f"1 {noun}" if number == 1 else f"{number} {noun}s"


def _jails(results: "Results") -> Iterator[str]:
    """Yield which foreign minds were jailed, by the layers of their jails."""
    for walls, minds in results.usage.walls.groupby("walls")["mind"]:
        names = ", ".join(printable(str(mind)) for mind in minds)
        yield f"Jailed ({walls}): {names}" if not walls.startswith("none") else f"Not jailed (--trust): {names}"


def _clocks(results: "Results") -> Iterator[str]:
    """Yield how many games could not go by the processor's clock, and why."""
    for clock, number in results.usage.clocks.itertuples(index=False):
        _, _, reason = clock.partition("wall: ")
        if reason:
            games = "1 game" if number == 1 else f"{number} games"
            yield f"Both sides of {games} paid by the wall clock: {printable(reason)[:MAX_MESSAGE_LENGTH]}"
