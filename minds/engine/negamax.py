"""Negamax as the seed's engine had it: alpha-beta with a memory, and plain ideas for an evaluation.

The memory tells whether a score is exact or only a bound, and mates count from where they are found: theirs did not.
"""

from minds.board.compiled import ahead, inlined, signature
from minds.board.make import make
from minds.board.movegen import count_moves
from minds.engine.searcher import SEARCHER, Searcher, count_node, drawn_by_rule, lengthen
from minds.engine.table import AT_LEAST, AT_MOST, EXACT, decides, move_in, recall, remember, score_in, table_key
from minds.engine.textbook import list_in_order, without_moves
from minds.evaluation.plain.evaluation import plain
from minds.search.game import INFINITE

ONCE = 1  # what has been there before will be again: a draw, so that whoever is winning gets on


@inlined
def bring_forward(searcher: Searcher, ply: int, count: int, known: int) -> None:
    """Try the move that was best the last time before all others."""
    moves = searcher.moves[ply]
    for i in range(count):
        if moves[i] == known:
            for j in range(i, 0, -1):
                moves[j] = moves[j - 1]
            moves[0] = known
            break


@ahead(signature(int, SEARCHER, int, int, int, int))
def negamax(searcher: Searcher, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The score of the best line of `depth` moves from the state at `ply`, if it is between alpha and beta."""
    if not count_node(searcher):
        return 0
    state = searcher.states[ply]
    searcher.lengths[ply] = ply
    searcher.keys[searcher.past + ply] = state.key
    if count_moves(state) == 0:
        return without_moves(state, ply)
    if ply > 0 and drawn_by_rule(searcher, ply, ONCE):
        return 0
    if depth == 0:
        return plain(state, int(searcher.sheet.ideas))
    finding = recall(searcher, table_key(state)) if searcher.places > 0 else 0
    if ply > 0 and decides(finding, depth, alpha, beta, ply):
        return score_in(finding, ply)
    count = list_in_order(searcher, ply)
    bring_forward(searcher, ply, count, move_in(finding))
    best, best_move = -INFINITE, 0
    for i in range(count):
        move = int(searcher.moves[ply, i])
        make(state, searcher.states[ply + 1], move)
        score = -negamax(searcher, depth - 1, -beta, -max(alpha, best), ply + 1)
        if searcher.stop != 0:
            return 0
        if score > best:
            best, best_move = score, move
            lengthen(searcher, ply, move)
        if best >= beta:
            break
    if searcher.places > 0:
        bound = AT_LEAST if best >= beta else (EXACT if best > alpha else AT_MOST)
        remember(searcher, table_key(state), ply, depth, best_move, best, bound)
    return best
