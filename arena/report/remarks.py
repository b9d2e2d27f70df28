"""Remarks: what the standings do not say, on faults, jails and what the figures cannot show.

Each has its parts for the table of a page, and is a line of text for a terminal.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from arena.report.numbers import counted, signed
from arena.report.workers import by_the_wall, differing
from arena.store import standings
from arena.tournament import formats
from world.budget import Budget
from world.errors import printable

if TYPE_CHECKING:
    from arena.store.queries import Results

MAX_MESSAGE_LENGTH, MAX_NAMES = 160, 8
LAST = "; disqualified minds are last, in a tier of their own"
RANKS = "The intervals of ranks hold for all minds at once (95 %); a tier ends where all above beat all below"


class Remark(Struct, frozen=True):
    """A remark: its kind, the minds that it is about (none if about all), how often, and what."""

    kind: str
    what: str
    who: tuple[str, ...] = ()
    times: str = ""
    line: str = ""  # the whole as a line; "" if it is made of who, times and what
    listed: bool = False  # the pages have a list of all

    @property
    def text(self) -> str:
        """The remark as a line, for a page that links to the list."""
        return self.line or " ".join(part for part in (", ".join(self.who), self.times, self.what) if part)

    def __str__(self) -> str:
        return f"{self.text}; report.html lists all" if self.listed else self.text


def remarks(results: "Results") -> list[str]:
    """Return the remarks on a tournament as lines."""
    return list(map(str, find_remarks(results)))


def find_remarks(results: "Results") -> list[Remark]:
    """Return the remarks on a tournament."""
    found = [Remark("store", f"The store is damaged: {printable(results.damage)}")] if results.damage else []
    found += [] if results.is_solo else _on_ratings(results)
    found += [*_forfeits(results), *_disqualified(results), *_overspent(results)]
    found += [*_overtimed(results), *_starts(results), *_jails(results), *_clocks(results)]
    found += [Remark("worker", line) for line in (*by_the_wall(results), *differing(results))]
    return [*found, *_on_figures(results)]


def grouped(found: Iterable[Remark]) -> list[Remark]:
    """Return remarks with those that say the same of several minds made one."""
    groups: dict[tuple[str, str, str, bool], list[Remark]] = {}
    for one in found:
        groups.setdefault((one.kind, one.times, one.what, bool(one.who)), []).append(one)
    return [_one(same) for same in groups.values()]


def _one(same: list[Remark]) -> Remark:
    """Return remarks that differ in their minds alone as one."""
    first, who = same[0], tuple(name for one in same for name in one.who)
    times = f"{first.times} each" if first.times and len(same) > 1 else first.times
    if not first.listed:
        return Remark(first.kind, first.what, who, times)
    more = f" and {len(who) - MAX_NAMES} more" if len(who) > MAX_NAMES else ""
    line = f"{', '.join(who[:MAX_NAMES])}{more}: {times}; most often: {first.what}"
    return Remark(first.kind, first.what, who, times, line, listed=True)


def _on_ratings(results: "Results") -> Iterator[Remark]:
    """Yield the remarks on ratings, except those of disqualified minds, which are ranked without them."""
    for line in results.ratings.remarks:
        mind = max((mind for mind in results.ratings.names if line.startswith(f"{mind} has ")), key=len, default="")
        if not mind:
            yield Remark("rating", line)
        elif mind not in results.disqualified:
            yield Remark("rating", line.removeprefix(f"{mind} "), (mind,))


def _forfeits(results: "Results") -> Iterator[Remark]:
    """Yield the games that each mind forfeited, by kind, and its faults that cost no game."""
    faults = results.brief_faults
    for name, own in faults.groupby("mind"):
        mind, lost, others = printable(str(name)), own[own["decided"]], own[~own["decided"]]
        kinds = ", ".join(f"{number} {kind}" for kind, number in lost["fault"].value_counts().items())
        parts = [f"{counted(len(lost), 'forfeit')} ({kinds})"] if len(lost) else []
        parts += [f"{counted(len(others), 'fault')} that cost no game"] if len(others) else []
        message = printable((lost if len(lost) else others)["message"].value_counts().index[0])[:MAX_MESSAGE_LENGTH]
        line = f"{mind}: {', '.join(parts)}; most often: {message}"
        yield Remark("faults", message, (mind,), ", ".join(parts), line, listed=True)


def _disqualified(results: "Results") -> Iterator[Remark]:
    """Yield who was disqualified, and what that means for their other games."""
    unplayed = standings.unplayed(results)["games"] if not results.is_solo else {}
    alike: dict[int, list[str]] = {}
    for mind in results.disqualified:
        alike.setdefault(int(unplayed.get(mind, 0)), []).append(printable(mind))
    for games, minds in alike.items():
        one = len(minds) == 1
        reason = f"disqualified after {results.plan.max_faults} forfeits in a row"
        rest = f"; {counted(games, 'game')}{'' if one else ' of each'} not played, lost in points, in no rating"
        what = f"{reason}{rest if games else ''}"
        yield Remark("disqualified", what, tuple(minds), line=f"{', '.join(minds)} {'is' if one else 'are'} {what}")


def _overspent(results: "Results") -> Iterator[Remark]:
    """Yield the minds that searched more positions than they may."""
    budget = results.plan.nodes
    for mind, nodes in results.usage.overspent.itertuples(index=False) if budget else ():
        what = f"reports up to {nodes:,} nodes for a move; the budget is {budget:,}"
        yield Remark("budget", what, (printable(str(mind)),))


def _overtimed(results: "Results") -> Iterator[Remark]:
    """Yield the minds that take more than their time for most moves, and forfeit none of them."""
    limit = results.plan.movetime
    for mind, seconds in results.usage.overtimed.itertuples(index=False) if limit else ():
        grace = f"it lives on the {Budget().margin:g} s of grace"
        what = f"takes {seconds:.2g} s for a move on average, --movetime is {limit:g}: {grace}"
        yield Remark("time", what, (printable(str(mind)),))


def _starts(results: "Results") -> Iterator[Remark]:
    """Yield the minds that need much of their time to get ready."""
    most = results.plan.init
    for mind, seconds in results.usage.slow_starts.itertuples(index=False):
        what = f"takes up to {seconds:.2g} s of the processor to get ready (--init {most:g})"
        yield Remark("time", what, (printable(str(mind)),))


def _jails(results: "Results") -> Iterator[Remark]:
    """Yield which foreign minds were jailed, by the layers of their jails."""
    for walls, minds in results.usage.walls.groupby("walls")["mind"]:
        names = tuple(printable(str(mind)) for mind in minds)
        what = f"Jailed ({walls})" if not walls.startswith("none") else "Not jailed (--trust)"
        yield Remark("jail", what, names, line=f"{what}: {', '.join(names)}")


def _clocks(results: "Results") -> Iterator[Remark]:
    """Yield how many games could not go by the processor's clock, and why."""
    for clock, number in results.usage.clocks.itertuples(index=False):
        _, _, reason = clock.partition("wall: ")
        if reason:
            games, why = counted(number, "game"), printable(reason)[:MAX_MESSAGE_LENGTH]
            line = f"Both sides of {games} paid by the wall clock: {why}"
            yield Remark("clock", f"both sides paid by the wall clock: {why}", times=games, line=line)


def _on_figures(results: "Results") -> Iterator[Remark]:
    """Yield what the figures are made of, and how they are to be read."""
    games = results.games
    if copies := int(games["duplicate"].sum()):
        repeated = f"repeat another move for move; {len(games) - copies} count"
        yield Remark("copies", repeated, times=f"{copies} of {len(games)} games")
    if not results.is_solo:
        ratings = results.ratings
        worth = f"{signed(ratings.advantage)} ± {ratings.advantage_error:.0f}"
        yield Remark("first move", f"Moving first is worth {worth} Elo; ± is half of a 95 % interval")
    if len(results.prominent) < len(results.standings):
        shown = f"the {len(results.prominent)} of {len(results.standings)} minds with the most games"
        yield Remark("pictures", f"Crosstables and pictures show {shown}")
    if formats.find(results.plan.format).places is not None:
        yield Remark("ranks", "Pairings depended on results, so the intervals of ranks and the tiers rest on points")
    yield Remark("ranks", RANKS + LAST * bool(results.disqualified and not results.is_solo))
