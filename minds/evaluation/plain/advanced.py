"""Advanced pawns: a bonus for each rank a pawn has advanced."""

from minds.board.compiled import core
from minds.board.squares import NONE, PAWN, WHITE, pop
from minds.board.state import State

PER_RANK = 2  # centipawns


@core
def advanced(state: State) -> int:
    """The ranks advanced by White's pawns less those by Black's, two centipawns each."""
    total = 0
    for colour in range(2):
        pawns = state.pieces[PAWN] & state.colours[colour]
        while pawns != NONE:
            square, pawns = pop(pawns)
            total += (square >> 3) - 1 if colour == WHITE else (square >> 3) - 6
    return PER_RANK * total
