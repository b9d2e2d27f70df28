"""Draws by rule: fifty moves, repetition, insufficient material."""

from minds.board.compiled import inlined
from minds.board.squares import BISHOP, KNIGHT, NONE, PAWN, QUEEN, ROOK, Bitboard, several
from minds.board.state import State

FIFTY_MOVES = 100  # counted in plies
REPETITIONS = 3
DARK_SQUARES = Bitboard(0xAA55_AA55_AA55_AA55)


@inlined
def insufficient(state: State) -> bool:
    """True if no sequence of moves ends in mate: bare kings, one knight, or bishops on squares of one colour."""
    if state.pieces[PAWN] | state.pieces[ROOK] | state.pieces[QUEEN] != NONE:
        return False
    knights, bishops = state.pieces[KNIGHT], state.pieces[BISHOP]
    if knights != NONE:
        return bishops == NONE and not several(knights)
    return bishops & DARK_SQUARES == NONE or bishops & ~DARK_SQUARES == NONE
