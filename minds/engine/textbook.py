"""The textbook's searches once more, compiled for chess: line by line what `minds.search` says, and as good as it."""

from minds.board.compiled import ahead, inlined, signature
from minds.board.make import make
from minds.board.movegen import count_moves, list_moves
from minds.board.settle import checkers
from minds.board.squares import ALL, NONE
from minds.board.state import State
from minds.engine.searcher import SEARCHER, Searcher, count_node, drawn_by_rule, lengthen, promise_of
from minds.evaluation.practical.evaluation import practical
from minds.search.game import INFINITE, WIN

TWICE = 2  # a position that has occurred so often before now occurs for the third time


@inlined
def without_moves(state: State, ply: int) -> int:
    """Checkmate, the worse the sooner, or stalemate."""
    return ply - WIN if checkers(state, int(state.turn)) != NONE else 0


@inlined
def list_in_order(searcher: Searcher, ply: int) -> int:
    """The legal moves, the most promising first; those that promise as much keep their order."""
    moves, promise = searcher.moves[ply], searcher.promise[ply]
    count = list_moves(searcher.states[ply], moves, ALL)
    for i in range(count):
        move = int(moves[i])
        value = promise_of(move)
        place = i
        while place > 0 and promise[place - 1] < value:
            moves[place], promise[place] = moves[place - 1], promise[place - 1]
            place -= 1
        moves[place], promise[place] = move, value
    return count


@ahead(signature(int, SEARCHER, int, int))
def minimax(searcher: Searcher, depth: int, ply: int) -> int:
    """The score of the best line of `depth` moves from the state at `ply`."""
    if not count_node(searcher):
        return 0
    state = searcher.states[ply]
    searcher.lengths[ply] = ply
    searcher.keys[searcher.past + ply] = state.key
    if depth == 0:
        if count_moves(state) == 0:
            return without_moves(state, ply)
        return 0 if drawn_by_rule(searcher, ply, TWICE) else practical(state)
    count = list_in_order(searcher, ply)
    if count == 0:
        return without_moves(state, ply)
    if drawn_by_rule(searcher, ply, TWICE):
        return 0
    best = -INFINITE
    for i in range(count):
        make(state, searcher.states[ply + 1], searcher.moves[ply, i])
        score = -minimax(searcher, depth - 1, ply + 1)
        if searcher.stop != 0:
            return 0
        if score > best:
            best = score
            lengthen(searcher, ply, searcher.moves[ply, i])
    return best


@ahead(signature(int, SEARCHER, int, int, int, int))
def alphabeta(searcher: Searcher, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The same, if it is between alpha and beta; else on which side it is."""
    if not count_node(searcher):
        return 0
    state = searcher.states[ply]
    searcher.lengths[ply] = ply
    searcher.keys[searcher.past + ply] = state.key
    if depth == 0:
        if count_moves(state) == 0:
            return without_moves(state, ply)
        return 0 if drawn_by_rule(searcher, ply, TWICE) else practical(state)
    count = list_in_order(searcher, ply)
    if count == 0:
        return without_moves(state, ply)
    if drawn_by_rule(searcher, ply, TWICE):
        return 0
    best = -INFINITE
    for i in range(count):
        make(state, searcher.states[ply + 1], searcher.moves[ply, i])
        score = -alphabeta(searcher, depth - 1, -beta, -max(alpha, best), ply + 1)
        if searcher.stop != 0:
            return 0
        if score > best:
            best = score
            lengthen(searcher, ply, searcher.moves[ply, i])
        if best >= beta:
            break
    return best
