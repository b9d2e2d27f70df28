"""Development: a bonus for knights and bishops that have left their first rank."""

from minds.board.compiled import core, popcount
from minds.board.squares import BISHOP, KNIGHT, Bitboard
from minds.board.state import State

PER_PIECE = 15  # centipawns
HOMES = (Bitboard(0x0000_0000_0000_00FF), Bitboard(0xFF00_0000_0000_0000))


@core
def development(state: State) -> int:
    """The knights and bishops not on their own first rank, fifteen centipawns each."""
    minors = state.pieces[KNIGHT] | state.pieces[BISHOP]
    white, black = minors & state.colours[0] & ~HOMES[0], minors & state.colours[1] & ~HOMES[1]
    return PER_PIECE * (popcount(white) - popcount(black))
