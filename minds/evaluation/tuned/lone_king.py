"""Mating a lone king: drive it to the edge, or to the right corner, and bring the other king near.

These numbers are not tuned, because tournament games are adjudicated before they matter.
"""

import numpy as np

from minds.board.compiled import inlined
from minds.board.draws import DARK_SQUARES
from minds.board.squares import BISHOP, KNIGHT, NONE, PAWN, QUEEN, ROOK, bit, several
from minds.board.state import State
from minds.board.threats import king_of

EDGE_BONUS, KING_BONUS = 10, 4  # centipawns for each step of the lone king from the centre, and of ours towards it
CORNER_BONUS = 40  # for each step nearer to a corner of the bishop's colour, where bishop and knight can mate


def _distance(one: int, other: int) -> int:
    """The distance along files and ranks."""
    return abs(one % 8 - other % 8) + abs(one // 8 - other // 8)


DISTANCE = np.array([[_distance(one, other) for other in range(64)] for one in range(64)])
CENTRE_DISTANCE = np.array([min(_distance(square, middle) for middle in (27, 28, 35, 36)) for square in range(64)])
CORNER_DISTANCE = np.array(
    [[min(_distance(square, corner) for corner in corners) for square in range(64)] for corners in ((7, 56), (0, 63))]
)  # light corners, dark corners
MAX_DISTANCE = 14


@inlined
def is_lone(state: State, colour: int) -> bool:
    """True if a side has only its king and there are no pawns left."""
    return state.pieces[PAWN] == NONE and state.colours[colour] == bit(king_of(state, colour))


@inlined
def mating_score(state: State, colour: int) -> int:
    """The opponent's score for how far this side's lone king has been driven towards mate."""
    lone, other = king_of(state, colour), king_of(state, 1 - colour)
    worth = EDGE_BONUS * CENTRE_DISTANCE[lone] + KING_BONUS * (MAX_DISTANCE - DISTANCE[lone, other])
    bishops = state.pieces[BISHOP]
    heavy = state.pieces[QUEEN] | state.pieces[ROOK]
    if heavy == NONE and bishops != NONE and not several(bishops) and state.pieces[KNIGHT] != NONE:
        dark = 1 if bishops & DARK_SQUARES != NONE else 0
        worth += CORNER_BONUS * (MAX_DISTANCE // 2 - CORNER_DISTANCE[dark, lone])
    return worth
