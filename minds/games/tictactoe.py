"""Tic-tac-toe as a game to search."""

from typing import NamedTuple

from minds.api import State
from minds.search.game import WIN

TO_THE_END = 9  # plies: the game is small enough to be searched to its end
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe(NamedTuple):
    """Nine cells, and the mark of the side to move."""

    cells: str
    mark: str

    def moves(self) -> list[str]:
        return [str(cell) for cell, mark in enumerate(self.cells) if mark == "."]

    def play(self, move: str) -> "TicTacToe":
        cell = int(move)
        return TicTacToe(self.cells[:cell] + self.mark + self.cells[cell + 1 :], "o" if self.mark == "x" else "x")

    def lost(self) -> bool:
        """Return True if the other side has three in a row."""
        return any(self.cells[a] == self.cells[b] == self.cells[c] != "." for a, b, c in ROWS)

    def over(self) -> bool:
        return "." not in self.cells or self.lost()

    def evaluate(self) -> int:
        return -WIN if self.lost() else 0


def game_of(state: State) -> TicTacToe:
    """Return a state such as "x...o..../x" as a game to search."""
    cells, _, mark = state.text.partition("/")
    return TicTacToe(cells, mark)
