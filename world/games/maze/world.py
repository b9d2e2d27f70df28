"""The maze world: walk from S to G in as few steps as possible."""

import re

from world.api import IllegalAction, Opening
from world.errors import StartError
from world.games.maze.generate import KINDS, generate_maze
from world.games.maze.map import FREE, START, WALL, MazeMap, read_map, shortest_length
from world.games.maze.picture import draw
from world.grid import Grid
from world.pathfinding import Pathfinding

USUAL = "random 10x10"
HOUSE = (USUAL, "random 20x20", "random 30x30 20%", "rooms 24x40", "rooms 40x64")
MOST_STEPS = 10_000  # or twice the shortest way, if that is more
MOST_CLICKABLE = 32  # rows or columns; the cells of a larger maze are too small to click
CELL = re.compile("[0-9]{1,4},[0-9]{1,4}")
HIGH, WIDE = 16, 72  # cells that a terminal shows


class Maze(Pathfinding):
    """Find the way. The first state is the map, "S.#/..G", each later one a cell "row,column"; an action the next cell.

    The score is the length of the shortest way divided by that of the way taken; it is 0 until the goal is reached.
    """

    name = "maze"
    colours = ("walker",)
    house = tuple(Opening(words, words) for words in HOUSE)
    generated = KINDS

    def newrun(self, start: str = "", seed: int = 0) -> None:
        words = start or USUAL
        maze = read_map(generate_maze(words, seed) if words.startswith(KINDS) else words)
        least = shortest_length(maze)
        if least is None:
            raise StartError("no way leads from S to G in this maze")
        self.map, self.least = maze, least
        self.most = min(sum(maze.ground), max(MOST_STEPS, 2 * least))  # no good way visits a cell twice
        self.way = [maze.start]
        self.thoughts = {}

    def getstate(self) -> str:
        return self.map.text if len(self.way) == 1 else self.map.name(self.way[-1])

    def actions(self) -> list[str]:
        return [] if self.ending() else list(map(self.map.name, self.map.neighbours(self.way[-1])))

    def takeaction(self, action: str) -> None:
        actions = self.actions()
        if action not in actions:
            here = self.map.name(self.way[-1])
            reason = f"it is a wall, or not next to {here}" if CELL.fullmatch(str(action)) else ""
            raise IllegalAction(action, f"one of {' '.join(actions) or 'none: the run is over'}", reason)
        self.way.append(self.map.place(*_cell(action)))

    @property
    def is_at_goal(self) -> bool:
        return self.way[-1] == self.map.goal

    @property
    def is_out_of_steps(self) -> bool:
        return len(self.way) > self.most

    def getscore(self) -> tuple[float, ...]:
        return (round(self.least / (len(self.way) - 1), 6) if self.is_at_goal else 0.0,)

    def getimage(self) -> str:
        return draw(self.map, self.way, self.thoughts.get("depths"))

    def getgrid(self, seat: int = 0) -> Grid | None:
        rows, columns = self.map.rows, self.map.columns
        if max(rows, columns) > MOST_CLICKABLE:
            return None
        labels = tuple(tuple(f"{row},{column}" for column in range(columns)) for row in range(rows))
        return Grid(rows, columns, {action: (_cell(action),) for action in self.actions()}, labels)

    def gettext(self) -> str:
        """Return the part of the map around the walker that fits into a terminal."""
        row, column = divmod(self.way[-1], self.map.width)
        top = max(0, min(row - 1 - HIGH // 2, self.map.rows - HIGH))
        left = max(0, min(column - WIDE // 2, self.map.columns - WIDE))
        lines = [_line(self.map, line, left) for line in range(top, min(top + HIGH, self.map.rows))]
        here = row - 1 - top, column - left
        lines[here[0]] = lines[here[0]][: here[1]] + "@" + lines[here[0]][here[1] + 1 :]
        return "\n".join(lines)


def _cell(action: str) -> tuple[int, int]:
    row, _, column = action.partition(",")
    return int(row), int(column)


def _line(maze: MazeMap, row: int, left: int) -> str:
    """Return the visible part of a row, without the letter of the start."""
    begin = row * maze.width + left
    text = maze.text[begin : begin + min(WIDE, maze.columns - left)]
    return text.replace(START, FREE).replace(WALL, "█").replace(FREE, "·")
