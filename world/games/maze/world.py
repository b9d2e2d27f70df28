"""The World of mazes: from S to G, step by step, and the fewer steps the better."""

from world.api import Ending, IllegalAction, Opening, Thoughts, World
from world.errors import StartError
from world.games.maze.carve import KINDS, carve
from world.games.maze.field import FREE, HERE, WALL, Field, read_field, shortest
from world.games.maze.picture import draw
from world.grid import Grid

USUAL = "random 10x10"
HOUSE = (USUAL, "random 20x20", "random 30x30 20%", "rooms 24x40", "rooms 40x64")
MOST_STEPS = 10_000  # or twice the shortest way, where that is more
POINTED_AT = 32  # cells to a side; in finer ones nobody could point at a cell
HIGH, WIDE = 24, 72  # cells that a terminal shows


class Maze(World):
    """Find the way. The first state is the map, "S.#/..G", each later one where you are; an action a cell beside."""

    name = "maze"
    seats = 1
    colours = ("walker",)
    tells_history = False  # a way may have ten thousand steps

    def __init__(self) -> None:
        self.newrun()

    def newrun(self, start: str = "", seed: int = 0) -> None:
        words = start or USUAL
        field = read_field(carve(words, seed) if words.startswith(KINDS) else words)
        least = shortest(field)
        if least is None:
            raise StartError("no way leads from S to G in this maze")
        self.field, self.least = field, least
        self.most = min(sum(field.ground), max(MOST_STEPS, 2 * least))  # no good way comes to a cell twice
        self.way = [field.here]
        self.told: Thoughts = {}

    def getstate(self) -> str:
        return self.field.text if len(self.way) == 1 else self.field.name(self.way[-1])

    def turn(self) -> int:
        return 0

    def actions(self) -> list[str]:
        return [] if self.ending() else list(map(self.field.name, self.field.neighbours(self.way[-1])))

    def takeaction(self, action: str) -> None:
        actions = self.actions()
        if action not in actions:
            raise IllegalAction(action, f"one of {' '.join(actions) or 'none: the run is over'}")
        self.way.append(self.field.place(*_cell(action)))

    def hear(self, thoughts: Thoughts | None) -> None:
        """What was told last of the places looked at is shown."""
        self.told = thoughts if thoughts and "depths" in thoughts else self.told

    def ending(self) -> Ending | None:
        if self.way[-1] == self.field.goal:
            return Ending("at the goal", self.getscore())
        return Ending("out of steps", (0.0,)) if len(self.way) > self.most else None

    def getscore(self) -> tuple[float, ...]:
        """The shortest way as a part of the one that was taken; nothing before the goal."""
        there = self.way[-1] == self.field.goal
        return (round(self.least / (len(self.way) - 1), 6) if there else 0.0,)

    def getimage(self) -> str:
        return draw(self.field, self.way, self.told.get("depths"))

    def getgrid(self, seat: int = 0) -> Grid | None:
        rows, columns = self.field.rows, self.field.columns
        if max(rows, columns) > POINTED_AT:
            return None
        labels = tuple(tuple(f"{row},{column}" for column in range(columns)) for row in range(rows))
        return Grid(rows, columns, {action: (_cell(action),) for action in self.actions()}, labels)

    def gettext(self) -> str:
        """The map around the walker, as much of it as a terminal has room for."""
        row, column = divmod(self.way[-1], self.field.width)
        top = max(0, min(row - 1 - HIGH // 2, self.field.rows - HIGH))
        left = max(0, min(column - WIDE // 2, self.field.columns - WIDE))
        lines = [_line(self.field, line, left) for line in range(top, min(top + HIGH, self.field.rows))]
        here = row - 1 - top, column - left
        lines[here[0]] = lines[here[0]][: here[1]] + "@" + lines[here[0]][here[1] + 1 :]
        return "\n".join(lines)

    @classmethod
    def openings(cls, text: str | None = None) -> list[Opening]:
        """The house's kinds of mazes, each game with one of its own; or those of a text, words or maps, one a line."""
        if text is None:
            return [Opening(words, words) for words in HOUSE]
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        for number, line in enumerate(lines, 1):
            try:
                cls().newrun(line)
            except StartError as problem:
                raise StartError(f"line {number}: {problem}") from None
        return [Opening(line if line.startswith(KINDS) else f"maze {n}", line) for n, line in enumerate(lines, 1)]


def _cell(action: str) -> tuple[int, int]:
    row, _, column = action.partition(",")
    return int(row), int(column)


def _line(field: Field, row: int, left: int) -> str:
    """A piece of a row, without the letter of where the way began."""
    begin = row * field.width + left
    text = field.text[begin : begin + min(WIDE, field.columns - left)]
    return text.replace(HERE, FREE).replace(WALL, "█").replace(FREE, "·")
