"""A maze's map, read from its text: rows of cells with `/` between them.

    S.#.      S the start, G the goal, # a wall, . a free cell
    ..#.      as one line: S.#./..#./...G
    ...G

With a row of `/` before and after the text, the cell above any cell is always `width` letters to its left, and every
step over an edge leads onto a `/`, which is not free. So the edges need no check.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from world.errors import StartError, quoted

MOST_ROWS = 1000  # and columns
WALL, FREE, START, GOAL, END = "#", ".", "S", "G", "/"
EXPECTED = f'expected rows of equal length such as "S.#/..G", at most {MOST_ROWS} by {MOST_ROWS}, with one S and one G'


class MazeMap(NamedTuple):
    """A maze to walk in. A place is the index of a cell in `ground`."""

    text: str
    rows: int
    columns: int
    start: int
    goal: int
    ground: bytes  # 1 for every free place

    @property
    def width(self) -> int:
        """Distance from a place to the one below it."""
        return self.columns + 1

    def neighbours(self, place: int) -> list[int]:
        """Return the free places above, left, right and below, in this order."""
        around = (place - self.width, place - 1, place + 1, place + self.width)
        return [near for near in around if self.ground[near]]

    def name(self, place: int) -> str:
        """Return a place as "row,column", counted from the upper left corner."""
        row, column = divmod(place, self.width)
        return f"{row - 1},{column}"

    def place(self, row: int, column: int) -> int:
        """Return the place of a row and column."""
        return (row + 1) * self.width + column


@lru_cache(maxsize=4)
def read_map(text: str) -> MazeMap:
    """Return the map that a text describes, or raise a StartError."""
    rows, columns = text.count(END) + 1, text.find(END) if END in text else len(text)
    if not (0 < columns <= MOST_ROWS and rows <= MOST_ROWS and re.fullmatch("[#.SG/]+", text)):
        raise StartError(f"{quoted(text)} is not a maze; {EXPECTED}")
    if len(text) != rows * (columns + 1) - 1 or text[columns :: columns + 1].count(END) != rows - 1:
        raise StartError(f"{quoted(text)}: its rows differ in length; {EXPECTED}")
    if text.count(START) != 1 or text.count(GOAL) != 1:
        raise StartError(f"{quoted(text)} has {text.count(START)} S and {text.count(GOAL)} G; {EXPECTED}")
    edge = END * (columns + 1)
    ground = f"{edge}{text}{edge}"
    free = ground.encode().translate(bytes(chr(code) in ".SG" for code in range(256)))
    return MazeMap(text, rows, columns, ground.index(START), ground.index(GOAL), free)


@lru_cache(maxsize=8)
def shortest_length(maze: MazeMap) -> int | None:
    """Return the number of steps of the shortest way to the goal, or None if no way leads there."""
    left, width = bytearray(maze.ground), maze.width
    wave, steps = [maze.start], 0
    left[maze.start] = 0
    while wave:
        if not left[maze.goal]:
            return steps
        steps, last, wave = steps + 1, wave, []
        for place in last:
            for near in (place - width, place - 1, place + 1, place + width):
                if left[near]:
                    left[near] = 0
                    wave.append(near)
    return None
