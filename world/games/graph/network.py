"""A graph as a text: from where to where, its nodes and where they lie, its links and what they cost.

    a>c a:0,0 b:30,40 c:60,0 a-b:50 b-c:55 a-c:120        (links go both ways)

A link that is not told what it costs, `a-b`, costs the straight way, rounded up.
"""

import re
from functools import lru_cache
from heapq import heappop, heappush
from math import ceil, hypot
from typing import NamedTuple

from world.errors import StartError, quoted

MOST_LINKS, FURTHEST, DEAREST = 20_000, 100_000, 10**6
NAME = "[A-Za-z0-9_]{1,20}"
EXPECTED = 'expected the like of "a>c a:0,0 b:30,40 c:60,0 a-b b-c:55": from>to, node:x,y, link-link:cost'


class Network(NamedTuple):
    """A graph, and two of its nodes."""

    text: str
    here: str
    goal: str
    nodes: dict[str, tuple[int, int]]
    links: dict[str, dict[str, int]]  # from each node to its neighbours, with what that costs


@lru_cache(maxsize=16)
def read_network(text: str) -> Network:
    """The graph of a text; a StartError says what is wrong with it."""
    first, *words = text.split(" ")
    ends = re.fullmatch(f"({NAME})>({NAME})", first)
    if ends is None or len(words) > 2 * MOST_LINKS:
        raise StartError(f"{quoted(text)} is no graph; {EXPECTED}")
    nodes: dict[str, tuple[int, int]] = {}
    links: dict[str, dict[str, int]] = {}
    for word in words:
        if node := re.fullmatch(f"({NAME}):(-?[0-9]{{1,6}}),(-?[0-9]{{1,6}})", word):
            _add_node(nodes, links, node[1], int(node[2]), int(node[3]))
        elif link := re.fullmatch(f"({NAME})-({NAME})(?::([0-9]{{1,7}}))?", word):
            _add_link(nodes, links, link[1], link[2], link[3])
        else:
            raise StartError(f"{quoted(word)} is neither a node nor a link; {EXPECTED}")
    here, goal = ends.groups()
    if here == goal or not {here, goal} <= nodes.keys():
        raise StartError(
            f"{quoted(first)}: expected two different nodes of the graph, which has {', '.join(nodes)[:200]}"
        )
    return Network(text, here, goal, nodes, links)


def _add_node(nodes: dict[str, tuple[int, int]], links: dict[str, dict[str, int]], name: str, x: int, y: int) -> None:
    if name in nodes or max(abs(x), abs(y)) > FURTHEST:
        raise StartError(f"node {quoted(name)} at {x},{y}; expected each name once, and no further than {FURTHEST}")
    nodes[name], links[name] = (x, y), {}


def _add_link(
    nodes: dict[str, tuple[int, int]], links: dict[str, dict[str, int]], one: str, other: str, told: str | None
) -> None:
    if one not in nodes or other not in nodes or one == other or other in links[one]:
        raise StartError(f"link {quoted(f'{one}-{other}')}; expected two different nodes named before, linked once")
    cost = int(told) if told is not None else straight(nodes[one], nodes[other])
    if not 1 <= cost <= DEAREST:
        raise StartError(f"link {quoted(f'{one}-{other}')} costs {cost}; expected 1 to {DEAREST}")
    links[one][other] = links[other][one] = cost


def straight(one: tuple[int, int], other: tuple[int, int]) -> int:
    """The straight way between two points, rounded up."""
    return ceil(hypot(one[0] - other[0], one[1] - other[1]))


def cheapest(network: Network) -> int | None:
    """What the cheapest way to the goal costs; None if there is none."""
    done: set[str] = set()
    waiting = [(0, network.here)]
    while waiting:
        cost, node = heappop(waiting)
        if node == network.goal:
            return cost
        if node not in done:
            done.add(node)
            for near, price in network.links[node].items():
                heappush(waiting, (cost + price, near))
    return None
