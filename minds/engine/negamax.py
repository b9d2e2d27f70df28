"""Negamax as in the second seed's engine: alpha-beta with a transposition table and a plain evaluation.

Unlike the seed's, its table distinguishes exact scores from bounds and counts mates from the position they are
found in.
"""

from typing import Any

from minds.board.compiled import eager, inlined, signature
from minds.board.make import make
from minds.board.movegen import count_moves
from minds.engine.searcher import Searcher, count_node, drawn_by_rule, searcher_at, update_pv
from minds.engine.table import AT_LEAST, AT_MOST, EXACT, gives_cutoff, move_in, probe, score_in, store, table_key
from minds.engine.textbook import list_sorted, mate_or_stalemate
from minds.evaluation.plain.evaluation import evaluate_plain
from minds.search.game import INFINITE

ONCE = 1  # one earlier occurrence counts as a draw, so that the winning side makes progress


@inlined
def bring_forward(searcher: Searcher, ply: int, count: int, table_move: int) -> None:
    """Move the table's move to the front of the list."""
    moves = searcher.moves[ply]
    for i in range(count):
        if moves[i] == table_move:
            for j in range(i, 0, -1):
                moves[j] = moves[j - 1]
            moves[0] = table_move
            break


@eager(signature(int, int, int, int, int, int))
def negamax(address: Any, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The score of the best line of `depth` moves from the state at `ply`, exact between alpha and beta."""
    searcher = searcher_at(address)
    if not count_node(searcher):
        return 0
    state = searcher.states[ply]
    searcher.pv_lengths[ply] = ply
    searcher.keys[searcher.past + ply] = state.key
    if count_moves(state) == 0:
        return mate_or_stalemate(state, ply)
    if ply > 0 and drawn_by_rule(searcher, ply, ONCE):
        return 0
    if depth == 0:
        return evaluate_plain(state, int(searcher.eval_trace.ideas))
    data = probe(searcher, table_key(state)) if searcher.buckets > 0 else 0
    if ply > 0 and gives_cutoff(data, depth, alpha, beta, ply):
        return score_in(data, ply)
    count = list_sorted(searcher, ply)
    bring_forward(searcher, ply, count, move_in(data))
    best, best_move = -INFINITE, 0
    for i in range(count):
        move = int(searcher.moves[ply, i])
        make(state, searcher.states[ply + 1], move)
        score = -negamax(address, depth - 1, -beta, -max(alpha, best), ply + 1)
        if searcher.stop != 0:
            return 0
        if score > best:
            best, best_move = score, move
            update_pv(searcher, ply, move)
        if best >= beta:
            break
    if searcher.buckets > 0:
        bound = AT_LEAST if best >= beta else (EXACT if best > alpha else AT_MOST)
        store(searcher, table_key(state), ply, depth, best_move, best, bound)
    return best


def long_negamax(address: int, depth: int) -> int:
    """Negamax from the root of the searcher at an address, with the full window."""
    return int(negamax(address, depth, -INFINITE, INFINITE, 0))
