"""A maze as a problem to search: each step costs 1, and nobody comes nearer by more than one row or column."""

from typing import Any

from minds.api import State
from minds.search.paths import Found, depth_of_all

WALKED_ON = bytes(chr(code) in ".SG" for code in range(256))


class Maze:
    """The map's text with a row of `/` around it, in which a place is a number: up is a row's letters to the left."""

    def __init__(self, text: str, here: str = "") -> None:
        columns = len(text.partition("/")[0])
        self.width = columns + 1
        around = "/" * self.width
        ground = around + text + around
        self.free = ground.encode().translate(WALKED_ON)
        self.goal = ground.index("G")
        self.start = self._place(here) if here else ground.index("S")
        self.bottom, self.right = divmod(self.goal, self.width)

    def _place(self, name: str) -> int:
        row, _, column = name.partition(",")
        return (int(row) + 1) * self.width + int(column)

    def steps(self, place: int) -> list[tuple[int, float]]:
        around = (place - self.width, place - 1, place + 1, place + self.width)
        return [(near, 1) for near in around if self.free[near]]

    def distance(self, place: int) -> float:
        row, column = divmod(place, self.width)
        return abs(row - self.bottom) + abs(column - self.right)

    def name(self, place: int) -> str:
        row, column = divmod(place, self.width)
        return f"{row - 1},{column}"

    def depths(self, found: Found[Any]) -> list[int]:
        rows, columns = len(self.free) // self.width - 1, self.width - 1
        known = depth_of_all(found)
        return [known.get((row + 1) * self.width + column, -1) for row in range(rows) for column in range(columns)]


def problem_of(state: State) -> Maze:
    """The problem of a state such as "S.#/..G", or, when a map was at the start, "0,1"."""
    return Maze(state.text) if "G" in state.text else Maze(state.start, state.text)
