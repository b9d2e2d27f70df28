"""King and pawn against king, solved backwards: of every position whether the pawn's side wins."""

import numpy as np

from minds.board.compiled import core
from minds.board.core import KING_ATTACKS, NONE, bit

PAWN_MOVES, KING_MOVES = 0, 1  # whose turn it is: that of the side with the pawn, which is White, or of the king alone


@core
def guarded(pawn: int, square: int) -> bool:
    """Whether a white pawn attacks the square."""
    return square >> 3 == (pawn >> 3) + 1 and abs((square & 7) - (pawn & 7)) == 1


@core
def white_wins(won: np.ndarray, king: int, lone: int, pawn: int) -> bool:
    """White to move: whether some move leads to a position known as won, or to a queen that stays."""
    for square in range(64):
        if KING_ATTACKS[king] & bit(square) != NONE and square != pawn and KING_ATTACKS[lone] & bit(square) == NONE:
            if won[KING_MOVES, square, lone, pawn]:
                return True
    front = pawn + 8
    if front in (king, lone):
        return False
    if front >= 56:
        return KING_ATTACKS[lone] & bit(front) == NONE or KING_ATTACKS[king] & bit(front) != NONE
    if won[KING_MOVES, king, lone, front]:
        return True
    return bool(pawn < 16 and front + 8 not in (king, lone) and won[KING_MOVES, king, lone, front + 8])


@core
def black_loses(won: np.ndarray, king: int, lone: int, pawn: int) -> bool:
    """Black to move: whether there is no escape from positions known as won, neither stalemate nor the pawn."""
    moves = 0
    for square in range(64):
        if KING_ATTACKS[lone] & bit(square) == NONE or KING_ATTACKS[king] & bit(square) != NONE:
            continue
        if guarded(pawn, square):
            continue
        moves += 1
        if square == pawn or not won[PAWN_MOVES, king, square, pawn]:
            return False
    return moves > 0 or guarded(pawn, lone)


@core
def spread(won: np.ndarray) -> int:
    """Add what is won in one move more; how many positions that are."""
    more = 0
    for king in range(64):
        for lone in range(64):
            if king == lone or KING_ATTACKS[king] & bit(lone) != NONE:
                continue
            for pawn in range(8, 56):
                if pawn in (king, lone):
                    continue
                if not won[KING_MOVES, king, lone, pawn] and black_loses(won, king, lone, pawn):
                    won[KING_MOVES, king, lone, pawn] = 1
                    more += 1
                if not won[PAWN_MOVES, king, lone, pawn] and not guarded(pawn, lone):
                    if white_wins(won, king, lone, pawn):
                        won[PAWN_MOVES, king, lone, pawn] = 1
                        more += 1
    return more


def solve() -> np.ndarray:
    """Whether White wins, by whose turn it is, White's king, Black's king and the pawn."""
    won = np.zeros((2, 64, 64, 64), np.uint8)
    while spread(won):
        pass
    return won
