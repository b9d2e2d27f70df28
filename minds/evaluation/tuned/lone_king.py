"""A lone king is mated at the edge, and not without the other king's help: who has won all else goes for that.

Nothing here is tuned: games are decided, and so over, before it shows.
"""

import numpy as np

from minds.board.compiled import inlined
from minds.board.endings import DARK_SQUARES
from minds.board.squares import BISHOP, KNIGHT, NONE, PAWN, QUEEN, ROOK, bit, several
from minds.board.state import State
from minds.board.threats import king_of

OUTWARDS, CLOSER = 10, 4  # hundredths for each step of the lone king from the middle, and of ours towards it
TO_THE_CORNER = 40  # for each step nearer to a corner that the bishop can guard, the only place where it is mated


def _steps(one: int, other: int) -> int:
    """Along files and ranks."""
    return abs(one % 8 - other % 8) + abs(one // 8 - other // 8)


STEPS = np.array([[_steps(one, other) for other in range(64)] for one in range(64)])
FROM_THE_MIDDLE = np.array([min(_steps(square, middle) for middle in (27, 28, 35, 36)) for square in range(64)])
TO_CORNERS = np.array(
    [[min(_steps(square, corner) for corner in corners) for square in range(64)] for corners in ((7, 56), (0, 63))]
)  # the light ones, the dark ones
FARTHEST = 14


@inlined
def is_alone(state: State, colour: int) -> bool:
    """Whether a side has nothing but its king, and no pawn is left that might change things."""
    return state.pieces[PAWN] == NONE and state.colours[colour] == bit(king_of(state, colour))


@inlined
def driven(state: State, colour: int) -> int:
    """How far this side's lone king has been driven to where it is mated, in hundredths for the other side."""
    alone, other = king_of(state, colour), king_of(state, 1 - colour)
    worth = OUTWARDS * FROM_THE_MIDDLE[alone] + CLOSER * (FARTHEST - STEPS[alone, other])
    bishops = state.pieces[BISHOP]
    heavy = state.pieces[QUEEN] | state.pieces[ROOK]
    if heavy == NONE and bishops != NONE and not several(bishops) and state.pieces[KNIGHT] != NONE:
        dark = 1 if bishops & DARK_SQUARES != NONE else 0
        worth += TO_THE_CORNER * (FARTHEST // 2 - TO_CORNERS[dark, alone])
    return worth
