"""The record a compiled search works on: states, moves, principal variations, histories, counters and the stop flag."""

from typing import Any, TypeAlias

import numpy as np

from minds.board.compiled import inlined, record_at
from minds.board.draws import FIFTY_MOVES, insufficient
from minds.board.move_code import captured_of, piece_of
from minds.board.state import MAX_MOVES, MAX_PLIES, STATE
from minds.board.tables import VALUES
from minds.evaluation.tuned.trace import TRACE

Searcher: TypeAlias = Any

MAX_PAST = 128  # positions before the root; earlier ones cannot repeat, because fifty moves end a game
LAST_PLY = MAX_PLIES - 2

SEARCHER = np.dtype(
    (
        np.record,
        [
            ("states", STATE, (MAX_PLIES,)),
            ("moves", "i4", (MAX_PLIES, MAX_MOVES)),
            ("priority", "i4", (MAX_PLIES, MAX_MOVES)),  # the order in which moves are searched …
            ("last_priority", "i8", (MAX_PLIES,)),  # … and the priority of the last one taken
            ("pv", "i4", (MAX_PLIES, MAX_PLIES)),  # the best line found from each ply (triangular table) …
            ("pv_lengths", "i8", (MAX_PLIES,)),  # … and where it ends
            ("keys", "u8", (MAX_PAST + MAX_PLIES,)),  # of the game so far, then of each ply
            ("past", "i8"),  # the number of positions before the root
            ("nodes", "i8"),
            ("limit", "i8"),  # the most nodes to search
            ("techniques", "i8"),  # those switched on, a bit each
            ("deepest", "i8"),  # the greatest ply reached
            ("null_move_from", "i8"),  # the ply from which null moves are tried; raised during verification
            ("check_squares", "u8", (MAX_PLIES, 6)),  # the squares from which each kind of piece gives check
            ("static_scores", "i8", (MAX_PLIES,)),  # the static evaluation at each ply
            ("played", "i4", (MAX_PLIES,)),  # the move made at each ply; 0 for a null move
            ("killers", "i4", (MAX_PLIES, 2)),  # quiet moves that caused a cutoff at this ply
            ("countermoves", "i4", (13, 64)),  # quiet replies to this piece moving to this square
            ("history", "i4", (13, 64)),  # of quiet moves, by piece and target square
            ("follow_ups", "i2", (13, 64, 13, 64)),  # the same after each previous move (continuation history)
            ("eval_trace", TRACE),  # the evaluation's scratch record
            ("evaluator", "i8"),  # the number of a function that evaluates, 0 for tables and ideas …
            ("evaluated", "i8"),  # … and a handle of what it works on
            ("stop", "i8"),  # set from outside or at the node limit; results after that are void
            ("table", "i8"),  # a handle of the transposition table
            ("buckets", "i8"),  # its size, a power of two
            ("age", "i8"),  # of entries stored now
            ("root_count", "i8"),  # the number of root moves to search, 0 for all …
            ("root_moves", "i4", (MAX_MOVES,)),  # … and those moves
            ("score", "i8"),  # of the best root move so far …
            ("effort", "i8"),  # … and the nodes spent on it
        ],
    ),
    align=True,
)

searcher_at = record_at(SEARCHER)

# By piece number, 0 for kings.
PIECE_VALUES = np.array([0, *(VALUES[letter] for letter in "KQRBNPKQRBNP")], np.int64)


def new_searcher() -> np.ndarray:
    """An empty searcher record, as an array of one row; a plain one, whose fields Python reads twice as fast."""
    return np.zeros(1, SEARCHER)


@inlined
def mvv_lva(move: int) -> int:
    """A capture's priority: most valuable victim first, then least valuable attacker."""
    return 16 * PIECE_VALUES[captured_of(move)] + piece_of(move) if captured_of(move) != 0 else 0


@inlined
def count_repetitions(searcher: Searcher, ply: int) -> int:
    """The number of earlier occurrences of the position at this ply, in the game or in the search."""
    state = searcher.states[ply]
    here = searcher.past + ply
    times = 0
    for back in range(4, min(int(state.halfmoves), here) + 1, 2):
        if searcher.keys[here - back] == state.key:
            times += 1
    return times


@inlined
def drawn_by_rule(searcher: Searcher, ply: int, repeated: int) -> bool:
    """True if the game is drawn here; `repeated` is the number of earlier occurrences that make a draw."""
    state = searcher.states[ply]
    if state.halfmoves >= FIFTY_MOVES or insufficient(state):
        return True
    return count_repetitions(searcher, ply) >= repeated


@inlined
def update_pv(searcher: Searcher, ply: int, move: int) -> None:
    """The best line from here is this move, followed by the best line from the next ply."""
    searcher.pv[ply, ply] = move
    for i in range(ply + 1, searcher.pv_lengths[ply + 1]):
        searcher.pv[ply, i] = searcher.pv[ply + 1, i]
    searcher.pv_lengths[ply] = max(ply + 1, searcher.pv_lengths[ply + 1])


@inlined
def count_node(searcher: Searcher) -> bool:
    """Count one node; False if the search must stop."""
    if searcher.stop != 0:
        return False
    if searcher.nodes >= searcher.limit:
        searcher.stop = 1
        return False
    searcher.nodes += 1
    return True
