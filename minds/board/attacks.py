"""Attack tables for kings, knights and pawns, and one subtraction per line for sliding pieces.

A slider sees along a line up to the first obstruction on either side. Take the nearest
obstruction below the slider (`under`, the highest set bit there) and the nearest one above
(`over`, the lowest set bit there): the subtraction `2·over − under` sets just the bits between
them, and masking with the line removes the rest. With nothing above, `over` is 0 and the
borrow runs to the end of the board, as it should.
"""

from collections.abc import Iterable

import numpy as np

from minds.board.compiled import inlined, leading_zeros, minus
from minds.board.squares import FILE_A, FILE_H, NONE, ONE, TOP, WHITE, Bitboard

NORTH, EAST, NORTH_EAST, NORTH_WEST = (0, 1), (1, 0), (1, 1), (-1, 1)
FILE, RANK, DIAGONAL, ANTIDIAGONAL = range(4)
SEVEN, NINE = Bitboard(7), Bitboard(9)
UPWARD_STEPS = (NORTH, EAST, NORTH_EAST, NORTH_WEST)
ALL_STEPS = UPWARD_STEPS + tuple((-file, -rank) for file, rank in UPWARD_STEPS)
KNIGHT_STEPS = tuple((file, rank) for file in (-2, -1, 1, 2) for rank in (-2, -1, 1, 2) if abs(file) != abs(rank))


def walk(square: int, step: tuple[int, int], furthest: int = 7) -> list[int]:
    """The squares met when repeating a step from a square, up to the edge of the board."""
    file, rank = square % 8, square // 8
    met = []
    for _ in range(furthest):
        file, rank = file + step[0], rank + step[1]
        if not (0 <= file < 8 and 0 <= rank < 8):
            break
        met.append(8 * rank + file)
    return met


def bitboard_of(squares: Iterable[int]) -> Bitboard:
    """The set of these squares."""
    return Bitboard(sum(1 << square for square in squares))


def leaps(steps: Iterable[tuple[int, int]]) -> np.ndarray:
    """For each square, the squares reached by one of these steps."""
    steps = tuple(steps)
    return np.array([bitboard_of(s for step in steps for s in walk(square, step, 1)) for square in range(64)])


KNIGHT_ATTACKS = leaps(KNIGHT_STEPS)
KING_ATTACKS = leaps(ALL_STEPS)
PAWN_ATTACKS = np.stack([leaps([(-1, 1), (1, 1)]), leaps([(-1, -1), (1, -1)])])

# HALVES[square, line] = the squares of the line below this square, and those above it.
HALVES = np.array(
    [
        [
            [bitboard_of(walk(square, (-file, -rank))), bitboard_of(walk(square, (file, rank)))]
            for file, rank in UPWARD_STEPS
        ]
        for square in range(64)
    ]
)


def _pairs() -> tuple[np.ndarray, np.ndarray]:
    between, through = np.zeros((64, 64), Bitboard), np.zeros((64, 64), Bitboard)
    for square in range(64):
        for file, rank in ALL_STEPS:
            ahead, behind = walk(square, (file, rank)), walk(square, (-file, -rank))
            for distance, other in enumerate(ahead):
                between[square, other] = bitboard_of(ahead[:distance])
                through[square, other] = bitboard_of([*behind, square, *ahead])
    return between, through


# BETWEEN[a, b] = the squares strictly between two squares on one line; THROUGH[a, b] = that whole line.
BETWEEN, THROUGH = _pairs()


@inlined
def line_attacks(square: int, line: int, occupied: Bitboard) -> Bitboard:
    """The squares a slider attacks along one of its four lines."""
    below, above = HALVES[square, line, 0], HALVES[square, line, 1]
    under = TOP >> Bitboard(leading_zeros((below & occupied) | ONE))
    over = above & occupied
    over = over & minus(NONE, over)
    return (below | above) & minus(over << ONE, under)


@inlined
def rook_attacks(square: int, occupied: Bitboard) -> Bitboard:
    return line_attacks(square, FILE, occupied) | line_attacks(square, RANK, occupied)


@inlined
def bishop_attacks(square: int, occupied: Bitboard) -> Bitboard:
    return line_attacks(square, DIAGONAL, occupied) | line_attacks(square, ANTIDIAGONAL, occupied)


@inlined
def whole_line(square: int, line: int) -> Bitboard:
    """One of a square's four lines from edge to edge, without the square itself."""
    return HALVES[square, line, 0] | HALVES[square, line, 1]


@inlined
def pawn_attacks(pawns: Bitboard, colour: int) -> Bitboard:
    """All squares attacked by these pawns of one colour."""
    west, east = pawns & ~FILE_A, pawns & ~FILE_H
    if colour == WHITE:
        return (west << SEVEN) | (east << NINE)
    return (west >> NINE) | (east >> SEVEN)
