"""A minimal alpha-beta with quiescence search and no techniques, as a reference for the engine."""

from typing import Any

import numpy as np

from minds.board.compiled import eager, inlined, signature
from minds.board.core import ALL, NONE, WORKSPACE, checkers, enemies, list_moves, make, score
from minds.board.draws import FIFTY_MOVES, insufficient
from minds.board.movegen import count_moves
from minds.engine.searcher import mvv_lva

WIN, WORST = 30_000, 32_000


@inlined
def bring_forward(moves: Any, i: int, count: int) -> int:
    """Move the highest-priority remaining move forward; this only saves time."""
    for j in range(i + 1, count):
        if mvv_lva(moves[j]) > mvv_lva(moves[i]):
            moves[i], moves[j] = moves[j], moves[i]
    return int(moves[i])


@eager(signature(int, WORKSPACE, int, int, int))
def quiescence(workspace: Any, alpha: int, beta: int, ply: int) -> int:
    """The score after captures and check evasions only."""
    state = workspace.states[ply]
    in_check = checkers(state, int(state.turn)) != NONE
    best = -WORST if in_check else int(score(state))
    count = list_moves(state, workspace.moves[ply], ALL if in_check else enemies(state))
    if in_check and count == 0:
        return ply - WIN
    for i in range(count):
        if best >= beta:
            break
        make(state, workspace.states[ply + 1], bring_forward(workspace.moves[ply], i, count))
        best = max(best, -quiescence(workspace, -beta, -max(alpha, best), ply + 1))
    return best


@eager(signature(int, WORKSPACE, int, int, int, int))
def alphabeta(workspace: Any, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The score of the state at `ply`."""
    state = workspace.states[ply]
    in_check = checkers(state, int(state.turn)) != NONE
    if ply > 0:
        drawn = state.halfmoves >= FIFTY_MOVES or insufficient(state)
        for back in range(4, min(int(state.halfmoves), ply) + 1, 2):
            drawn = drawn or workspace.states[ply - back].key == state.key
        if drawn:
            return ply - WIN if in_check and count_moves(state) == 0 else 0
    if depth == 0:
        return quiescence(workspace, alpha, beta, ply)
    count = list_moves(state, workspace.moves[ply], ALL)
    if count == 0:
        return ply - WIN if in_check else 0
    best = -WORST
    for i in range(count):
        if best >= beta:
            break
        make(state, workspace.states[ply + 1], bring_forward(workspace.moves[ply], i, count))
        best = max(best, -alphabeta(workspace, depth - 1, -beta, -max(alpha, best), ply + 1))
    return best


def score_of(workspace: np.ndarray, depth: int) -> int:
    """The score of the state at ply 0."""
    return int(alphabeta(workspace.view(np.recarray)[0], depth, -WORST, WORST, 0))
