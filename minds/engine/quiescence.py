"""Quiescence search: captures and check evasions only, until the position is quiet enough to evaluate."""

from minds.board.compiled import eager, signature
from minds.board.make import make
from minds.board.move_code import captured_of, promotion_of
from minds.board.movegen import list_moves
from minds.board.squares import ALL, NONE
from minds.board.threats import checkers, enemies
from minds.engine.evaluate import evaluate
from minds.engine.ordering import next_best, set_priorities
from minds.engine.pruning import DELTA_MARGIN
from minds.engine.searcher import LAST_PLY, PIECE_VALUES, SEARCHER, Searcher, count_node, update_pv
from minds.engine.techniques import DELTA
from minds.search.game import INFINITE, WIN


@eager(signature(int, SEARCHER, int, int, int))
def quiescence(searcher: Searcher, alpha: int, beta: int, ply: int) -> int:
    """The score after all worthwhile captures, and after all moves where the side to move is in check."""
    if not count_node(searcher):
        return 0
    state = searcher.states[ply]
    searcher.pv_lengths[ply] = ply
    searcher.deepest = max(searcher.deepest, ply)
    if ply >= LAST_PLY:
        return evaluate(searcher, ply)
    in_check = checkers(state, int(state.turn)) != NONE
    best = static_score = -INFINITE
    if not in_check:
        best = static_score = evaluate(searcher, ply)  # stand pat: captures are optional
        if best >= beta:
            return best
        alpha = max(alpha, best)
    count = list_moves(state, searcher.moves[ply], ALL if in_check else enemies(state))
    if in_check and count == 0:
        return ply - WIN
    set_priorities(searcher, ply, count, 0)
    for _ in range(count):
        move = next_best(searcher, ply, count)
        if not in_check:
            best_case = static_score + PIECE_VALUES[captured_of(move)] + DELTA_MARGIN
            if searcher.techniques & DELTA and best_case <= alpha and promotion_of(move) == 0:
                best = max(best, best_case)
                continue
            if searcher.last_priority[ply] < 0:  # this capture loses material, and so do the rest
                break
        make(state, searcher.states[ply + 1], move)
        searcher.played[ply] = move
        score = -quiescence(searcher, -beta, -alpha, ply + 1)
        if searcher.stop != 0:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                update_pv(searcher, ply, move)
            if score >= beta:
                break
    return best
