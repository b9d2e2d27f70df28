"""A maze as a problem of finding the shortest way; each step costs 1."""

from typing import Any

from minds.api import State
from minds.search.paths import Found, depth_of_all

WALKED_ON = bytes(chr(code) in ".SG" for code in range(256))


class Maze:
    """The text of the map, with a row of `/` above and below. A place is an index into it."""

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
    """Return the problem of a state such as "S.#/..G", or later of a cell such as "0,1"."""
    return Maze(state.text) if "G" in state.text else Maze(state.start, state.text)
