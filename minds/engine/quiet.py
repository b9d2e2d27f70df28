"""The quiet search: no position is judged in the middle of an exchange, or with a check unanswered."""

from minds.board.codes import captured_of, promotion_of
from minds.board.compiled import ahead, signature
from minds.board.make import make
from minds.board.movegen import list_moves
from minds.board.settle import checkers
from minds.board.squares import ALL, NONE
from minds.board.threats import enemies
from minds.engine.judgement import judge
from minds.engine.margins import DELTA as GAIN
from minds.engine.ordering import next_best, weigh
from minds.engine.searcher import LAST_PLY, PRIZES, SEARCHER, Searcher, count_node, lengthen
from minds.engine.techniques import DELTA
from minds.search.game import INFINITE, WIN


@ahead(signature(int, SEARCHER, int, int, int))
def settle_captures(searcher: Searcher, alpha: int, beta: int, ply: int) -> int:
    """The score when all that is worth taking has been taken, and no check is left unanswered."""
    if not count_node(searcher):
        return 0
    state = searcher.states[ply]
    searcher.lengths[ply] = ply
    searcher.deepest = max(searcher.deepest, ply)
    if ply >= LAST_PLY:
        return judge(searcher, ply)
    in_check = checkers(state, int(state.turn)) != NONE
    best = standing = -INFINITE
    if not in_check:
        best = standing = judge(searcher, ply)  # nobody has to take
        if best >= beta:
            return best
        alpha = max(alpha, best)
    count = list_moves(state, searcher.moves[ply], ALL if in_check else enemies(state))
    if in_check and count == 0:
        return ply - WIN
    weigh(searcher, ply, count, 0)
    for _ in range(count):
        move = next_best(searcher, ply, count)
        if not in_check:
            hope = standing + PRIZES[captured_of(move)] + GAIN
            if searcher.on & DELTA and hope <= alpha and promotion_of(move) == 0:
                best = max(best, hope)
                continue
            if searcher.promised[ply] < 0:  # it loses material, and so do all that are left
                break
        make(state, searcher.states[ply + 1], move)
        searcher.played[ply] = move
        score = -settle_captures(searcher, -beta, -alpha, ply + 1)
        if searcher.stop != 0:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                lengthen(searcher, ply, move)
            if score >= beta:
                break
    return best
