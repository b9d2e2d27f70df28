"""The hidden units of a search: both sides' sums at each ply, brought up to date only when a position is judged.

Each slot knows the board it stands for, as four planes of bits that spell the piece on every square. A slot is made
from the nearer of two boards, its own last one and that of the ply before, by the squares on which they differ. So
nothing has to be told of moves, and nothing is ever invalid.
"""

from typing import Any, TypeAlias

import numpy as np

from minds.board.compiled import inlined, item_at, popcount
from minds.board.squares import BISHOP, BLACK, KING, KNIGHT, NONE, ONE, PAWN, QUEEN, ROOK, Bitboard, pop
from minds.board.state import MAX_PLIES, State
from minds.board.vectors import put_vector, vector_at
from minds.evaluation.learned.inputs import INPUTS, KINDS, SQUARES, input_of

Learned: TypeAlias = Any

PLANES = 4  # the bits of a code: 1 to 6 for white pieces, 9 to 14 for black ones, 0 for an empty square
BLACK_BIT = 8
EMPTY_ROW = INPUTS  # the row of the weights after those of the inputs is all zeros
ROWS = INPUTS + 1

SLOT = np.dtype((np.record, [("planes", "u8", (PLANES,))]), align=True)
LEARNED = np.dtype(
    (
        np.record,
        [
            ("weights", "i8"),  # handles of arrays of vectors: the rows of the weights …
            ("output", "i8"),  # … the output weights, the mover's half and the other's …
            ("sums", "i8"),  # … and the hidden units, by ply and side
            ("vectors", "i8"),  # the number of vectors that make up a row
            ("output_bias", "i8"),
            ("scale", "i8"),
            ("is_residual", "i8"),
            ("slots", SLOT, (MAX_PLIES,)),
        ],
    ),
    align=True,
)
learned_at = item_at(LEARNED)


def _row(viewer: int, code: int, square: int) -> int:
    """Return the row of the weights for the piece with this code on a square, as one side sees it."""
    kind = code % BLACK_BIT
    return input_of(viewer, kind + KINDS * (code // BLACK_BIT), square) if 1 <= kind <= KINDS else EMPTY_ROW


ROW = np.array(
    [[[_row(viewer, code, square) for square in range(SQUARES)] for code in range(1 << PLANES)] for viewer in (0, 1)],
    np.int16,
)


@inlined
def code_at(first: Bitboard, second: Bitboard, third: Bitboard, fourth: Bitboard, square: int) -> Bitboard:
    """The code of the piece on a square, spelled by four planes; unsigned as they are."""
    place = Bitboard(square)
    low = (first >> place & ONE) | (second >> place & ONE) << ONE
    high = (third >> place & ONE) | (fourth >> place & ONE) << ONE
    return low | high << (ONE + ONE)


@inlined
def differing(slot: Any, first: Bitboard, second: Bitboard, third: Bitboard, fourth: Bitboard) -> Bitboard:
    """The squares on which a slot's board differs from the one with these planes."""
    planes = slot.planes
    return (planes[0] ^ first) | (planes[1] ^ second) | (planes[2] ^ third) | (planes[3] ^ fourth)


@inlined
def add_rows(
    learned: Learned, source: int, target: int, add: int, subtract: int, add_too: int, subtract_too: int
) -> None:
    """Write the sums at a place: those at another place with two rows of weights added and two subtracted."""
    sums, weights, vectors = learned.sums, learned.weights, learned.vectors
    for i in range(vectors):
        change = vector_at(weights, add * vectors + i) - vector_at(weights, subtract * vectors + i)
        change_too = vector_at(weights, add_too * vectors + i) - vector_at(weights, subtract_too * vectors + i)
        put_vector(sums, target * vectors + i, vector_at(sums, source * vectors + i) + change + change_too)


@inlined
def update(learned: Learned, state: State, ply: int) -> int:
    """Bring the sums for a state at `ply` up to date, and return the slot that holds them."""
    pieces, slot = state.pieces, learned.slots[ply]
    first = pieces[KING] | pieces[ROOK] | pieces[KNIGHT]
    second = pieces[QUEEN] | pieces[ROOK] | pieces[PAWN]
    third = pieces[BISHOP] | pieces[KNIGHT] | pieces[PAWN]
    fourth = state.colours[BLACK]
    source, changed = ply, differing(slot, first, second, third, fourth)
    if ply > 0:
        since = differing(learned.slots[ply - 1], first, second, third, fourth)
        if popcount(since) < popcount(changed):
            source, changed = ply - 1, since
    if changed == NONE:
        return source
    planes = learned.slots[source].planes
    while changed != NONE:  # two squares at a time, because most moves change two
        square, changed = pop(changed)
        old = code_at(planes[0], planes[1], planes[2], planes[3], square)
        new = code_at(first, second, third, fourth, square)
        square_too, old_too, new_too = square, NONE, NONE
        if changed != NONE:
            square_too, changed = pop(changed)
            old_too = code_at(planes[0], planes[1], planes[2], planes[3], square_too)
            new_too = code_at(first, second, third, fourth, square_too)
        for viewer in range(2):
            rows = ROW[viewer]
            add_rows(
                learned,
                2 * source + viewer,
                2 * ply + viewer,
                rows[new, square],
                rows[old, square],
                rows[new_too, square_too],
                rows[old_too, square_too],
            )
        source = ply
    slot.planes[0], slot.planes[1], slot.planes[2], slot.planes[3] = first, second, third, fourth
    return ply
