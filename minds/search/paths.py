"""One search for a way, and the three frontiers that it may use: a stack, a queue, a queue ordered by rank.

Take a place out of the frontier, look at it, put its neighbours in. Depth-first, breadth-first, Dijkstra's search,
greedy search and A* differ only in which place comes out next.
"""

from collections import deque
from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from minds.search.deepening import Spent

Place = TypeVar("Place")
Waiting: TypeAlias = tuple[Place, Place | None, float]  # a place, its predecessor, the cost to get there
Rank: TypeAlias = Callable[[Place, float], Any]  # the place with the least rank comes out first


class Problem(Protocol[Place]):
    """A problem of finding a way. A place is anything that can be a key of a dictionary."""

    start: Place
    goal: Place

    def steps(self, place: Place) -> Iterable[tuple[Place, float]]:
        """Return the neighbours of a place with the costs of the steps."""
        ...

    def distance(self, place: Place) -> float:
        """Return an estimate of the cost to the goal, never too high; 0 only at the goal."""
        ...

    def name(self, place: Place) -> str:
        """Return the action that goes to a place."""
        ...

    def depths(self, found: "Found[Any]") -> list[int]:
        """Return the depth of each place, in the order of the state's text; -1 where the search did not look."""
        ...


class Frontier(Protocol[Place]):
    """The places that have been seen but not looked at yet."""

    def put(self, waiting: Waiting[Place], /) -> None: ...

    def take(self) -> Waiting[Place]: ...

    def __len__(self) -> int: ...


class Found(NamedTuple, Generic[Place]):
    """The result of a search."""

    way: list[Place]  # from start to goal, both included; empty if there is none, or the budget is spent
    cost: float
    came: dict[Place, Place | None]  # each place looked at, in that order, with its predecessor
    widest: int  # the most places that were waiting at once


def find_way(problem: Problem[Place], frontier: Frontier[Place], count: Callable[[], None]) -> Found[Place]:
    """Look for a way from start to goal; `count` is called for every place looked at, and may raise Spent.

    A place may wait several times, with different predecessors; the first one to come out counts.
    """
    came: dict[Place, Place | None] = {}
    widest = 0
    frontier.put((problem.start, None, 0))
    try:
        while waiting := len(frontier):
            widest = max(widest, waiting)
            place, seen_from, cost = frontier.take()
            if place in came:
                continue
            count()
            came[place] = seen_from
            if place == problem.goal:
                return Found(way_to(place, came), cost, came, widest)
            for neighbour, price in problem.steps(place):
                if neighbour not in came:
                    frontier.put((neighbour, place, cost + price))
    except Spent:
        pass
    return Found([], 0, came, widest)


def way_to(place: Place, came: dict[Place, Place | None]) -> list[Place]:
    """Return the way from the start to a place that was looked at."""
    way, before = [place], came[place]
    while before is not None:
        way.append(before)
        before = came[before]
    return way[::-1]


def depth_of_all(found: Found[Any]) -> dict[Any, int]:
    """Return for each place looked at its number of steps from the start."""
    depths: dict[Any, int] = {}
    for place, before in found.came.items():
        depths[place] = 0 if before is None else depths[before] + 1
    return depths


class Stack(list[Waiting[Place]]):
    """Last in, first out: the search goes on from the newest place."""

    put = list.append
    take = list.pop


class Queue(deque[Waiting[Place]]):
    """First in, first out: all places one step away, then all that are two steps away, and so on."""

    put = deque.append
    take = deque.popleft


class Ranked(Generic[Place]):
    """The least rank first; of equals, the one that has waited longest."""

    def __init__(self, rank: Rank[Place]) -> None:
        self.rank, self.heap, self.number = rank, list[tuple[Any, int, Waiting[Place]]](), 0

    def put(self, waiting: Waiting[Place], /) -> None:
        self.number += 1
        heappush(self.heap, (self.rank(waiting[0], waiting[2]), self.number, waiting))

    def take(self) -> Waiting[Place]:
        return heappop(self.heap)[2]

    def __len__(self) -> int:
        return len(self.heap)
