"""The five frontiers by the names of the searches that they make."""

from collections.abc import Callable
from typing import Any, TypeAlias

from minds.search.paths import Frontier, Problem, Queue, Ranked, Stack

Make: TypeAlias = Callable[[Problem[Any]], Frontier[Any]]


def dfs(_problem: Problem[Any]) -> Frontier[Any]:
    """Depth-first: some way, with luck soon."""
    return Stack()


def bfs(_problem: Problem[Any]) -> Frontier[Any]:
    """Breadth-first: the way of the fewest steps, whatever they cost."""
    return Queue()


def dijkstra(_problem: Problem[Any]) -> Frontier[Any]:
    """Cheapest first: the cheapest way. Where all steps cost the same it is breadth-first."""
    return Ranked(lambda _place, cost: cost)


def greedy(problem: Problem[Any]) -> Frontier[Any]:
    """Nearest to the goal first: some way, and mostly soon."""
    return Ranked(lambda place, _cost: problem.distance(place))


def astar(problem: Problem[Any]) -> Frontier[Any]:
    """The way so far and the least that is left, added up: the cheapest way again, and less is looked at.

    Of equal sums the one that has come further is tried first.
    """
    return Ranked(lambda place, cost: (cost + problem.distance(place), -cost))


FRONTIERS: dict[str, Make] = {make.__name__: make for make in (dfs, bfs, dijkstra, greedy, astar)}
