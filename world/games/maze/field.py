"""A maze as a text and as a field to walk on: rows of cells, `/` between them, so that the text itself is the field.

    S.#.      S where one stands, G the goal, # a wall, . a free cell
    ..#.      as one line: S.#./..#./...G
    ...G

With a row of `/` before and behind it, the cell above another is always one row's letters to the left of it, and
beyond every edge there is a `/`, on which nobody can walk.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from world.errors import StartError, quoted

LARGEST = 1000  # rows, and columns
WALL, FREE, HERE, GOAL, END = "#", ".", "S", "G", "/"
EXPECTED = f'expected rows of equal length such as "S.#/..G", at most {LARGEST} by {LARGEST}, with one S and one G'


class Field(NamedTuple):
    """A maze that can be walked on."""

    text: str
    rows: int
    columns: int
    here: int  # where one stands at first, as a place in `ground`
    goal: int
    ground: bytes  # 1 for every place on which one can stand

    @property
    def width(self) -> int:
        """Places from a cell to the one below it."""
        return self.columns + 1

    def neighbours(self, place: int) -> list[int]:
        """Above, left, right, below: where one can go from here."""
        around = (place - self.width, place - 1, place + 1, place + self.width)
        return [near for near in around if self.ground[near]]

    def name(self, place: int) -> str:
        """A place as "row,column", counted from the upper left corner."""
        row, column = divmod(place, self.width)
        return f"{row - 1},{column}"

    def place(self, row: int, column: int) -> int:
        """And back again."""
        return (row + 1) * self.width + column


@lru_cache(maxsize=4)
def read_field(text: str) -> Field:
    """The field of a text; a StartError says what is wrong with it."""
    rows, columns = text.count(END) + 1, text.find(END) if END in text else len(text)
    if not (0 < columns <= LARGEST and rows <= LARGEST and re.fullmatch("[#.SG/]+", text)):
        raise StartError(f"{quoted(text)} is no maze; {EXPECTED}")
    if len(text) != rows * (columns + 1) - 1 or text[columns :: columns + 1].count(END) != rows - 1:
        raise StartError(f"{quoted(text)}: its rows are not equally long; {EXPECTED}")
    if text.count(HERE) != 1 or text.count(GOAL) != 1:
        raise StartError(f"{quoted(text)} has {text.count(HERE)} S and {text.count(GOAL)} G; {EXPECTED}")
    edge = END * (columns + 1)
    ground = f"{edge}{text}{edge}"
    free = ground.encode().translate(bytes(chr(code) in ".SG" for code in range(256)))
    return Field(text, rows, columns, ground.index(HERE), ground.index(GOAL), free)


@lru_cache(maxsize=8)
def shortest(field: Field) -> int | None:
    """The steps of the shortest way to the goal; None if there is none. Wave by wave, as far as the goal is."""
    left, width = bytearray(field.ground), field.width
    wave, steps = [field.here], 0
    left[field.here] = 0
    while wave:
        if not left[field.goal]:
            return steps
        steps, last, wave = steps + 1, wave, []
        for place in last:
            for near in (place - width, place - 1, place + 1, place + width):
                if left[near]:
                    left[near] = 0
                    wave.append(near)
    return None
