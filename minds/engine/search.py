"""Principal variation search: alpha-beta that expects the first move to be the best.

The first move is searched with the full window from alpha to beta. Each other move is searched with a null window, from
alpha to alpha + 1, which only shows if it is better than alpha; if it is, it is searched again with the full window.
"""

from typing import Any

from minds.board.compiled import eager, inlined, signature
from minds.board.make import make
from minds.board.movegen import count_moves, list_moves
from minds.board.squares import ALL, NONE
from minds.board.threats import checkers
from minds.engine import techniques as use
from minds.engine.checks import find_check_squares, may_give_check
from minds.engine.evaluate import evaluate
from minds.engine.null_move import NO_MOVE, VERIFY_DEPTH, make_null_move, may_try_null_move, null_move_depth
from minds.engine.ordering import is_quiet, next_best, record_cutoff, set_priorities, skip_quiets
from minds.engine.pruning import is_far_ahead, prunes_by_exchange, prunes_quiets, reduction_for
from minds.engine.quiescence import quiescence
from minds.engine.searcher import LAST_PLY, Searcher, count_node, drawn_by_rule, searcher_at, update_pv
from minds.engine.table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    MATE_BOUND,
    bound_in,
    gives_cutoff,
    move_in,
    prefetch_entry,
    probe,
    score_in,
    store,
    table_key,
)
from minds.search.game import INFINITE, WIN

ONCE = 1  # one repetition counts as a draw, because it can be repeated again
INTERNAL_REDUCTION_DEPTH = 4  # plies from which a node without a table move is reduced


@inlined
def better_estimate(static_score: int, data: int, ply: int) -> int:
    """The static score, or the table's score if its bound says more."""
    if data == 0:
        return static_score
    score, bound = score_in(data, ply), bound_in(data)
    if bound == EXACT or (score > static_score if bound == AT_LEAST else score < static_score):
        return score
    return static_score


@inlined
def list_and_rank(searcher: Searcher, ply: int, table_move: int) -> int:
    """List the legal moves (at the root perhaps only some) and set their priorities."""
    count = list_moves(searcher.states[ply], searcher.moves[ply], ALL)
    if ply == 0 and searcher.root_count > 0:
        count = int(searcher.root_count)
        for i in range(count):
            searcher.moves[0, i] = searcher.root_moves[i]
    set_priorities(searcher, ply, count, table_move)
    find_check_squares(searcher, ply)
    return count


@inlined
def update_best(searcher: Searcher, ply: int, move: int, score: int, before: int) -> None:
    """Record a better line; at the root also its score and effort."""
    update_pv(searcher, ply, move)
    if ply == 0:
        searcher.score, searcher.effort = score, searcher.nodes - before


