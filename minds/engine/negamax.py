"""Negamax as the seed's engine had it: alpha-beta with a memory, and plain ideas for an evaluation.

The memory tells whether a score is exact or only a bound, and mates count from where they are found: theirs did not.
"""

from minds.board.compiled import ahead, inlined, signature
from minds.board.make import make
from minds.board.movegen import count_moves
from minds.engine.desk import DESK, Desk, count_node, drawn_by_rule, lengthen
from minds.engine.table import AT_LEAST, AT_MOST, EXACT, decides, move_in, recall, remember, score_in, table_key
from minds.engine.textbook import list_in_order, without_moves
from minds.evaluation.plain.evaluation import plain
from minds.search.game import INFINITE

ONCE = 1  # what has been there before will be again: a draw, so that whoever is winning gets on


@inlined
def bring_forward(desk: Desk, ply: int, count: int, known: int) -> None:
    """Try the move that was best the last time before all others."""
    moves = desk.moves[ply]
    for i in range(count):
        if moves[i] == known:
            for j in range(i, 0, -1):
                moves[j] = moves[j - 1]
            moves[0] = known
            break


@ahead(signature(int, DESK, int, int, int, int))
def negamax(desk: Desk, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The score of the best line of `depth` moves from the state at `ply`, if it is between alpha and beta."""
    if not count_node(desk):
        return 0
    state = desk.states[ply]
    desk.lengths[ply] = ply
    desk.keys[desk.past + ply] = state.key
    if count_moves(state) == 0:
        return without_moves(state, ply)
    if ply > 0 and drawn_by_rule(desk, ply, ONCE):
        return 0
    if depth == 0:
        return plain(state, int(desk.sheet.ideas))
    finding = recall(desk, table_key(state)) if desk.places > 0 else 0
    if ply > 0 and decides(finding, depth, alpha, beta, ply):
        return score_in(finding, ply)
    count = list_in_order(desk, ply)
    bring_forward(desk, ply, count, move_in(finding))
    best, best_move = -INFINITE, 0
    for i in range(count):
        move = int(desk.moves[ply, i])
        make(state, desk.states[ply + 1], move)
        score = -negamax(desk, depth - 1, -beta, -max(alpha, best), ply + 1)
        if desk.stop != 0:
            return 0
        if score > best:
            best, best_move = score, move
            lengthen(desk, ply, move)
        if best >= beta:
            break
    if desk.places > 0:
        bound = AT_LEAST if best >= beta else (EXACT if best > alpha else AT_MOST)
        remember(desk, table_key(state), ply, depth, best_move, best, bound)
    return best
