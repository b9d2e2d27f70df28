"""Five frontiers for `find_way`, each named after the search that it leads to."""

from collections.abc import Callable
from typing import Any, TypeAlias

from minds.search.paths import Frontier, Problem, Queue, Ranked, Stack

Make: TypeAlias = Callable[[Problem[Any]], Frontier[Any]]


def dfs(_problem: Problem[Any]) -> Frontier[Any]:
    """Depth-first: finds some way, with luck soon."""
    return Stack()


def bfs(_problem: Problem[Any]) -> Frontier[Any]:
    """Breadth-first: finds the way with the fewest steps, at any cost."""
    return Queue()


def dijkstra(_problem: Problem[Any]) -> Frontier[Any]:
    """Cheapest first: finds the cheapest way. Where all steps cost the same it is breadth-first."""
    return Ranked(lambda _place, cost: cost)


def greedy(problem: Problem[Any]) -> Frontier[Any]:
    """Nearest to the goal first: finds some way, mostly soon."""
    return Ranked(lambda place, _cost: problem.distance(place))


def astar(problem: Problem[Any]) -> Frontier[Any]:
    """Least cost so far plus estimated rest first: finds the cheapest way, and looks at fewer places.

    Of equal sums the one with the higher cost so far, which is nearer to the goal, comes first.
    """
    return Ranked(lambda place, cost: (cost + problem.distance(place), -cost))


FRONTIERS: dict[str, Make] = {make.__name__: make for make in (dfs, bfs, dijkstra, greedy, astar)}