@eager(signature(int, int, int, int, int, int))
def search(address: Any, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The score of the state at `ply`, to `depth` plies and then until it is quiet; `address` is that of a searcher.

    This is one long function because it is recursive, and mutually recursive functions cannot be cached on disk; its
    helpers are in the files beside this one.
    """
    searcher = searcher_at(address)
    state, child = searcher.states[ply], searcher.states[ply + 1]
    is_pv_node = beta - alpha > 1
    searcher.pv_lengths[ply] = ply
    searcher.keys[searcher.past + ply] = state.key
    in_check = checkers(state, int(state.turn)) != NONE
    if ply > 0:
        if drawn_by_rule(searcher, ply, ONCE):
            mated = in_check and count_moves(state) == 0
            return ply - WIN if mated else 0  # checkmate takes precedence over the fifty-move rule
        if searcher.techniques & use.MATE_DISTANCE and not is_pv_node:
            alpha, beta = max(alpha, ply - WIN), min(beta, WIN - ply - 1)
            if alpha >= beta:
                return alpha
        if in_check and searcher.techniques & use.CHECK_EXTENSION:
            depth += 1
    if depth <= 0:
        return quiescence(searcher, alpha, beta, ply)
    if not count_node(searcher):
        return 0
    if ply >= LAST_PLY:
        return evaluate(searcher, ply)

    static_score = -INFINITE if in_check else evaluate(searcher, ply)  # while the table's entry comes from memory
    searcher.static_scores[ply] = static_score

    key = table_key(state)
    data = probe(searcher, key) if searcher.techniques & use.TABLE else 0
    if not is_pv_node and gives_cutoff(data, depth, alpha, beta, ply):
        return score_in(data, ply)
    table_move = move_in(data)
    improving = 1 if not in_check and ply >= 2 and static_score > searcher.static_scores[ply - 2] else 0
    if not is_pv_node and not in_check and abs(beta) < MATE_BOUND:
        estimate = better_estimate(static_score, data, ply)
        if searcher.techniques & use.REVERSE_FUTILITY and is_far_ahead(depth, estimate - beta, improving):
            return estimate
        if searcher.techniques & use.NULL_MOVE and estimate >= beta and may_try_null_move(searcher, ply, depth):
            shallow = null_move_depth(depth, estimate - beta)
            make_null_move(state, child)
            searcher.played[ply] = NO_MOVE
            score = -search(address, shallow, -beta, 1 - beta, ply + 1)
            if score >= beta and depth >= VERIFY_DEPTH and searcher.stop == 0:
                outer = int(searcher.null_move_from)
                searcher.null_move_from = ply + 1 + 3 * max(shallow, 0) // 4  # no null moves above this ply
                score = search(address, shallow, beta - 1, beta, ply)
                searcher.null_move_from = outer
                searcher.pv_lengths[ply] = ply
            if searcher.stop != 0:
                return 0
            if score >= beta:
                return min(score, MATE_BOUND - 1)
    if (
        searcher.techniques & use.INTERNAL_REDUCTION
        and searcher.techniques & use.TABLE
        and table_move == 0
        and depth >= INTERNAL_REDUCTION_DEPTH
    ):
        depth -= 1

    best, best_move, lowest, listed, count, i = -INFINITE, 0, alpha, False, 0, -1
    skipping_quiets = False  # True once the remaining quiet moves are pruned
    while True:
        i += 1
        if i == 0 and table_move != 0 and ply > 0:
            move = table_move  # before the others are generated: they may never be needed
        else:
            if not listed:
                count, listed = list_and_rank(searcher, ply, table_move), True
            move = next_best(searcher, ply, count)
            if move == 0:
                break
        if ply > 0 and i > 0 and not in_check and best > -MATE_BOUND:
            if not skipping_quiets and is_quiet(move) and prunes_quiets(searcher, ply, depth, i, alpha, improving):
                skipping_quiets = True
                skip_quiets(searcher, ply, count)
            if skipping_quiets and is_quiet(move) and not may_give_check(searcher, ply, move):
                continue
            if prunes_by_exchange(searcher, ply, depth, move) and not may_give_check(searcher, ply, move):
                continue
        if depth > 1:
            prefetch_entry(searcher, state, move)
        make(state, child, move)
        searcher.played[ply] = move
        before = int(searcher.nodes)
        if i == 0:
            score = -search(address, depth - 1, -beta, -alpha, ply + 1)
        else:
            reduction = 0 if in_check else reduction_for(searcher, ply, depth, i, is_pv_node, improving)
            score = -search(address, depth - 1 - reduction, -alpha - 1, -alpha, ply + 1)
            if reduction > 0 and score > alpha:
                score = -search(address, depth - 1, -alpha - 1, -alpha, ply + 1)
            if alpha < score < beta:
                score = -search(address, depth - 1, -beta, -alpha, ply + 1)
        if searcher.stop != 0:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha, best_move = score, move
                update_best(searcher, ply, move, score, before)
            if score >= beta:
                if is_quiet(move):
                    record_cutoff(searcher, ply, move, count if listed else 0, depth)
                break
    if best == -INFINITE:
        return ply - WIN if in_check else 0
    # A search restricted to some root moves does not know the root's score.
    if searcher.techniques & use.TABLE and (ply > 0 or searcher.root_count == 0):
        bound = AT_LEAST if best >= beta else (EXACT if best > lowest else AT_MOST)
        store(searcher, key, ply, depth, best_move, best, bound)
    return best
