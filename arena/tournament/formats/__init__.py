"""The formats of a tournament, one file each. To add one, add a file here that defines FORMAT.

`arena run --format`, its help, plans and reports find it by itself; nothing else lists the formats.
"""

import pkgutil
from collections.abc import Callable, Sequence, Set
from difflib import get_close_matches
from typing import TYPE_CHECKING

from arena.errors import PlanError, defined_in
from minds.errors import quoted
from world.api import Opening

if TYPE_CHECKING:
    from arena.tournament.schedule import Format, Results, Task
    from arena.tournament.settings import Plan

IMPORTED = "imported"  # of games that were played elsewhere
LADDER = "ladder"  # of a course, whose games depend on who has used how much time
NOT_PLAYED = {  # by `arena run`: the formats that plans of stores may have besides, and who makes such a store
    IMPORTED: "its games were played elsewhere; arena import makes such a folder",
    LADDER: "a course plays it; arena serve --course makes such a folder",
}


def names() -> list[str]:
    """Return the names of all formats, in alphabetical order."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def find(name: str) -> "Format":
    """Return a format by its name; raise PlanError if there is none."""
    if name in NOT_PLAYED:
        unplayed_format: Format = defined_in(f"arena.tournament.{name}", "FORMAT", "imported.py")
        return unplayed_format
    known = names()
    if name not in known:
        near = get_close_matches(name, known, 1)
        meant = f"; did you mean {near[0]}?" if near else ""
        raise PlanError(f"no format {quoted(name)}; expected one of {', '.join(known)}{meant}")
    found: Format = defined_in(f"{__name__}.{name}", "FORMAT", "gauntlet.py")
    return found


def title(name: str) -> str:
    """Return a format's name as people write it."""
    return find(name).title or name.capitalize()


def schedule(
    plan: "Plan", openings: "Sequence[Opening]", results: "Results", disqualified: "Set[int]" = frozenset()
) -> "tuple[list[Task], dict[str, tuple[float, ...]]]":
    """Return all games that the results decide, in the order of the plan, and the results of those not to be played.

    A game is not played if one of its minds, by their indices in the plan, is disqualified: the other gets the point.
    """
    unplayed: dict[str, tuple[float, ...]] = {}
    while True:
        tasks = list(find(plan.format).games(plan, openings, {**unplayed, **results} if unplayed else results))
        new = [task for task in tasks if task.name not in results and not disqualified.isdisjoint(task.seats)]
        if len(new) == len(unplayed):
            return tasks, unplayed
        unplayed = {task.name: tuple(float(mind not in disqualified) for mind in task.seats) for task in new}


def unplayed(
    plan: "Plan", openings: "Sequence[Opening]", results: "Results", disqualified: "Set[int]"
) -> "dict[str, tuple[float, ...]]":
    """Return the results of the games that are not played because a mind is disqualified."""
    return schedule(plan, openings, results, disqualified)[1] if disqualified else {}


def due(
    plan: "Plan",
    openings: "Sequence[Opening]",
    results: "Results",
    absent: "Set[int]" = frozenset(),
    disqualified: "Set[int]" = frozenset(),
) -> "list[Task]":
    """Return the games that can be played now and have not been; an empty list means that the tournament is over.

    Games of minds that are absent or disqualified, by their indices in the plan, are never due.
    """
    tasks, unplayed = schedule(plan, openings, results, disqualified)
    known = results.keys() | unplayed.keys()
    return [task for task in tasks if task.name not in known and absent.isdisjoint(task.seats)]


def total(plan: "Plan") -> int | None:
    """Return the number of games in the whole tournament, or None if it depends on results."""
    return find(plan.format).total(plan)


def expected(plan: "Plan", results: "Callable[[], Results]", standings: "Sequence[str]") -> int:
    """Return the number of games of the whole tournament, without those that nobody will play; 0 if it is not known.

    `standings` are those of the entrants, in the order of the plan: who is withdrawn or disqualified plays no more.
    Results, of which there may be very many, are read only where the number depends on them.
    """
    known = total(plan) or 0
    away = {
        standing: {place for place, found in enumerate(standings) if found == standing}
        for standing in ("withdrawn", "disqualified")
    }
    if not known or not any(away.values()):
        return known
    played = results()
    return len(played) + len(due(plan, [Opening()], played, away["withdrawn"], away["disqualified"]))
