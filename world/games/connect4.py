"""The connect four world: drop a disc into a column; four in a line win."""

import re

from world.api import Ending, IllegalAction, Opening, World
from world.errors import StartError, quoted
from world.grid import Grid

ROWS, COLUMNS, LINE = 6, 7, 4
EMPTY = "/".join(["." * COLUMNS] * ROWS) + " x"
EXPECTED = 'expected six rows of seven cells and the side to move, such as "......./…/...xo.. x"'
WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))
PAPER = {"x": "#c9a227", "o": "#a4303f", ".": "#fdfcf9"}


class ConnectFour(World):
    """Four in a line wins. A state is six rows, top first, and the side to move; an action is a column, 0 to 6."""

    name = "connect4"
    seats = 2
    colours = ("x", "o")

    def __init__(self) -> None:
        self.newrun()

    def newrun(self, start: str = "", seed: int = 0) -> None:
        found = re.fullmatch("((?:[.xo]{7}/){5}[.xo]{7}) ([xo])", start or EMPTY)
        if not found:
            raise StartError(f"{quoted(start)} is not a connect four state; {EXPECTED}")
        rows, mover = found[1].split("/"), found[2]
        discs = found[1].count("x") - found[1].count("o")
        if discs != (mover == "o"):
            raise StartError(f"{quoted(start)}: it cannot be {mover}'s turn; x moves first and the sides alternate")
        columns = ["".join(row[column] for row in reversed(rows)).rstrip(".") for column in range(COLUMNS)]
        if any("." in column for column in columns):
            raise StartError(f"{quoted(start)}: a disc has an empty cell below it; {EXPECTED}")
        self.columns, self.mover = columns, "xo".index(mover)  # each column from the bottom up
        if self._has_line(mover):
            raise StartError(f"{quoted(start)}: {mover} has won already, so it cannot be {mover}'s turn")

    def getstate(self) -> str:
        return f"{'/'.join(self._rows())} {'xo'[self.mover]}"

    def turn(self) -> int:
        return self.mover

    def actions(self) -> list[str]:
        return [] if self.ending() else [str(c) for c in range(COLUMNS) if len(self.columns[c]) < ROWS]

    def takeaction(self, action: str) -> None:
        if action not in self.actions():
            is_full = action in map(str, range(COLUMNS)) and len(self.columns[int(action)]) == ROWS
            reason = f"column {action} is full" if is_full else ""
            raise IllegalAction(action, f"one of {' '.join(self.actions()) or 'none: the run is over'}", reason)
        self.columns[int(action)] += "xo"[self.mover]
        self.mover = 1 - self.mover

    def ending(self) -> Ending | None:
        if self._has_line("xo"[1 - self.mover]):
            return Ending("four in a line", (0.0, 1.0) if self.mover == 0 else (1.0, 0.0))
        return None if any(len(column) < ROWS for column in self.columns) else Ending("full board", (0.5, 0.5))

    def getscore(self) -> tuple[float, ...]:
        ending = self.ending()
        return ending.result if ending else (0.0, 0.0)

    def gettext(self) -> str:
        return "\n".join([*map(" ".join, self._rows()), " ".join(map(str, range(COLUMNS)))])

    def getimage(self) -> str:
        discs = "".join(
            f'<circle cx="{column * 60 + 30}" cy="{row * 60 + 30}" r="24" fill="{PAPER[mark]}"/>'
            for row, marks in enumerate(self._rows())
            for column, mark in enumerate(marks)
        )
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 360" width="420" height="360">'
            f'<rect width="420" height="360" rx="12" fill="#2a6f97"/>{discs}</svg>'
        )

    def getgrid(self, seat: int = 0) -> Grid | None:
        labels = tuple(f"column {number}, {len(column)} of {ROWS} discs" for number, column in enumerate(self.columns))
        return Grid(1, COLUMNS, {action: ((0, int(action)),) for action in self.actions()}, (labels,))

    @classmethod
    def openings(cls, text: str | None = None) -> list[Opening]:
        """Return the 49 openings of one disc each, or those of a text."""
        firsts = [(str(one), str(other)) for one in range(COLUMNS) for other in range(COLUMNS)]
        return [Opening(" ".join(pair), "", pair) for pair in firsts] if text is None else super().openings(text)

    def _rows(self) -> list[str]:
        """Return the rows, top first."""
        full = [column.ljust(ROWS, ".") for column in self.columns]
        return ["".join(column[row] for column in full) for row in range(ROWS - 1, -1, -1)]

    def _has_line(self, mark: str) -> bool:
        """Return True if a mark has four in a line."""
        own = {(c, r) for c, column in enumerate(self.columns) for r, disc in enumerate(column) if disc == mark}
        return any(all((c + i * x, r + i * y) in own for i in range(LINE)) for c, r in own for x, y in WAYS)
