"""The features of a position for training: whether it is quiet, and what it contains how often."""

from typing import Any

from minds.board.compiled import jit
from minds.board.scores import FULL_PHASE, score
from minds.board.squares import NONE, WHITE
from minds.board.state import piece_at
from minds.board.threats import checkers
from minds.engine.evaluate import evaluate
from minds.engine.quiescence import quiescence
from minds.engine.searcher import searcher_at
from minds.search.game import INFINITE

NOT_QUIET = -1
NO_LIMIT = 1 << 62


@jit
def is_quiet(at: Any) -> bool:
    """True if the position at a searcher's root is not in check and the quiescence search gains nothing."""
    searcher = searcher_at(at)
    state = searcher.states[0]
    if checkers(state, int(state.turn)) != NONE:
        return False
    searcher.nodes, searcher.limit, searcher.stop = 0, NO_LIMIT, 0
    return bool(quiescence(searcher, -INFINITE, INFINITE, 0) == evaluate(searcher, 0))


@jit
def share_of_midgame(at: Any) -> float:
    """The phase as a fraction: 1 with all pieces on the board, 0 with none."""
    return min(int(searcher_at(at).states[0].phase), FULL_PHASE) / FULL_PHASE


@jit
def piece_features(at: Any, features: Any, counts: Any) -> int:
    """Write each piece as an index of its table, with 1 for White and -1 for Black; return how many there are."""
    state = searcher_at(at).states[0]
    found = 0
    for square in range(64):
        number = piece_at(state, square)
        if number > 6:
            features[found], counts[found] = 64 * (number - 7) + square, -1
            found += 1
        elif number > 0:
            features[found], counts[found] = 64 * (number - 1) + (square ^ 56), 1
            found += 1
    return found


@jit
def knowledge_features(at: Any, features: Any, counts: Any) -> int:
    """Write the terms counted by the tuned evaluation in the same form."""
    searcher = searcher_at(at)
    searcher.eval_trace.counts[:] = 0
    searcher.eval_trace.counting = 1
    evaluate(searcher, 0)
    searcher.eval_trace.counting = 0
    found = 0
    for what in range(searcher.eval_trace.counts.size):
        if searcher.eval_trace.counts[what] != 0:
            features[found], counts[found] = what, searcher.eval_trace.counts[what]
            found += 1
    return found


@jit
def tables_score(at: Any) -> int:
    """The score of the tables for White."""
    state = searcher_at(at).states[0]
    result = score(state)
    return result if state.turn == WHITE else -result


@jit
def evaluate_at(at: Any) -> int:
    """The engine's static evaluation, with the ideas switched on in its trace."""
    return evaluate(searcher_at(at), 0)
