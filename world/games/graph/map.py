"""A graph, read from its text: start and goal, nodes with their positions, links with their costs.

    a>c a:0,0 b:30,40 c:60,0 a-b:50 b-c:55 a-c:120        (links go both ways)

A link without a cost, `a-b`, costs the straight distance, rounded up.
"""

import re
from functools import lru_cache
from heapq import heappop, heappush
from math import ceil, hypot
from typing import NamedTuple

from world.errors import StartError, quoted

MOST_LINKS, MAX_COORDINATE, MAX_COST = 20_000, 100_000, 10**6
NAME = "[A-Za-z0-9_]{1,20}"
EXPECTED = 'expected e.g. "a>c a:0,0 b:30,40 c:60,0 a-b b-c:55": start>goal, node:x,y, node-node:cost'


class GraphMap(NamedTuple):
    """A graph with a start and a goal."""

    text: str
    start: str
    goal: str
    nodes: dict[str, tuple[int, int]]
    links: dict[str, dict[str, int]]  # the neighbours of each node and what it costs to reach them


@lru_cache(maxsize=16)
def read_map(text: str) -> GraphMap:
    """Return the graph that a text describes, or raise a StartError."""
    first, *words = text.split(" ")
    ends = re.fullmatch(f"({NAME})>({NAME})", first)
    if ends is None or len(words) > 2 * MOST_LINKS:
        raise StartError(f"{quoted(text)} is not a graph; {EXPECTED}")
    nodes: dict[str, tuple[int, int]] = {}
    links: dict[str, dict[str, int]] = {}
    for word in words:
        if node := re.fullmatch(f"({NAME}):(-?[0-9]{{1,6}}),(-?[0-9]{{1,6}})", word):
            _add_node(nodes, links, node[1], int(node[2]), int(node[3]))
        elif link := re.fullmatch(f"({NAME})-({NAME})(?::([0-9]{{1,7}}))?", word):
            _add_link(nodes, links, link[1], link[2], link[3])
        else:
            raise StartError(f"{quoted(word)} is neither a node nor a link; {EXPECTED}")
    start, goal = ends.groups()
    if start == goal or not {start, goal} <= nodes.keys():
        raise StartError(f"{quoted(first)}: expected two different nodes out of {', '.join(nodes)[:200]}")
    return GraphMap(text, start, goal, nodes, links)


def _add_node(nodes: dict[str, tuple[int, int]], links: dict[str, dict[str, int]], name: str, x: int, y: int) -> None:
    if name in nodes or max(abs(x), abs(y)) > MAX_COORDINATE:
        raise StartError(
            f"node {quoted(name)} at {x},{y}; expected each name once and coordinates up to {MAX_COORDINATE}"
        )
    nodes[name], links[name] = (x, y), {}


def _add_link(
    nodes: dict[str, tuple[int, int]], links: dict[str, dict[str, int]], one: str, other: str, price: str | None
) -> None:
    if one not in nodes or other not in nodes or one == other or other in links[one]:
        raise StartError(
            f"link {quoted(f'{one}-{other}')}; expected two different nodes listed before it and not linked yet"
        )
    cost = int(price) if price is not None else straight(nodes[one], nodes[other])
    if not 1 <= cost <= MAX_COST:
        raise StartError(f"link {quoted(f'{one}-{other}')} costs {cost}; expected 1 to {MAX_COST}")
    links[one][other] = links[other][one] = cost


def straight(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return the straight distance between two points, rounded up."""
    return ceil(hypot(one[0] - other[0], one[1] - other[1]))


def cheapest_cost(graph: GraphMap) -> int | None:
    """Return the cost of the cheapest way to the goal, or None if no way leads there."""
    done: set[str] = set()
    waiting = [(0, graph.start)]
    while waiting:
        cost, node = heappop(waiting)
        if node == graph.goal:
            return cost
        if node not in done:
            done.add(node)
            for near, price in graph.links[node].items():
                heappush(waiting, (cost + price, near))
    return None
