"""The engine's search: alpha-beta with a memory, that does not stop in the middle of an exchange."""

from minds.board.compiled import ahead, inlined, signature
from minds.board.make import make
from minds.board.movegen import count_moves, list_moves
from minds.board.scores import score as evaluate
from minds.board.settle import checkers
from minds.board.squares import ALL, NONE
from minds.board.state import MAX_PLIES
from minds.board.threats import enemies
from minds.engine.desk import DESK, Desk, count_node, drawn_by_rule, lengthen, promise_of
from minds.engine.table import AT_LEAST, AT_MOST, EXACT, entry_of, from_root, remember, table_key
from minds.search.game import INFINITE, WIN

LAST_PLY = MAX_PLIES - 2
FIRST = 1 << 24  # the promise of a move that was best before
ONCE = 1  # whoever repeats a position once can do it again: it is worth a draw at once


@inlined
def weigh(desk: Desk, ply: int, count: int, known: int) -> None:
    """How much each move promises."""
    for i in range(count):
        move = int(desk.moves[ply, i])
        desk.promise[ply, i] = FIRST if move == known else promise_of(move)


@inlined
def next_best(desk: Desk, ply: int, i: int, count: int) -> int:
    """Bring the most promising move that is left to the front; most are never needed, so all are never sorted."""
    moves, promise = desk.moves[ply], desk.promise[ply]
    best = i
    for j in range(i + 1, count):
        if promise[j] > promise[best]:
            best = j
    moves[i], moves[best] = moves[best], moves[i]
    promise[i], promise[best] = promise[best], promise[i]
    return int(moves[i])


@ahead(signature(int, DESK, int, int, int))
def settle_captures(desk: Desk, alpha: int, beta: int, ply: int) -> int:
    """The score when all that is worth taking has been taken, and no check is left unanswered."""
    if not count_node(desk):
        return 0
    state = desk.states[ply]
    desk.lengths[ply] = ply
    if ply >= LAST_PLY:
        return evaluate(state)
    in_check = checkers(state, int(state.turn)) != NONE
    best = -INFINITE
    if not in_check:
        best = evaluate(state)  # nobody has to take
        if best >= beta:
            return best
        alpha = max(alpha, best)
    count = list_moves(state, desk.moves[ply], ALL if in_check else enemies(state))
    if in_check and count == 0:
        return ply - WIN
    weigh(desk, ply, count, 0)
    for i in range(count):
        move = next_best(desk, ply, i, count)
        make(state, desk.states[ply + 1], move)
        score = -settle_captures(desk, -beta, -alpha, ply + 1)
        if desk.stop != 0:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                lengthen(desk, ply, move)
            if score >= beta:
                break
    return best


@ahead(signature(int, DESK, int, int, int, int))
def search(desk: Desk, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The score of the state at `ply`, `depth` moves deep and then until it is quiet."""
    state = desk.states[ply]
    desk.lengths[ply] = ply
    desk.keys[desk.past + ply] = state.key
    if ply > 0 and drawn_by_rule(desk, ply, ONCE):
        mated = count_moves(state) == 0 and checkers(state, int(state.turn)) != NONE
        return ply - WIN if mated else 0  # a mate on the last of the fifty moves counts
    if depth == 0:
        return settle_captures(desk, alpha, beta, ply)
    if not count_node(desk):
        return 0
    if ply >= LAST_PLY:
        return evaluate(state)
    count = list_moves(state, desk.moves[ply], ALL)
    if count == 0:
        return ply - WIN if checkers(state, int(state.turn)) != NONE else 0
    key = table_key(state)
    entry = entry_of(desk, key)
    known = 0
    if entry.key == key:
        known = int(entry.move)
        if ply > 0 and entry.depth >= depth:
            found = from_root(int(entry.score), ply)
            if entry.bound == EXACT or (entry.bound == AT_LEAST and found >= beta):
                return found
            if entry.bound == AT_MOST and found <= alpha:
                return found
    weigh(desk, ply, count, known)
    best, best_move, lowest = -INFINITE, 0, alpha
    for i in range(count):
        move = next_best(desk, ply, i, count)
        make(state, desk.states[ply + 1], move)
        score = -search(desk, depth - 1, -beta, -alpha, ply + 1)
        if desk.stop != 0:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha, best_move = score, move
                lengthen(desk, ply, move)
            if score >= beta:
                break
    bound = AT_LEAST if best >= beta else (EXACT if best > lowest else AT_MOST)
    remember(desk, key, ply, depth, best_move, best, bound)
    return best
