"""Advanced pawns: the further a pawn has come the nearer it is to becoming a queen."""

from minds.board.compiled import core
from minds.board.squares import NONE, PAWN, WHITE, pop
from minds.board.state import State

EACH = 2


@core
def advanced(state: State) -> int:
    """For every rank it has come from its own second."""
    total = 0
    for colour in range(2):
        pawns = state.pieces[PAWN] & state.colours[colour]
        while pawns != NONE:
            square, pawns = pop(pawns)
            total += (square >> 3) - 1 if colour == WHITE else (square >> 3) - 6
    return EACH * total
