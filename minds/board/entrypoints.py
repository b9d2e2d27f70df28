"""Entry points from Python into the core: small compiled functions that take addresses and integers only."""

from typing import Any

import numpy as np

from minds.board.cache import mark_complete
from minds.board.compiled import (
    CACHE_FAILURES,
    INTERPRETED,
    copy_record,
    eager,
    entry,
    python_bytes,
    python_list,
    record_at,
    signature,
)
from minds.board.draws import insufficient
from minds.board.initialise import initialise
from minds.board.make import make
from minds.board.move_code import LISTED_BITS, NOTATION_BITS, PROMOTION, promotion_of, target_of
from minds.board.movegen import list_moves
from minds.board.perft import perft
from minds.board.scores import score
from minds.board.squares import ALL, QUEEN, bit
from minds.board.state import STATE, WORKSPACE, piece_at
from minds.board.threats import checkers, enemies
from minds.board.write_fen import MAX_FEN_BYTES, write_fen

state_at = record_at(STATE)
workspace_at = record_at(WORKSPACE)

TO_QUEEN = (QUEEN + 1) << PROMOTION


@entry
def entry_list(state: Any, workspace: Any, known: Any, captures: bool) -> Any:
    """The legal moves or captures as a list of the objects in `known`; None if one is not there yet."""
    state, codes = state_at(state), workspace_at(workspace).moves[0]
    count = list_moves(state, codes, enemies(state) if captures else ALL)
    codes[count] = 0
    return python_list(known, codes, count, LISTED_BITS)


@entry
def entry_play(state: Any, child: Any, workspace: Any, notation: int) -> int:
    """Play a move on `state` into `child` and return the move's code, or 0 if the move is illegal.

    `notation` holds the move's squares and promotion. A pawn that reaches the last rank without one becomes a queen.
    """
    state, codes = state_at(state), workspace_at(workspace).moves[0]
    for i in range(list_moves(state, codes, bit(target_of(notation)))):
        found = codes[i] & NOTATION_BITS
        if found == notation or (found == notation | TO_QUEEN and promotion_of(notation) == 0):
            make(state, state_at(child), codes[i])
            return int(codes[i])
    return 0


@entry
def entry_initialise(state: Any) -> int:
    return initialise(state_at(state))


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


@entry
def entry_fen(state: Any) -> Any:
    """The FEN as bytes."""
    text = np.empty(MAX_FEN_BYTES, np.uint8)
    return python_bytes(text[: write_fen(state_at(state), text)])


TURN, EN_PASSANT, HALFMOVES, FULLMOVES = range(4)


@entry
def entry_number(state: Any, which: int) -> int:
    """One of a state's number fields."""
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


@eager(signature(int, int, int))
def long_perft(workspace: Any, depth: int) -> int:
    """Count lines from the first state of a caller's own workspace; other threads may run meanwhile."""
    return perft(workspace_at(workspace), 0, depth)


# Importing this module has compiled everything above, so the cache is complete now.
if not INTERPRETED and not CACHE_FAILURES:
    mark_complete()
