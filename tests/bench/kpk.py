"""King and pawn against king, solved backwards: which positions the side with the pawn wins."""

import numpy as np

from minds.board.compiled import core
from minds.board.core import KING_ATTACKS, NONE, bit

PAWN_MOVES, KING_MOVES = 0, 1  # the side to move: White, which has the pawn, or the lone king


@core
def guarded(pawn: int, square: int) -> bool:
    """True if a white pawn attacks the square."""
    return square >> 3 == (pawn >> 3) + 1 and abs((square & 7) - (pawn & 7)) == 1


@core
def white_wins(won: np.ndarray, king: int, lone: int, pawn: int) -> bool:
    """True if White, to move, reaches a position known as won, or a queen that cannot be taken."""
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
    """True if Black, to move, can only reach positions known as won; stalemate and taking the pawn save it."""
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
    """Add the positions won in one more move, and return how many."""
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
    """Every position's result, by side to move, White's king, Black's king and pawn; 1 if White wins."""
    won = np.zeros((2, 64, 64, 64), np.uint8)
    while spread(won):
        pass
    return won
