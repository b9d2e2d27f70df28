"""Mating a lone king: drive it to the edge, or to the right corner, and bring the other king near.

These numbers are not tuned, because tournament games are adjudicated before they matter.
"""

import numpy as np

from minds.board.compiled import inlined
from minds.board.draws import DARK_SQUARES
from minds.board.squares import BISHOP, KNIGHT, NONE, PAWN, QUEEN, ROOK, bit, several
from minds.board.state import State
from minds.board.threats import king_of

OUTWARDS, CLOSER = 10, 4  # centipawns for each step of the lone king from the centre, and of ours towards it
TO_THE_CORNER = 40  # for each step nearer to a corner of the bishop's colour, where bishop and knight can mate


def _steps(one: int, other: int) -> int:
    """The distance along files and ranks."""
    return abs(one % 8 - other % 8) + abs(one // 8 - other // 8)


STEPS = np.array([[_steps(one, other) for other in range(64)] for one in range(64)])
FROM_THE_MIDDLE = np.array([min(_steps(square, middle) for middle in (27, 28, 35, 36)) for square in range(64)])
TO_CORNERS = np.array(
    [[min(_steps(square, corner) for corner in corners) for square in range(64)] for corners in ((7, 56), (0, 63))]
)  # light corners, dark corners
FARTHEST = 14


@inlined
def is_alone(state: State, colour: int) -> bool:
    """True if a side has only its king and there are no pawns left."""
    return state.pieces[PAWN] == NONE and state.colours[colour] == bit(king_of(state, colour))


@inlined
def driven(state: State, colour: int) -> int:
    """The opponent's score for how far this side's lone king has been driven towards mate."""
    alone, other = king_of(state, colour), king_of(state, 1 - colour)
    worth = OUTWARDS * FROM_THE_MIDDLE[alone] + CLOSER * (FARTHEST - STEPS[alone, other])
    bishops = state.pieces[BISHOP]
    heavy = state.pieces[QUEEN] | state.pieces[ROOK]
    if heavy == NONE and bishops != NONE and not several(bishops) and state.pieces[KNIGHT] != NONE:
        dark = 1 if bishops & DARK_SQUARES != NONE else 0
        worth += TO_THE_CORNER * (FARTHEST // 2 - TO_CORNERS[dark, alone])
    return worth
