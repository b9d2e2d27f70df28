"""How much is enough: which scores cannot be made good, and by how many plies late moves are looked at less deep."""

import math

import numpy as np

from minds.board.compiled import inlined
from minds.engine import techniques as use
from minds.engine.exchange import exchange_holds
from minds.engine.ordering import KILLER, is_quiet
from minds.engine.searcher import Searcher

NEAR_LEAVES = 7  # plies from which a quiet move cannot do much
QUIET_GAIN = 90  # hundredths that the quiet moves of a ply may win
AHEAD = 75  # hundredths a ply by which one must be ahead to be sure
DELTA = 200  # hundredths that a capture may win besides what it takes
SHALLOW_LOSS, QUIET_LOSS = 100, 55  # hundredths a ply that a move may lose by exchanges near the leaves
SURE_ROOT = 6  # plies up to which no move at the root is looked at less deep

DEEPEST, LONGEST = 64, 64
# Deeper and later, less deep still: logarithms of both, since the hundredth move is hardly worse than the fiftieth.
REDUCTIONS = np.array(
    [
        [int(0.8 + math.log(depth) * math.log(number) / 2.2) if depth and number else 0 for number in range(LONGEST)]
        for depth in range(DEEPEST)
    ],
    np.int64,
)


@inlined
def sure(depth: int, ahead: int, improving: int) -> bool:
    """Reverse futility: so far ahead near the leaves that the other side will not catch up."""
    return depth <= NEAR_LEAVES and ahead >= AHEAD * (depth - improving)


@inlined
def enough_moves(depth: int, improving: int) -> int:
    """Late moves: so many are worth a look near the leaves."""
    return (4 + depth * depth) // (2 - improving)


@inlined
def no_more_quiet(searcher: Searcher, ply: int, depth: int, i: int, alpha: int, improving: int) -> bool:
    """Whether from the move at place `i` on a quiet one is too late, or could not win enough."""
    if depth > NEAR_LEAVES:
        return False
    if searcher.on & use.LATE_MOVES and i >= enough_moves(depth, improving):
        return True
    return searcher.on & use.FUTILITY != 0 and searcher.standing[ply] + QUIET_GAIN * (depth + 1) <= alpha


@inlined
def loses_material(searcher: Searcher, ply: int, depth: int, move: int) -> bool:
    """Whether a move near the leaves is not worth a look, for what is lost by exchanges after it."""
    if depth > NEAR_LEAVES or not searcher.on & use.EXCHANGES:
        return False
    loss = QUIET_LOSS if is_quiet(move) else SHALLOW_LOSS
    return not exchange_holds(searcher.states[ply], move, -loss * depth)


@inlined
def lessened(searcher: Searcher, ply: int, depth: int, i: int, is_open: bool, improving: int) -> int:
    """By how much less deep the move at place `i` is looked at first."""
    if depth < 3 or i < 2 or not searcher.on & use.REDUCTIONS:
        return 0
    promise = int(searcher.promised[ply])
    less = int(REDUCTIONS[min(depth, DEEPEST - 1), min(i, LONGEST - 1)]) + 1 - improving
    if is_open:
        less -= 1
    if ply == 0:  # here every move deserves a look
        less = less // 2 if depth > SURE_ROOT else 0
    if promise >= KILLER:  # captures that hold, killers
        less -= 2
    else:
        less -= max(-2, min(2, promise // 6000))
    return max(0, min(less, depth - 2))
