"""The workers of a tournament in words: a table, and a remark on each that differs from the others."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from arena.crew.speeds import unequal_speeds, warning
from arena.report.openings import chance
from arena.store.workers import Difference
from world.errors import printable
from world.record import WorkerIdentity

if TYPE_CHECKING:
    from arena.store.queries import Results

MAX_ROWS = 20
HEADINGS = (
    "worker",
    "games",
    "seconds a game",
    "speed",
    "walls",
    "forfeits",
    "refusals",
    "failed",
    "rejected",
    "by chance",
)
EXPLANATION = (
    "Speed is in million nodes of perft a second. Refusals are of batches of games, failed are games that could not be "
    "played, rejected are records that could not be right; all were played again. “By chance” is the probability that "
    "chance makes any worker differ so much from the others in forfeits or scores"
)


def has_workers(results: "Results") -> bool:
    """Return True if there is more than one worker to show."""
    return len(results.workers) > 1


def workers(results: "Results") -> tuple[list[str], list[list[str]], list[str]]:
    """Return the workers as texts, those that differ most first, with headings and remarks."""
    table = results.workers.sort_values(["p_value", "games"], ascending=[True, False], kind="stable")
    rows = [_row(row) for row in table.head(MAX_ROWS).itertuples()]
    more = [f"workers.csv has all {len(table)} workers"] if len(table) > MAX_ROWS else []
    return list(HEADINGS), rows, [EXPLANATION, *more]


def _row(row: Any) -> list[str]:
    seconds = "–" if row.seconds_a_game != row.seconds_a_game else f"{row.seconds_a_game:.2g}"
    speed = "–" if row.speed != row.speed else f"{row.speed:g}"
    counts = (str(number) for number in (row.forfeits, row.refusals, row.failed, row.rejected))
    by_chance = "–" if row.p_value != row.p_value else chance(row.p_value)
    return [printable(row.worker), str(row.games), seconds, speed, printable(row.walls) or "none", *counts, by_chance]


def differing(results: "Results") -> Iterator[str]:
    """Yield a remark on each worker or machine whose results differ from the others' by more than chance."""
    for one in results.comparison.differences:
        noun = "machine" if one.group.is_machine else "worker"
        others = "the others" if one.rivals > 1 else "the other one, and either may be at fault"
        yield f"The {noun} {printable(one.group.name)} differs by more than chance from {others}: {_facts(one)}"


def _facts(one: Difference) -> str:
    if not one.mind:
        return f"{one.found:g} of {one.games} games were forfeited there, {one.expected:.1f} expected"
    found, expected = (100 * points / one.games for points in (one.found, one.expected))
    return f"{printable(one.mind)} scored {found:.0f} % of {one.games} games there, {expected:.0f} % expected"


def by_the_wall(results: "Results") -> Iterator[str]:
    """Yield a warning if games were played by the wall clock on machines of unequal speed."""
    if results.usage.clocks["clock"].str.startswith("wall").any():
        table = results.workers[results.workers["speed"].notna() & (results.workers["games"] > 0)]
        found = zip(table["machine"], table["speed"], strict=True)
        if speeds := unequal_speeds(WorkerIdentity(str(machine), speed=float(speed)) for machine, speed in found):
            words = warning(speeds)
            yield words[0].upper() + words[1:]
