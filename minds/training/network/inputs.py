"""Lists the inputs of a network that a position switches on, as its two sides see the board."""

from typing import Any

from minds.board.compiled import jit, trailing_zeros
from minds.board.squares import NONE, ONE, Bitboard
from minds.evaluation.learned.inputs import HALF, SQUARES
from minds.evaluation.learned.inputs import INPUTS as INPUTS
from minds.evaluation.learned.inputs import MIRROR as RANKS
from minds.training.games.replay import BLACK_PIECE
from minds.training.network.positions import nibble

FILES = 7  # exclusive-or mirrors a square's file, as RANKS mirrors its rank


@jit
def list_inputs(position: Any, mirrored: int, movers: Any, others: Any) -> int:
    """Write the inputs as the side to move and as the other one sees them; return how many there are.

    `mirrored` is 1 to swap left and right, else 0.
    """
    occupied, turn, found = Bitboard(position["occupied"]), int(position["turn"]), 0
    seen = RANKS * turn ^ (FILES if mirrored != 0 else 0)
    while occupied != NONE:
        square = trailing_zeros(occupied) ^ seen
        occupied &= occupied - ONE
        piece = nibble(position["pieces"], found)
        is_others, at = (piece >= BLACK_PIECE) ^ turn, SQUARES * (piece % BLACK_PIECE)
        movers[found] = HALF * is_others + at + square
        others[found] = HALF * (1 - is_others) + at + (square ^ RANKS)
        found += 1
    return found
