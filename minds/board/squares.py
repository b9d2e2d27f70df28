"""Squares, pieces and bitboards: the vocabulary of the core.

A square is 0 to 63: a1 is 0, b1 is 1, h8 is 63. A set of squares is a bitboard, an unsigned
64-bit number whose bit s says whether square s is in the set. Squares, moves and scores are
signed; only bitboards are unsigned, because mixing the two makes floats (in Numba as in numpy).
"""

from typing import TypeAlias

import numpy as np

from minds.board.compiled import inlined, minus, trailing_zeros

Bitboard: TypeAlias = np.uint64

NONE = Bitboard(0)
ONE = Bitboard(1)
ALL = Bitboard(0xFFFF_FFFF_FFFF_FFFF)
TOP = Bitboard(1 << 63)

FILE_A = Bitboard(0x0101_0101_0101_0101)
FILE_H = Bitboard(0x8080_8080_8080_8080)
RANK_3 = Bitboard(0x0000_0000_00FF_0000)
RANK_6 = Bitboard(0x0000_FF00_0000_0000)
LAST_RANKS = Bitboard(0xFF00_0000_0000_00FF)

WHITE, BLACK = 0, 1
KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN = range(6)

# Piece numbers are the original World's: 0 nothing, 1–6 white K Q R B N P, 7–12 black.
LETTERS = ".KQRBNPkqrbnp"
SQUARE_NAMES = tuple(file + rank for rank in "12345678" for file in "abcdefgh")
A1, E1, H1, A8, E8, H8 = (SQUARE_NAMES.index(name) for name in ("a1", "e1", "h1", "a8", "e8", "h8"))


@inlined
def bit(square: int) -> Bitboard:
    """The set that holds this one square."""
    return ONE << Bitboard(square)


@inlined
def pop(squares: Bitboard) -> tuple[int, Bitboard]:
    """The lowest square of a non-empty set, and the set without it."""
    return trailing_zeros(squares), squares & (squares - ONE)


@inlined
def several(squares: Bitboard) -> bool:
    """True if a set holds more than one square."""
    return squares & minus(squares, ONE) != NONE


@inlined
def number_of(kind: int, colour: int) -> int:
    """The piece number (1 to 12) of a kind and colour."""
    return 1 + kind + 6 * colour


@inlined
def colour_of(number: int) -> int:
    """The colour of a piece number."""
    return 1 if number > 6 else 0


@inlined
def kind_of(number: int) -> int:
    """The kind of a piece number, KING to PAWN."""
    return number - 7 if number > 6 else number - 1
