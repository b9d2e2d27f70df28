"""A mind that looks for a way once, and then goes it."""

from typing import Any, ClassVar

import msgspec

from minds.api import Mind, State
from minds.games import problem_of
from minds.search.deepening import Meter
from minds.search.paths import Found, Problem, find_way, way_to
from world.api import Thoughts

SHOWN = 20  # steps of the way that are told
MOST_DEPTHS = 2000  # bytes: there is room for 4 KiB in a reply


class PathFinder(Mind):
    """What the searches for a way have in common: subclass with the `frontier` that makes the difference."""

    frontier: ClassVar[Any]  # a Make of minds.search.frontiers

    def newrun(self) -> None:
        self.way: list[str] = []  # that is still to be gone, the next step last
        self.here = ""  # where the last step has led

    def getaction(self, state: State) -> str:
        if not self.way or state.text != self.here:  # after a first state, which is a map, each is where one is
            self.way = self.plan(state)[::-1]
        self.here = self.way.pop()
        return self.here

    def plan(self, state: State) -> list[str]:
        """The steps to the goal; if the budget does not last so far, to where it looks best."""
        problem = problem_of(state)
        meter = Meter(state.budget)
        found = find_way(problem, type(self).frontier(problem), meter.count)
        way = found.way or way_to(best_seen(problem, found), found.came)
        self.thoughts = told(problem, found, way, meter.nodes)
        return list(map(problem.name, way[1:])) or [state.actions[0]]


def best_seen(problem: Problem[Any], found: Found[Any]) -> Any:
    """Of the places looked at, other than the start, the one that seems nearest to the goal."""
    seen = list(found.came)[1:] or [problem.start]
    return min(seen, key=problem.distance)


def told(problem: Problem[Any], found: Found[Any], way: list[Any], nodes: int) -> Thoughts:
    """What there is to tell of a search; of every place looked at only if that is not too much."""
    thoughts: Thoughts = {
        "depth": len(way) - 1,
        "nodes": nodes,
        "cost": found.cost,
        "frontier": found.widest,
        "pv": list(map(problem.name, way[1 : SHOWN + 1])),
    }
    if len(found.came) <= MOST_DEPTHS:
        depths = problem.depths(found)
        if len(msgspec.json.encode(depths)) <= MOST_DEPTHS:
            thoughts["depths"] = depths
    return thoughts
