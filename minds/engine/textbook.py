"""The textbook searches compiled for chess: line by line those of `minds.search`, with the same results."""

from typing import Any

from minds.board.compiled import eager, inlined, signature
from minds.board.make import make
from minds.board.movegen import count_moves, list_moves
from minds.board.squares import ALL, NONE
from minds.board.state import State
from minds.board.threats import checkers
from minds.engine.searcher import Searcher, count_node, drawn_by_rule, mvv_lva, searcher_at, update_pv
from minds.evaluation.practical.evaluation import evaluate_practical
from minds.search.game import INFINITE, WIN

TWICE = 2  # two earlier occurrences make threefold repetition


@inlined
def mate_or_stalemate(state: State, ply: int) -> int:
    """The score of a position without legal moves; a mate counts more the sooner it comes."""
    return ply - WIN if checkers(state, int(state.turn)) != NONE else 0


@inlined
def list_sorted(searcher: Searcher, ply: int) -> int:
    """List the legal moves, captures first by `mvv_lva`; equal ones keep their order."""
    moves, priority = searcher.moves[ply], searcher.priority[ply]
    count = list_moves(searcher.states[ply], moves, ALL)
    for i in range(count):
        move = int(moves[i])
        value = mvv_lva(move)
        place = i
        while place > 0 and priority[place - 1] < value:
            moves[place], priority[place] = moves[place - 1], priority[place - 1]
            place -= 1
        moves[place], priority[place] = move, value
    return count


@eager(signature(int, int, int, int))
def minimax(address: Any, depth: int, ply: int) -> int:
    """The score of the best line of `depth` moves from the state at `ply`; `address` is that of a searcher."""
    searcher = searcher_at(address)
    if not count_node(searcher):
        return 0
    state = searcher.states[ply]
    searcher.pv_lengths[ply] = ply
    searcher.keys[searcher.past + ply] = state.key
    if depth == 0:
        if count_moves(state) == 0:
            return mate_or_stalemate(state, ply)
        return 0 if drawn_by_rule(searcher, ply, TWICE) else evaluate_practical(state)
    count = list_sorted(searcher, ply)
    if count == 0:
        return mate_or_stalemate(state, ply)
    if drawn_by_rule(searcher, ply, TWICE):
        return 0
    best = -INFINITE
    for i in range(count):
        make(state, searcher.states[ply + 1], searcher.moves[ply, i])
        score = -minimax(address, depth - 1, ply + 1)
        if searcher.stop != 0:
            return 0
        if score > best:
            best = score
            update_pv(searcher, ply, searcher.moves[ply, i])
    return best


@eager(signature(int, int, int, int, int, int))
def alphabeta(address: Any, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The same score if it lies between alpha and beta, otherwise a bound."""
    searcher = searcher_at(address)
    if not count_node(searcher):
        return 0
    state = searcher.states[ply]
    searcher.pv_lengths[ply] = ply
    searcher.keys[searcher.past + ply] = state.key
    if depth == 0:
        if count_moves(state) == 0:
            return mate_or_stalemate(state, ply)
        return 0 if drawn_by_rule(searcher, ply, TWICE) else evaluate_practical(state)
    count = list_sorted(searcher, ply)
    if count == 0:
        return mate_or_stalemate(state, ply)
    if drawn_by_rule(searcher, ply, TWICE):
        return 0
    best = -INFINITE
    for i in range(count):
        make(state, searcher.states[ply + 1], searcher.moves[ply, i])
        score = -alphabeta(address, depth - 1, -beta, -max(alpha, best), ply + 1)
        if searcher.stop != 0:
            return 0
        if score > best:
            best = score
            update_pv(searcher, ply, searcher.moves[ply, i])
        if best >= beta:
            break
    return best


def long_minimax(address: int, depth: int) -> int:
    """Minimax from the root of the searcher at an address."""
    return int(minimax(address, depth, 0))


def long_alphabeta(address: int, depth: int) -> int:
    """Alpha-beta from the root of the searcher at an address, with the full window."""
    return int(alphabeta(address, depth, -INFINITE, INFINITE, 0))
