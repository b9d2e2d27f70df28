"""A graph as a problem of finding the cheapest way."""

import re
from math import hypot, inf
from typing import Any

from minds.api import State
from minds.search.paths import Found, depth_of_all


class Graph:
    """Nodes with their coordinates, and links with their costs."""

    def __init__(self, text: str, here: str = "") -> None:
        ends, *words = text.split(" ")
        start, _, self.goal = ends.partition(">")
        self.start = here or start
        self.at: dict[str, tuple[int, int]] = {}
        self.links: dict[str, dict[str, float]] = {}
        for word in words:
            if node := re.fullmatch(r"(\w+):(-?\d+),(-?\d+)", word):
                self.at[node[1]], self.links[node[1]] = (int(node[2]), int(node[3])), {}
            elif link := re.fullmatch(r"(\w+)-(\w+)(?::(\d+))?", word):
                cost = float(link[3] or -(-self._length(link[1], link[2]) // 1))
                self.links[link[1]][link[2]] = self.links[link[2]][link[1]] = cost
        self.pace = self._least_pace()

    def _length(self, one: str, other: str) -> float:
        return hypot(self.at[one][0] - self.at[other][0], self.at[one][1] - self.at[other][1])

    def _least_pace(self) -> float:
        """Return the least cost of any link per unit of length, so that `distance` never overestimates."""
        links = ((self._length(one, other), cost) for one, near in self.links.items() for other, cost in near.items())
        least = min((cost / length for length, cost in links if length), default=inf)
        return 0.0 if least == inf else least

    def steps(self, place: str) -> list[tuple[str, float]]:
        return list(self.links[place].items())

    def distance(self, place: str) -> float:
        return self.pace * self._length(place, self.goal)

    def name(self, place: str) -> str:
        return place

    def depths(self, found: Found[Any]) -> list[int]:
        known = depth_of_all(found)
        return [known.get(name, -1) for name in self.at]


def problem_of(state: State) -> Graph:
    """Return the problem of a state such as "a>c a:0,0 b:3,4 c:6,8 a-b b-c:7", or later of a node such as "b"."""
    return Graph(state.text) if ">" in state.text else Graph(state.start, state.text)
