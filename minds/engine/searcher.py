"""What a compiled search works at: one record with its states, moves, lines, counters, memory and stop flag."""

from typing import Any, TypeAlias

import numpy as np

from minds.board.codes import captured_of, piece_of
from minds.board.compiled import inlined, record_at
from minds.board.endings import FIFTY_MOVES, insufficient
from minds.board.state import MAX_MOVES, MAX_PLIES, STATE
from minds.board.tables import VALUES
from minds.evaluation.tuned.sheet import SHEET

Searcher: TypeAlias = Any

PAST = 128  # no more positions before the first can be repeated: fifty moves end a game
LAST_PLY = MAX_PLIES - 2

SEARCHER = np.dtype(
    (
        np.record,
        [
            ("states", STATE, (MAX_PLIES,)),
            ("moves", "i4", (MAX_PLIES, MAX_MOVES)),
            ("promise", "i8", (MAX_PLIES, MAX_MOVES)),  # by which the moves are ordered …
            ("promised", "i8", (MAX_PLIES,)),  # … and that of the one taken last
            ("lines", "i4", (MAX_PLIES, MAX_PLIES)),  # the best line found from each ply …
            ("lengths", "i8", (MAX_PLIES,)),  # … and where it ends
            ("keys", "u8", (PAST + MAX_PLIES,)),  # of the game before, and then of each ply
            ("past", "i8"),  # so many positions were before
            ("nodes", "i8"),
            ("limit", "i8"),  # of nodes
            ("on", "i8"),  # the techniques that are used, a bit each
            ("deepest", "i8"),  # ply that was seen
            ("passing_from", "i8"),  # ply from which passes are tried: not while one is verified
            ("aims", "u8", (MAX_PLIES, 6)),  # from where a piece of each kind would give check
            ("standing", "i8", (MAX_PLIES,)),  # the evaluation at each ply
            ("played", "i4", (MAX_PLIES,)),  # the move made at each ply; 0 for a pass
            ("killers", "i4", (MAX_PLIES, 2)),  # quiet moves that refuted something at this ply
            ("answers", "i4", (13, 64)),  # quiet moves that refuted this piece's coming to this square
            ("history", "i4", (13, 64)),  # how often the piece's coming to the square was good
            ("follow_ups", "i2", (13, 64, 13, 64)),  # the same, after each move before it
            ("sheet", SHEET),  # for the evaluation
            ("stop", "i8"),  # set from outside, or when the limit is reached; then nothing found any more counts
            ("table", "i8"),  # lent: see `table.py`
            ("places", "i8"),  # in it, a power of two
            ("age", "i8"),  # of what is found now
            ("choice", "i8"),  # so many moves alone are to be looked at, 0 for all …
            ("chosen", "i4", (MAX_MOVES,)),  # … and these are they
            ("score", "i8"),  # of the best move so far …
            ("effort", "i8"),  # … and how many nodes it took to find that out
        ],
    ),
    align=True,
)

searcher_at = record_at(SEARCHER)

# By piece number, as a capture's promise counts it.
PRIZES = np.array([0, *(VALUES[letter] for letter in "KQRBNPKQRBNP")], np.int64)


def new_searcher() -> np.ndarray:
    """An empty searcher as an array of one row."""
    return np.zeros(1, SEARCHER).view(np.recarray)


@inlined
def promise_of(move: int) -> int:
    """Captures before others: the most valuable victim first, and of its attackers the least."""
    return 16 * PRIZES[captured_of(move)] + piece_of(move) if captured_of(move) != 0 else 0


@inlined
def earlier(searcher: Searcher, ply: int) -> int:
    """How often the position at this ply has occurred before, in the game or on the way here."""
    state = searcher.states[ply]
    here = searcher.past + ply
    times = 0
    for back in range(4, min(int(state.halfmoves), here) + 1, 2):
        if searcher.keys[here - back] == state.key:
            times += 1
    return times


@inlined
def drawn_by_rule(searcher: Searcher, ply: int, repeated: int) -> bool:
    """Whether the game is drawn here, counting a position that has occurred `repeated` times before."""
    state = searcher.states[ply]
    if state.halfmoves >= FIFTY_MOVES or insufficient(state):
        return True
    return earlier(searcher, ply) >= repeated


@inlined
def lengthen(searcher: Searcher, ply: int, move: int) -> None:
    """The best line from here is this move and then the best line from there."""
    searcher.lines[ply, ply] = move
    for i in range(ply + 1, searcher.lengths[ply + 1]):
        searcher.lines[ply, i] = searcher.lines[ply + 1, i]
    searcher.lengths[ply] = max(ply + 1, searcher.lengths[ply + 1])


@inlined
def count_node(searcher: Searcher) -> bool:
    """Count one more position; False when no more may be looked at."""
    if searcher.stop != 0:
        return False
    if searcher.nodes >= searcher.limit:
        searcher.stop = 1
        return False
    searcher.nodes += 1
    return True
