"""Connect four as a game to search: two sets of discs as two numbers, with a bit for each cell, seven to a column.

5 12 19 26 33 40 47     The seventh bit of a column is always empty, so that no line runs from the top of
…                       one column into the bottom of the next. The four bits of a line lie this far apart:
0  7 14 21 28 35 42     1 upwards, 7 sideways, 8 and 6 diagonally.
"""

from typing import NamedTuple

from minds.api import State
from minds.search.game import WIN

HEIGHT, COLUMNS = 7, 7  # bits to a column, of which the highest is always empty
FULL = sum(0b0111111 << HEIGHT * column for column in range(COLUMNS))
TOPS = [1 << HEIGHT * column + HEIGHT - 2 for column in range(COLUMNS)]
BOTTOMS = [1 << HEIGHT * column for column in range(COLUMNS)]
FROM_THE_MIDDLE = ("3", "2", "4", "1", "5", "0", "6")
APART = (1, HEIGHT - 1, HEIGHT, HEIGHT + 1)
THREE, MIDDLE = 50, 6  # what an open line of three is worth, and a disc in the middle column


class ConnectFour(NamedTuple):
    """The discs of the side to move, and all discs."""

    own: int
    all: int

    def moves(self) -> list[str]:
        """Return the columns with room, from the middle outwards: most lines run through the middle."""
        return [move for move in FROM_THE_MIDDLE if not self.all & TOPS[int(move)]]

    def play(self, move: str) -> "ConnectFour":
        return ConnectFour(self.own ^ self.all, self.all | self.all + BOTTOMS[int(move)])

    def lost(self) -> bool:
        """Return True if the other side has four in a line."""
        discs = self.own ^ self.all
        for apart in APART:
            pairs = discs & discs >> apart
            if pairs & pairs >> 2 * apart:
                return True
        return False

    def over(self) -> bool:
        return self.all == FULL or self.lost()

    def evaluate(self) -> int:
        """Return the score: cells that would complete a line, and discs in the middle column."""
        if self.lost():
            return -WIN
        if self.all == FULL:
            return 0
        other = self.own ^ self.all
        threes = completing(self.own, self.all).bit_count() - completing(other, self.all).bit_count()
        middle = 0b111111 << 3 * HEIGHT
        return THREE * threes + MIDDLE * ((self.own & middle).bit_count() - (other & middle).bit_count())


def completing(discs: int, taken: int) -> int:
    """Return the empty cells in which one more of these discs makes four in a line."""
    found = discs << 1 & discs << 2 & discs << 3
    for apart in APART[1:]:
        right = discs << apart & discs << 2 * apart
        left = discs >> apart & discs >> 2 * apart
        found |= right & (discs << 3 * apart | discs >> apart) | left & (discs >> 3 * apart | discs << apart)
    return found & FULL & ~taken


def game_of(state: State) -> ConnectFour:
    """Return a state, six rows with the top one first and the side to move, as a game to search."""
    rows, _, mover = state.text.partition(" ")
    own = taken = 0
    for height, row in enumerate(reversed(rows.split("/"))):
        for column, mark in enumerate(row):
            cell = 1 << HEIGHT * column + height
            own |= cell if mark == mover else 0
            taken |= cell if mark != "." else 0
    return ConnectFour(own, taken)
