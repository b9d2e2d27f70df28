"""A king that has castled is worth something: 30, as long as there is an army to hide from."""

from minds.board.compiled import inlined
from minds.board.squares import KING, NONE, ROOK, WHITE, Bitboard
from minds.board.state import State

BONUS = 30
# On a wing of White's first rank, with no rook of its own shut in beside it. What is not asked is how it came there:
# a FEN does not tell.
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
