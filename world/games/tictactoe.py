"""The tic-tac-toe world: three in a row wins. It is the world to copy for a new one."""

import re

from world.api import Ending, Grid, IllegalAction, World
from world.errors import StartError, quoted

EMPTY = "........./x"
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(World):
    """Three in a row wins. A state is nine cells and the side to move, "x...o..../x"; an action is a cell, 0 to 8."""

    name = "tictactoe"
    seats = 2
    colours = ("x", "o")

    def __init__(self) -> None:
        self.newrun()

    def newrun(self, start: str = "", seed: int = 0) -> None:
        found = re.fullmatch("([xo.]{9})/([xo])", start or EMPTY)
        if not found:
            raise StartError(f'{quoted(start)} is not a tic-tac-toe state; expected e.g. "x...o..../x"')
        cells, mover = found.groups()
        if cells.count("x") - cells.count("o") != (mover == "o"):
            raise StartError(f"{quoted(start)}: it cannot be {mover}'s turn; x moves first and the sides alternate")
        if _has_line(cells, mover):
            raise StartError(f"{quoted(start)}: {mover} has won already, so it cannot be {mover}'s turn")
        self.cells, self.mover = cells, "xo".index(mover)

    def getstate(self) -> str:
        return f"{self.cells}/{'xo'[self.mover]}"

    def turn(self) -> int:
        return self.mover

    def actions(self) -> list[str]:
        return [] if self.ending() else [str(cell) for cell in range(9) if self.cells[cell] == "."]

    def takeaction(self, action: str) -> None:
        if action not in self.actions():
            marked = action in tuple("012345678") and self.cells[int(action)] != "."
            reason = f"{self.cells[int(action)]} is there" if marked else ""
            raise IllegalAction(action, f"one of {' '.join(self.actions()) or 'none: the run is over'}", reason)
        cell = int(action)
        self.cells = self.cells[:cell] + "xo"[self.mover] + self.cells[cell + 1 :]
        self.mover = 1 - self.mover

    def ending(self) -> Ending | None:
        if _has_line(self.cells, "xo"[1 - self.mover]):
            return Ending("three in a row", (0.0, 1.0) if self.mover == 0 else (1.0, 0.0))
        return None if "." in self.cells else Ending("full board", (0.5, 0.5))

    def getscore(self) -> tuple[float, ...]:
        ending = self.ending()
        return ending.result if ending else (0.0, 0.0)

    def gettext(self) -> str:
        return "\n".join(" ".join(self.cells[row : row + 3]) for row in (0, 3, 6))

    def getimage(self) -> str:
        marks = "".join(
            f'<text x="{cell % 3 * 60 + 30}" y="{cell // 3 * 60 + 45}">{mark}</text>'
            for cell, mark in enumerate(self.cells)
            if mark != "."
        )
        grid = '<path d="M60 5V175M120 5V175M5 60H175M5 120H175" stroke="#888" stroke-width="3"/>'
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 180" width="180" height="180" '
            'font-family="sans-serif" font-size="44" text-anchor="middle">'
            f'<rect width="180" height="180" fill="#fff"/>{grid}{marks}</svg>'
        )

    def getgrid(self, seat: int = 0) -> Grid | None:
        names = tuple(f"{cell}, {'empty' if mark == '.' else mark}" for cell, mark in enumerate(self.cells))
        actions = {action: (divmod(int(action), 3),) for action in self.actions()}
        return Grid(3, 3, actions, (names[:3], names[3:6], names[6:]))


def _has_line(cells: str, mark: str) -> bool:
    return any(all(cells[cell] == mark for cell in line) for line in LINES)
