"""One search for a way, and what it is told to keep its places in: a stack, a queue, a queue by rank.

Take a place out of the frontier, look at it, put its neighbours in. Which place comes out next is all there is to the
difference between depth-first and breadth-first, Dijkstra's search, greed and A*.
"""

from collections import deque
from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from minds.search.deepening import Spent

Place = TypeVar("Place")
Waiting: TypeAlias = tuple[
    Place, Place | None, float
]  # a place, the one it is seen from, and what it costs to get there
Rank: TypeAlias = Callable[[Place, float], Any]  # by which places come out, the least first


class Problem(Protocol[Place]):
    """Somewhere to find a way. A place is whatever can be a key of a dictionary."""

    start: Place
    goal: Place

    def steps(self, place: Place) -> Iterable[tuple[Place, float]]:
        """Where one can go from here, and what each step costs."""
        ...

    def distance(self, place: Place) -> float:
        """What the way to the goal costs at least, as far as can be told without looking; 0 at the goal alone."""
        ...

    def name(self, place: Place) -> str:
        """The place as an action that goes there."""
        ...

    def depths(self, found: "Found[Any]") -> list[int]:
        """How deep each place was found, in the order of the state's text; -1 where nobody looked."""
        ...


class Frontier(Protocol[Place]):
    """The places that have been seen from somewhere, but not been looked at."""

    def put(self, waiting: Waiting[Place], /) -> None: ...

    def take(self) -> Waiting[Place]: ...

    def __len__(self) -> int: ...


class Found(NamedTuple, Generic[Place]):
    """What came of a search."""

    way: list[Place]  # from the start to the goal, both included; empty if there is none, or the budget was spent
    cost: float
    came: dict[Place, Place | None]  # every place that was looked at, in that order, and where it was seen from
    widest: int  # so many places were waiting at once


def find_way(problem: Problem[Place], frontier: Frontier[Place], count: Callable[[], None]) -> Found[Place]:
    """Look for a way from start to goal; `count` is called for every place looked at, and may raise Spent.

    A place may be waiting more than once, seen from several sides: where it comes out first from is what counts.
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
    """The way by which a place was found, from the start."""
    way, before = [place], came[place]
    while before is not None:
        way.append(before)
        before = came[before]
    return way[::-1]


def depth_of_all(found: Found[Any]) -> dict[Any, int]:
    """How many steps from the start each place looked at was found: it came after the one it was seen from."""
    depths: dict[Any, int] = {}
    for place, before in found.came.items():
        depths[place] = 0 if before is None else depths[before] + 1
    return depths


class Stack(list[Waiting[Place]]):
    """The last in is the first out: go on from where one is, and back only when there is no other way."""

    put = list.append
    take = list.pop


class Queue(deque[Waiting[Place]]):
    """The first in is the first out: all that is one step away, then all that is two steps away …"""

    put = deque.append
    take = deque.popleft


class Ranked(Generic[Place]):
    """The least rank first, and of equals the one that has waited longest."""

    def __init__(self, rank: Rank[Place]) -> None:
        self.rank, self.heap, self.number = rank, list[tuple[Any, int, Waiting[Place]]](), 0

    def put(self, waiting: Waiting[Place], /) -> None:
        self.number += 1
        heappush(self.heap, (self.rank(waiting[0], waiting[2]), self.number, waiting))

    def take(self) -> Waiting[Place]:
        return heappop(self.heap)[2]

    def __len__(self) -> int:
        return len(self.heap)
