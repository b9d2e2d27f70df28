"""Writes a state as a FEN in compiled code: 0.5 µs instead of 5 in Python."""

from typing import Any

import numpy as np

from minds.board.compiled import core
from minds.board.squares import A1, A8, H1, H8, LETTERS, NONE, bit
from minds.board.state import NO_SQUARE, State, piece_at

MAX_FEN_BYTES = 128
SIGNS = np.frombuffer(LETTERS.encode(), np.uint8)
SPACE, SLASH, DASH, ZERO, FILES, RANKS = (ord(sign) for sign in " /-0a1")
MOVERS = np.frombuffer(b"wb", np.uint8)
RIGHTS = np.frombuffer(b"KQkq", np.uint8)
CORNERS = np.array([H1, A1, H8, A8])  # of the rooks that these rights need


@core
def write_fen(state: State, text: Any) -> int:
    """Write a state as a FEN into an array of bytes, and return its length."""
    end = write_placement(state, text)
    text[end], text[end + 1], text[end + 2] = SPACE, MOVERS[state.turn], SPACE
    end = write_castling(state, text, end + 3)
    text[end], end = SPACE, end + 1
    if state.en_passant == NO_SQUARE:
        text[end], end = DASH, end + 1
    else:
        text[end], text[end + 1] = FILES + state.en_passant % 8, RANKS + state.en_passant // 8
        end += 2
    text[end] = SPACE
    end = write_number(state.halfmoves, text, end + 1)
    text[end] = SPACE
    return write_number(state.fullmoves, text, end + 1)


@core
def write_placement(state: State, text: Any) -> int:
    """Write the pieces, rank by rank; return where they end."""
    end = 0
    for rank in range(7, -1, -1):
        empty = 0
        for square in range(8 * rank, 8 * rank + 8):
            number = piece_at(state, square)
            if number == 0:
                empty += 1
                continue
            if empty > 0:
                text[end], end, empty = ZERO + empty, end + 1, 0
            text[end], end = SIGNS[number], end + 1
        if empty > 0:
            text[end], end = ZERO + empty, end + 1
        if rank > 0:
            text[end], end = SLASH, end + 1
    return end


@core
def write_castling(state: State, text: Any, start: int) -> int:
    """Write the castling rights from `start`; return where they end."""
    end = start
    for right in range(4):
        if state.castling & bit(CORNERS[right]) != NONE:
            text[end], end = RIGHTS[right], end + 1
    if end == start:
        text[end], end = DASH, end + 1
    return end


@core
def write_number(number: int, text: Any, start: int) -> int:
    """Write a number of no sign from `start`; return where it ends."""
    end, rest = start + 1, number
    while rest >= 10:
        rest, end = rest // 10, end + 1
    for place in range(end - 1, start - 1, -1):
        text[place] = ZERO + number % 10
        number //= 10
    return end
