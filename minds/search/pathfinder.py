"""A mind that looks for a way once, and then follows it."""

from typing import Any, ClassVar

import msgspec

from minds.api import Mind, State
from minds.games import problem_of
from minds.search.deepening import Meter
from minds.search.paths import Found, Problem, find_way, way_to
from world.api import Thoughts

MAX_PV = 20  # steps of the way in the thoughts
MAX_DEPTHS_BYTES = 2000  # a reply has room for 4 KiB


class PathFinder(Mind):
    """The base of the minds that find a way; each subclass has another `frontier`."""

    frontier: ClassVar[Any]  # a Make of minds.search.frontiers

    def newrun(self) -> None:
        self.way: list[str] = []  # the steps still to be taken, the next one last
        self.here = ""  # the place that the last step has reached

    def getaction(self, state: State) -> str:
        if not self.way or state.text != self.here:  # the first state is a map, all later ones a place
            self.way = self.plan(state)[::-1]
        self.here = self.way.pop()
        return self.here

    def plan(self, state: State) -> list[str]:
        """Return the steps to the goal; if the budget does not suffice, to the place nearest to it."""
        problem = problem_of(state)
        meter = Meter(state.budget)
        found = find_way(problem, type(self).frontier(problem), meter.count)
        way = found.way or way_to(best_seen(problem, found), found.came)
        self.thoughts = thoughts_of(problem, found, way, meter.nodes)
        return list(map(problem.name, way[1:])) or [state.actions[0]]


def best_seen(problem: Problem[Any], found: Found[Any]) -> Any:
    """Return the place that seems nearest to the goal, of those looked at except the start."""
    seen = list(found.came)[1:] or [problem.start]
    return min(seen, key=problem.distance)


def thoughts_of(problem: Problem[Any], found: Found[Any], way: list[Any], nodes: int) -> Thoughts:
    """Return the thoughts about a search; with the depth of every place if that is not too long."""
    thoughts: Thoughts = {
        "depth": len(way) - 1,
        "nodes": nodes,
        "cost": found.cost,
        "frontier": found.widest,
        "pv": list(map(problem.name, way[1 : MAX_PV + 1])),
    }
    if len(found.came) <= MAX_DEPTHS_BYTES:
        depths = problem.depths(found)
        if len(msgspec.json.encode(depths)) <= MAX_DEPTHS_BYTES:
            thoughts["depths"] = depths
    return thoughts
