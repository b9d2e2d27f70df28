"""Random mazes: scattered obstacles, or rooms and corridors. The same words and seed always make the same maze."""

import re
from functools import lru_cache
from random import Random

from world.errors import StartError, quoted
from world.games.maze.map import END, FREE, GOAL, MOST_ROWS, START, WALL, read_map, shortest_length

KINDS = ("random", "rooms")
EXPECTED = f'expected e.g. "random 10x10", "random 50x80 25%" (walls) or "rooms 40x60", up to {MOST_ROWS}x{MOST_ROWS}'
WALLS, MOST_WALLS = 30, 40  # per cent of the cells; with more walls, few mazes have a way through
BLOCK = 8  # rows and columns of a block, which holds one room
EXTRA_CORRIDORS = 0.15  # probability that two adjacent rooms are joined though another way connects them


@lru_cache(maxsize=4)
def generate_maze(words: str, seed: int) -> str:
    """Return the text of the maze that the words and the seed describe."""
    found = re.fullmatch(r"(random|rooms) ([0-9]{1,4})x([0-9]{1,4})(?: ([0-9]{1,2})%)?", words)
    if found is None or (found[1] == "rooms" and found[4]):
        raise StartError(f"{quoted(words)} is not a maze; {EXPECTED}")
    rows, columns, share = int(found[2]), int(found[3]), int(found[4] or WALLS)
    least = 2 if found[1] == "random" else 2 * BLOCK
    if not (least <= min(rows, columns) and max(rows, columns) <= MOST_ROWS and share <= MOST_WALLS):
        raise StartError(
            f"{quoted(words)}: expected at least {least} rows and columns and at most {MOST_WALLS} % walls; {EXPECTED}"
        )
    chance = Random(f"{words} {seed}")
    return _rooms(rows, columns, chance) if found[1] == "rooms" else _obstacles(rows, columns, share, chance)


def _obstacles(rows: int, columns: int, share: int, chance: Random) -> str:
    """Scatter walls; draw again, each time with fewer walls, until a way leads from corner to corner."""
    while True:
        cells = chance.choices(WALL + FREE, [share, 100 - share], k=rows * columns)
        cells[0], cells[-1] = START, GOAL
        text = _lines("".join(cells), columns)
        if shortest_length(read_map(text)) is not None:
            return text
        share -= share > 1


def _rooms(rows: int, columns: int, chance: Random) -> str:
    """Dig a room in every block and connect all rooms by corridors."""
    down, across = rows // BLOCK, columns // BLOCK
    cells = [bytearray(WALL.encode() * columns) for _ in range(rows)]
    centres = {}
    for block in range(down * across):
        centres[block] = _dig_room(cells, block // across * BLOCK, block % across * BLOCK, chance)
    for one, other in _joined(down, across, chance):
        _dig_corridor(cells, centres[one], centres[other], chance)
    for (row, column), letter in ((centres[0], START), (centres[down * across - 1], GOAL)):
        cells[row][column] = ord(letter)
    return END.join(row.decode() for row in cells)


def _dig_room(cells: list[bytearray], row: int, column: int, chance: Random) -> tuple[int, int]:
    """Dig a room in the block at this row and column, with a wall around it; return its middle."""
    high, wide = chance.randint(2, BLOCK - 2), chance.randint(2, BLOCK - 2)
    top, left = row + chance.randint(1, BLOCK - 1 - high), column + chance.randint(1, BLOCK - 1 - wide)
    for line in cells[top : top + high]:
        line[left : left + wide] = FREE.encode() * wide
    return top + high // 2, left + wide // 2


def _joined(down: int, across: int, chance: Random) -> list[tuple[int, int]]:
    """Return the pairs of adjacent blocks to join: a random tree that reaches every block, and a few more."""
    pairs, reached, edge = [], {0}, [0]
    while edge:
        block = edge[-1] if chance.random() < 0.5 else edge[chance.randrange(len(edge))]
        near = [other for other in _beside(block, down, across) if other not in reached]
        if not near:
            edge.remove(block)
            continue
        pairs.append((block, chance.choice(near)))
        reached.add(pairs[-1][1])
        edge.append(pairs[-1][1])
    for block in range(down * across):
        pairs += [
            (block, other)
            for other in _beside(block, down, across)
            if other > block and chance.random() < EXTRA_CORRIDORS
        ]
    return pairs


def _beside(block: int, down: int, across: int) -> list[int]:
    row, column = divmod(block, across)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [r * across + c for r, c in around if 0 <= r < down and 0 <= c < across]


def _dig_corridor(cells: list[bytearray], one: tuple[int, int], other: tuple[int, int], chance: Random) -> None:
    """Dig from the middle of one room to that of another, around one corner."""
    (row, column), (to_row, to_column) = (one, other) if chance.random() < 0.5 else (other, one)
    left, right = sorted((column, to_column))
    cells[row][left : right + 1] = FREE.encode() * (right - left + 1)
    top, bottom = sorted((row, to_row))
    for line in cells[top : bottom + 1]:
        line[to_column] = ord(FREE)


def _lines(cells: str, columns: int) -> str:
    return END.join(cells[place : place + columns] for place in range(0, len(cells), columns))
