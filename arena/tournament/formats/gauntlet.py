"""The gauntlet: the mind listed first meets every other."""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from arena.tournament.schedule import Format, Results, Task, pairing
from world.api import Opening

if TYPE_CHECKING:
    from arena.tournament.settings import Plan


def games(plan: "Plan", openings: Sequence[Opening], _results: Results) -> Iterator[Task]:
    """Yield the first opening against every opponent, then the next."""
    for number in range(math.ceil(plan.games / 2)):
        for other in range(1, len(plan.minds)):
            yield from pairing(plan, openings, (0, other), other, number, min(2, plan.games - 2 * number))


def total(plan: "Plan") -> int:
    """Return the number of games."""
    return (len(plan.minds) - 1) * plan.games


FORMAT = Format("the mind listed first meets every other", games, total)
