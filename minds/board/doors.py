"""The doors from Python into the core: small compiled functions that take addresses and numbers, nothing dear."""

from typing import Any

import numpy as np

from minds.board.cache import mark_complete
from minds.board.codes import PLAIN, PROMOTION, SEEN, promotion_of, target_of
from minds.board.compiled import (
    INTERPRETED,
    LOST,
    ahead,
    copy_record,
    door,
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
desk_at = record_at(WORKSPACE)

TO_QUEEN = (QUEEN + 1) << PROMOTION


@door
def door_list(state: Any, desk: Any, known: Any, captures: bool) -> Any:
    """The legal moves or captures as a list of the objects known for them, None if one is not known yet."""
    state, codes = state_at(state), desk_at(desk).moves[0]
    count = list_moves(state, codes, enemies(state) if captures else ALL)
    codes[count] = 0
    return python_list(known, codes, count, SEEN)


@door
def door_play(state: Any, child: Any, desk: Any, plain: int) -> int:
    """Make the legal move that a player means and return its code; 0 if there is none.

    Whoever names no promotion means a queen.
    """
    state, codes = state_at(state), desk_at(desk).moves[0]
    for i in range(list_moves(state, codes, bit(target_of(plain)))):
        said = codes[i] & PLAIN
        if said == plain or (said == plain | TO_QUEEN and promotion_of(plain) == 0):
            make(state, state_at(child), codes[i])
            return int(codes[i])
    return 0


@door
def door_settle(state: Any) -> int:
    return settle(state_at(state))


@door
def door_checkers(state: Any, colour: int) -> Any:
    return checkers(state_at(state), colour)


@door
def door_piece_at(state: Any, square: int) -> int:
    return piece_at(state_at(state), square)


@door
def door_squares(state: Any) -> Any:
    """The 64 piece numbers as bytes."""
    numbers = np.empty(64, np.uint8)
    for square in range(64):
        numbers[square] = piece_at(state_at(state), square)
    return python_bytes(numbers)


TURN, EN_PASSANT, HALFMOVES, FULLMOVES = range(4)


@door
def door_number(state: Any, which: int) -> int:
    """One of a state's numbers."""
    state = state_at(state)
    if which == TURN:
        return int(state.turn)
    if which == EN_PASSANT:
        return int(state.en_passant)
    if which == HALFMOVES:
        return int(state.halfmoves)
    return int(state.fullmoves)


@door
def door_key(state: Any) -> Any:
    return state_at(state).key


@door
def door_castling(state: Any) -> Any:
    return state_at(state).castling


@door
def door_copy(state: Any, copy: Any) -> None:
    copy_record(state_at(state), state_at(copy))


@door
def door_score(state: Any) -> int:
    """The tapered score for the side to move."""
    return score(state_at(state))


@door
def door_insufficient(state: Any) -> Any:
    return insufficient(state_at(state))


@ahead(signature(int, int, int))
def long_perft(desk: Any, depth: int) -> int:
    """Lines from the state on top of a desk of one's own: this is no door, other threads may run meanwhile."""
    return perft(desk_at(desk), 0, depth)


# All that is compiled ahead of its use has been, when these lines are reached.
if not INTERPRETED and not LOST:
    mark_complete()
