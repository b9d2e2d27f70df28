"""Graphs made by chance: towns and the roads between neighbours; from the same words and seed always the same."""

import re
from functools import lru_cache
from random import Random

from world.errors import StartError, quoted
from world.games.graph.network import straight

FEWEST, MOST = 4, 2000
EXPECTED = f'expected the like of "roads 30", {FEWEST} to {MOST} nodes'
WIDE, HIGH = 900, 600
ROADS = 3  # to the nearest neighbours, of each
HILLS = 0.6  # a road is up to so much longer than the straight way


@lru_cache(maxsize=16)
def grow(words: str, seed: int) -> str:
    """The text of the graph that these words and this seed mean: from the leftmost node to the rightmost."""
    found = re.fullmatch("roads ([0-9]{1,4})", words)
    if found is None or not FEWEST <= int(found[1]) <= MOST:
        raise StartError(f"{quoted(words)} is no graph; {EXPECTED}")
    chance = Random(f"{words} {seed}")
    towns = _towns(int(found[1]), chance)
    roads = _roads(towns)
    nodes = [f"n{number}:{x},{y}" for number, (x, y) in enumerate(towns)]
    links = []
    for one, other in sorted(roads):
        cost = round(straight(towns[one], towns[other]) * (1 + HILLS * chance.random()) + 0.5)
        links.append(f"n{one}-n{other}:{cost}")
    return " ".join([f"n0>n{len(towns) - 1}", *nodes, *links])


def _towns(count: int, chance: Random) -> list[tuple[int, int]]:
    """Places from left to right, none too near to another as long as there is room."""
    apart, found = 0.6 * (WIDE * HIGH / count) ** 0.5, list[tuple[int, int]]()
    while len(found) < count:
        x, y = chance.randrange(WIDE), chance.randrange(HIGH)
        if all((x - a) ** 2 + (y - b) ** 2 >= apart * apart for a, b in found):
            found.append((x, y))
        else:
            apart *= 0.999
    return sorted(found)


def _roads(towns: list[tuple[int, int]]) -> set[tuple[int, int]]:
    """From every town to the nearest ones, and to the nearest of those on its left: so all are joined."""
    roads = set()
    for one in range(len(towns)):
        by_distance = sorted(range(len(towns)), key=lambda other: straight(towns[one], towns[other]))
        roads |= {(min(one, other), max(one, other)) for other in by_distance[1 : ROADS + 1]}
        left = [other for other in by_distance if other < one]
        roads |= {(left[0], one)} if left else set()
    return roads
