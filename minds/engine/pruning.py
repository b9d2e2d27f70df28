"""Pruning and reductions: moves and positions that need not be searched to full depth, or at all."""

import math

import numpy as np

from minds.board.compiled import inlined
from minds.engine import techniques as use
from minds.engine.exchange import exchange_gains
from minds.engine.ordering import KILLER, is_quiet
from minds.engine.searcher import Searcher

PRUNING_DEPTH = 7  # plies; shallower nodes may be pruned
FUTILITY_MARGIN = 90  # centipawns a quiet move may gain, per ply
REVERSE_FUTILITY_MARGIN = 75  # centipawns of lead needed per ply
DELTA_MARGIN = 200  # centipawns a capture may gain beyond the piece it takes
CAPTURE_LOSS, QUIET_LOSS = 100, 55  # centipawns per ply a move may lose by exchanges
ROOT_REDUCTION_DEPTH = 6  # plies; at lower depths no root move is reduced

TABLED_DEPTHS, TABLED_MOVES = 64, 64
# Reductions grow with the logarithms of depth and move number: the hundredth move is hardly worse than the fiftieth.
REDUCTIONS = np.array(
    [
        [
            int(0.8 + math.log(depth) * math.log(number) / 2.2) if depth and number else 0
            for number in range(TABLED_MOVES)
        ]
        for depth in range(TABLED_DEPTHS)
    ],
    np.int64,
)


@inlined
def is_far_ahead(depth: int, lead: int, improving: int) -> bool:
    """Reverse futility pruning: True if the static score is too far above beta for the opponent to catch up."""
    return depth <= PRUNING_DEPTH and lead >= REVERSE_FUTILITY_MARGIN * (depth - improving)


@inlined
def late_move_count(depth: int, improving: int) -> int:
    """Late move pruning: the number of moves worth searching at this depth."""
    return (4 + depth * depth) // (2 - improving)


@inlined
def prunes_quiets(searcher: Searcher, ply: int, depth: int, i: int, alpha: int, improving: int) -> bool:
    """True if a quiet move at index `i` comes too late, or could not raise alpha."""
    if depth > PRUNING_DEPTH:
        return False
    if searcher.techniques & use.LATE_MOVES and i >= late_move_count(depth, improving):
        return True
    return (
        searcher.techniques & use.FUTILITY != 0 and searcher.static_scores[ply] + FUTILITY_MARGIN * (depth + 1) <= alpha
    )


@inlined
def prunes_by_exchange(searcher: Searcher, ply: int, depth: int, move: int) -> bool:
    """True if a move loses too much by exchanges to be searched at this depth."""
    if depth > PRUNING_DEPTH or not searcher.techniques & use.EXCHANGES:
        return False
    loss = QUIET_LOSS if is_quiet(move) else CAPTURE_LOSS
    return not exchange_gains(searcher.states[ply], move, -loss * depth)


@inlined
def reduction_for(searcher: Searcher, ply: int, depth: int, i: int, is_pv_node: bool, improving: int) -> int:
    """Late move reductions: the plies by which the move at index `i` is reduced."""
    if depth < 3 or i < 2 or not searcher.techniques & use.REDUCTIONS:
        return 0
    priority = int(searcher.last_priority[ply])
    reduction = int(REDUCTIONS[min(depth, TABLED_DEPTHS - 1), min(i, TABLED_MOVES - 1)]) + 1 - improving
    if is_pv_node:
        reduction -= 1
    if ply == 0:  # root moves are reduced less
        reduction = reduction // 2 if depth > ROOT_REDUCTION_DEPTH else 0
    if priority >= KILLER:  # winning and equal captures, killers
        reduction -= 2
    else:
        reduction -= max(-2, min(2, priority // 6000))
    return max(0, min(reduction, depth - 2))
