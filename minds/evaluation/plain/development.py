"""Development: a bonus for knights and bishops that have left their first rank."""

from minds.board.compiled import core, popcount
from minds.board.squares import BISHOP, KNIGHT, Bitboard
from minds.board.state import State

EACH = 15
HOMES = (Bitboard(0x0000_0000_0000_00FF), Bitboard(0xFF00_0000_0000_0000))


@core
def development(state: State) -> int:
    """The knights and bishops not on their own first rank, fifteen centipawns each."""
    minors = state.pieces[KNIGHT] | state.pieces[BISHOP]
    white, black = minors & state.colours[0] & ~HOMES[0], minors & state.colours[1] & ~HOMES[1]
    return EACH * (popcount(white) - popcount(black))
