"""A bonus of 30 for a king that has castled, fading as the pieces leave the board."""

from minds.board.compiled import inlined
from minds.board.squares import KING, NONE, ROOK, WHITE, Bitboard
from minds.board.state import State

BONUS = 30
# The king stands on a wing of its first rank with no rook of its own between it and the corner. How it came there does
# not matter: a FEN does not say.
SHORT, LONG = Bitboard(0b1100_0000), Bitboard(0b0000_0111)
SHORT_CORNER, LONG_CORNER = Bitboard(0b1100_0000), Bitboard(0b0000_0011)
BLACKS = Bitboard(56)


@inlined
def has_castled(state: State, colour: int) -> int:
    """1 if this colour's king stands as after castling, else 0."""
    king, rooks = state.pieces[KING] & state.colours[colour], state.pieces[ROOK] & state.colours[colour]
    if colour != WHITE:
        king, rooks = king >> BLACKS, rooks >> BLACKS
    short = king & SHORT != NONE and rooks & SHORT_CORNER == NONE
    long = king & LONG != NONE and rooks & LONG_CORNER == NONE
    return 1 if short or long else 0
