"""What the tuning sees of a position: whether it is quiet, and what counts in it how often."""

from typing import Any

from minds.board.compiled import jit
from minds.board.scores import FULL_PHASE, score
from minds.board.settle import checkers
from minds.board.squares import NONE, WHITE
from minds.board.state import piece_at
from minds.engine.judgement import judge
from minds.engine.quiet import settle_captures
from minds.engine.searcher import searcher_at
from minds.search.game import INFINITE

NOT_QUIET = -1
NO_LIMIT = 1 << 62


@jit
def is_quiet(at: Any) -> bool:
    """Whether the position on top of a searcher is what it seems: no check, and nothing to be won by taking."""
    searcher = searcher_at(at)
    state = searcher.states[0]
    if checkers(state, int(state.turn)) != NONE:
        return False
    searcher.nodes, searcher.limit, searcher.stop = 0, NO_LIMIT, 0
    return bool(settle_captures(searcher, -INFINITE, INFINITE, 0) == judge(searcher, 0))


@jit
def share_of_midgame(at: Any) -> float:
    """1 with all pieces on the board, 0 with none."""
    return min(int(searcher_at(at).states[0].phase), FULL_PHASE) / FULL_PHASE


@jit
def find_pieces(at: Any, columns: Any, times: Any) -> int:
    """Write down each piece as a number of its table, 1 for White's and -1 for Black's; how many there are."""
    state = searcher_at(at).states[0]
    found = 0
    for square in range(64):
        number = piece_at(state, square)
        if number > 6:
            columns[found], times[found] = 64 * (number - 7) + square, -1
            found += 1
        elif number > 0:
            columns[found], times[found] = 64 * (number - 1) + (square ^ 56), 1
            found += 1
    return found


@jit
def find_knowledge(at: Any, columns: Any, times: Any) -> int:
    """Write down what the knowledge of the evaluation counted, in the same way."""
    searcher = searcher_at(at)
    searcher.sheet.counts[:] = 0
    searcher.sheet.counting = 1
    judge(searcher, 0)
    searcher.sheet.counting = 0
    found = 0
    for what in range(searcher.sheet.counts.size):
        if searcher.sheet.counts[what] != 0:
            columns[found], times[found] = what, searcher.sheet.counts[what]
            found += 1
    return found


@jit
def tables_say(at: Any) -> int:
    """The score of the tables for White."""
    state = searcher_at(at).states[0]
    said = score(state)
    return said if state.turn == WHITE else -said


@jit
def judged(at: Any) -> int:
    """What the engine takes the position for, with the ideas that its sheet asks for."""
    return judge(searcher_at(at), 0)
