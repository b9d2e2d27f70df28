"""The engine's search without any of its techniques, as short as it can be said: what it must agree with."""

from typing import Any

import numpy as np

from minds.board.compiled import ahead, inlined, signature
from minds.board.core import ALL, NONE, WORKSPACE, checkers, enemies, list_moves, make, score
from minds.board.endings import FIFTY_MOVES, insufficient
from minds.board.movegen import count_moves
from minds.engine.searcher import promise_of

WIN, WORST = 30_000, 32_000


@inlined
def bring_forward(moves: Any, i: int, count: int) -> int:
    """The most promising move that is left comes next: not to find more, but to be done sooner."""
    for j in range(i + 1, count):
        if promise_of(moves[j]) > promise_of(moves[i]):
            moves[i], moves[j] = moves[j], moves[i]
    return int(moves[i])


@ahead(signature(int, WORKSPACE, int, int, int))
def settle(searcher: Any, alpha: int, beta: int, ply: int) -> int:
    """Captures, and answers to checks, as long as there are any."""
    state = searcher.states[ply]
    in_check = checkers(state, int(state.turn)) != NONE
    best = -WORST if in_check else int(score(state))
    count = list_moves(state, searcher.moves[ply], ALL if in_check else enemies(state))
    if in_check and count == 0:
        return ply - WIN
    for i in range(count):
        if best >= beta:
            break
        make(state, searcher.states[ply + 1], bring_forward(searcher.moves[ply], i, count))
        best = max(best, -settle(searcher, -beta, -max(alpha, best), ply + 1))
    return best


@ahead(signature(int, WORKSPACE, int, int, int, int))
def plain(searcher: Any, depth: int, alpha: int, beta: int, ply: int) -> int:
    """Alpha-beta."""
    state = searcher.states[ply]
    in_check = checkers(state, int(state.turn)) != NONE
    if ply > 0:
        drawn = state.halfmoves >= FIFTY_MOVES or insufficient(state)
        for back in range(4, min(int(state.halfmoves), ply) + 1, 2):
            drawn = drawn or searcher.states[ply - back].key == state.key
        if drawn:
            return ply - WIN if in_check and count_moves(state) == 0 else 0
    if depth == 0:
        return settle(searcher, alpha, beta, ply)
    count = list_moves(state, searcher.moves[ply], ALL)
    if count == 0:
        return ply - WIN if in_check else 0
    best = -WORST
    for i in range(count):
        if best >= beta:
            break
        make(state, searcher.states[ply + 1], bring_forward(searcher.moves[ply], i, count))
        best = max(best, -plain(searcher, depth - 1, -beta, -max(alpha, best), ply + 1))
    return best


def score_of(workspace: np.ndarray, depth: int) -> int:
    """The score of what lies on top."""
    return int(plain(workspace.view(np.recarray)[0], depth, -WORST, WORST, 0))
