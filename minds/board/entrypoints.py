"""The entrypoints from Python into the core: small compiled functions that take addresses and numbers, nothing dear."""

from typing import Any

import numpy as np

from minds.board.cache import mark_complete
from minds.board.codes import PLAIN, PROMOTION, SEEN, promotion_of, target_of
from minds.board.compiled import (
    INTERPRETED,
    LOST,
    ahead,
    copy_record,
    entry,
    python_bytes,
    python_list,
    record_at,
    signature,
)
from minds.board.endings import insufficient
from minds.board.make import make
from minds.board.movegen import list_moves
from minds.board.perft import perft
from minds.board.scores import score
from minds.board.settle import checkers, settle
from minds.board.squares import ALL, QUEEN, bit
from minds.board.state import STATE, WORKSPACE, piece_at
from minds.board.threats import enemies

state_at = record_at(STATE)
workspace_at = record_at(WORKSPACE)

TO_QUEEN = (QUEEN + 1) << PROMOTION


@entry
def entry_list(state: Any, workspace: Any, known: Any, captures: bool) -> Any:
    """The legal moves or captures as a list of the objects known for them, None if one is not known yet."""
    state, codes = state_at(state), workspace_at(workspace).moves[0]
    count = list_moves(state, codes, enemies(state) if captures else ALL)
    codes[count] = 0
    return python_list(known, codes, count, SEEN)


@entry
def entry_play(state: Any, child: Any, workspace: Any, plain: int) -> int:
    """Make the legal move that a player means and return its code; 0 if there is none.

    Whoever names no promotion means a queen.
    """
    state, codes = state_at(state), workspace_at(workspace).moves[0]
    for i in range(list_moves(state, codes, bit(target_of(plain)))):
        said = codes[i] & PLAIN
        if said == plain or (said == plain | TO_QUEEN and promotion_of(plain) == 0):
            make(state, state_at(child), codes[i])
            return int(codes[i])
    return 0


@entry
def entry_settle(state: Any) -> int:
    return settle(state_at(state))


@entry
def entry_checkers(state: Any, colour: int) -> Any:
    return checkers(state_at(state), colour)


@entry
def entry_piece_at(state: Any, square: int) -> int:
    return piece_at(state_at(state), square)


@entry
def entry_squares(state: Any) -> Any:
    """The 64 piece numbers as bytes."""
    numbers = np.empty(64, np.uint8)
    for square in range(64):
        numbers[square] = piece_at(state_at(state), square)
    return python_bytes(numbers)


TURN, EN_PASSANT, HALFMOVES, FULLMOVES = range(4)


@entry
def entry_number(state: Any, which: int) -> int:
    """One of a state's numbers."""
    state = state_at(state)
    if which == TURN:
        return int(state.turn)
    if which == EN_PASSANT:
        return int(state.en_passant)
    if which == HALFMOVES:
        return int(state.halfmoves)
    return int(state.fullmoves)


@entry
def entry_key(state: Any) -> Any:
    return state_at(state).key


@entry
def entry_castling(state: Any) -> Any:
    return state_at(state).castling


@entry
def entry_copy(state: Any, copy: Any) -> None:
    copy_record(state_at(state), state_at(copy))


@entry
def entry_score(state: Any) -> int:
    """The tapered score for the side to move."""
    return score(state_at(state))


@entry
def entry_insufficient(state: Any) -> Any:
    return insufficient(state_at(state))


@ahead(signature(int, int, int))
def long_perft(workspace: Any, depth: int) -> int:
    """Lines from the state on top of a workspace of one's own: this is no entry, other threads may run meanwhile."""
    return perft(workspace_at(workspace), 0, depth)


# All that is compiled ahead of its use has been, when these lines are reached.
if not INTERPRETED and not LOST:
    mark_complete()
