"""Pawn structure and passed pawns."""

import numpy as np

from minds.board.compiled import inlined, popcount
from minds.board.squares import NONE, PAWN, WHITE, Bitboard, bit, pop
from minds.board.state import State
from minds.board.threats import king_of
from minds.evaluation.tuned.fills import adjacent, file_fill, forward, front_spans
from minds.evaluation.tuned.trace import Trace, add_term
from minds.evaluation.tuned.weights import INDEX

PASSED, BLOCKED, PROTECTED_PASSED = INDEX["passed pawn"], INDEX["blocked passed pawn"], INDEX["protected passed pawn"]
OWN_KING, ENEMY_KING = INDEX["own king's way to a passed pawn"], INDEX["enemy king's way to a passed pawn"]
ISOLATED, DOUBLED = INDEX["isolated pawn"], INDEX["doubled pawn"]
PROTECTED, PHALANX, BACKWARD = INDEX["protected pawn"], INDEX["pawns side by side"], INDEX["backward pawn"]

# The moves a king needs from square to square.
KING_DISTANCE = np.array(
    [[max(abs(a % 8 - b % 8), abs(a // 8 - b // 8)) for b in range(64)] for a in range(64)], np.int64
)
MIN_KINGS_RANK = 3  # the rank from which the kings' distances to a passed pawn count


@inlined
def add_pawns(state: State, trace: Trace, colour: int, sign: int) -> None:
    """Add the terms of one side's pawns."""
    own = state.pieces[PAWN] & state.colours[colour]
    enemy = state.pieces[PAWN] & state.colours[1 - colour]
    own_files, attacked = file_fill(own), trace.pawn_attacks[colour]
    isolated = own & ~adjacent(own_files)
    add_term(trace, ISOLATED, sign * popcount(isolated))
    add_term(trace, DOUBLED, sign * popcount(own & front_spans(own, colour)))
    add_term(trace, PROTECTED, sign * popcount(own & attacked))
    add_term(trace, PHALANX, sign * popcount(own & adjacent(own)))
    neighbours = adjacent(own)
    left_behind = own & ~isolated & ~(neighbours | front_spans(neighbours, colour))
    add_term(trace, BACKWARD, sign * popcount(forward(left_behind, colour) & trace.pawn_attacks[1 - colour]))
    guarded = front_spans(enemy, 1 - colour)
    passed = own & ~(guarded | adjacent(guarded) | front_spans(own, 1 - colour))
    if passed != NONE:
        add_passed(state, trace, passed, colour, sign)


@inlined
def add_passed(state: State, trace: Trace, passed: Bitboard, colour: int, sign: int) -> None:
    """Add the terms of one side's passed pawns."""
    add_term(trace, PROTECTED_PASSED, sign * popcount(passed & trace.pawn_attacks[colour]))
    occupied = state.colours[0] | state.colours[1]
    while passed != NONE:
        square, passed = pop(passed)
        rank = square >> 3 if colour == WHITE else 7 - (square >> 3)
        add_term(trace, PASSED + rank - 1, sign)
        if forward(bit(square), colour) & occupied != NONE:
            add_term(trace, BLOCKED + rank - 1, sign)
        if rank >= MIN_KINGS_RANK:
            goal = square + 8 - 16 * colour
            add_term(trace, OWN_KING, sign * KING_DISTANCE[king_of(state, colour), goal])
            add_term(trace, ENEMY_KING, sign * KING_DISTANCE[king_of(state, 1 - colour), goal])
