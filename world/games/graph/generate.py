"""Random graphs: towns and roads between near ones. The same words and seed always make the same graph."""

import re
from functools import lru_cache
from random import Random

from world.errors import StartError, quoted
from world.games.graph.map import straight

FEWEST_NODES, MOST_NODES = 4, 2000
EXPECTED = f'expected e.g. "roads 30", with {FEWEST_NODES} to {MOST_NODES} nodes'
WIDE, HIGH = 900, 600
ROADS = 3  # from each town to its nearest neighbours
DETOUR = 0.6  # a road is up to 60 % longer than the straight line


@lru_cache(maxsize=16)
def generate_graph(words: str, seed: int) -> str:
    """Return the text of the graph that the words and the seed describe, from the leftmost node to the rightmost."""
    found = re.fullmatch("roads ([0-9]{1,4})", words)
    if found is None or not FEWEST_NODES <= int(found[1]) <= MOST_NODES:
        raise StartError(f"{quoted(words)} is not a graph; {EXPECTED}")
    chance = Random(f"{words} {seed}")
    towns = _towns(int(found[1]), chance)
    roads = _roads(towns)
    nodes = [f"n{number}:{x},{y}" for number, (x, y) in enumerate(towns)]
    links = []
    for one, other in sorted(roads):
        cost = round(straight(towns[one], towns[other]) * (1 + DETOUR * chance.random()) + 0.5)
        links.append(f"n{one}-n{other}:{cost}")
    return " ".join([f"n0>n{len(towns) - 1}", *nodes, *links])


def _towns(count: int, chance: Random) -> list[tuple[int, int]]:
    """Return random points from left to right, spread out as far as there is room."""
    apart, found = 0.6 * (WIDE * HIGH / count) ** 0.5, list[tuple[int, int]]()
    while len(found) < count:
        x, y = chance.randrange(WIDE), chance.randrange(HIGH)
        if all((x - a) ** 2 + (y - b) ** 2 >= apart * apart for a, b in found):
            found.append((x, y))
        else:
            apart *= 0.999
    return sorted(found)


def _roads(towns: list[tuple[int, int]]) -> set[tuple[int, int]]:
    """Join every town to the nearest ones, and to the nearest one on its left, so that all are connected."""
    roads = set()
    for one in range(len(towns)):
        by_distance = sorted(range(len(towns)), key=lambda other: straight(towns[one], towns[other]))
        roads |= {(min(one, other), max(one, other)) for other in by_distance[1 : ROADS + 1]}
        left = [other for other in by_distance if other < one]
        roads |= {(left[0], one)} if left else set()
    return roads
