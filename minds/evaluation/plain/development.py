"""Development: knights and bishops are worth more when they have left home."""

from minds.board.compiled import core, popcount
from minds.board.squares import BISHOP, KNIGHT, Bitboard
from minds.board.state import State

EACH = 15
HOMES = (Bitboard(0x0000_0000_0000_00FF), Bitboard(0xFF00_0000_0000_0000))


@core
def development(state: State) -> int:
    """Those that are not on their own first rank."""
    minors = state.pieces[KNIGHT] | state.pieces[BISHOP]
    white, black = minors & state.colours[0] & ~HOMES[0], minors & state.colours[1] & ~HOMES[1]
    return EACH * (popcount(white) - popcount(black))
