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
            ("changes", "i4", (2, SQUARES, 2)),  # by side: the rows to add and to subtract for each changed square
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
def code_at(first: Bitboard, second: Bitboard, third: Bitboard, fourth: Bitboard, square: int) -> int:
    """The code of the piece on a square, spelled by four planes."""
    place = Bitboard(square)
    low = (first >> place & ONE) | (second >> place & ONE) << ONE
    high = (third >> place & ONE) | (fourth >> place & ONE) << ONE
    return int(low | high << (ONE + ONE))


@inlined
def differing(slot: Any, first: Bitboard, second: Bitboard, third: Bitboard, fourth: Bitboard) -> Bitboard:
    """The squares on which a slot's board differs from the one with these planes."""
    planes = slot.planes
    return (planes[0] ^ first) | (planes[1] ^ second) | (planes[2] ^ third) | (planes[3] ^ fourth)


@inlined
def add_rows(learned: Learned, source: int, target: int, viewer: int, count: int) -> None:
    """Write one side's sums of a slot: those of another slot with `count` squares changed, two at a time."""
    sums, weights, vectors = learned.sums, learned.weights, learned.vectors
    changes = learned.changes[viewer]
    here, there = (2 * source + viewer) * vectors, (2 * target + viewer) * vectors
    for i in range(0, count, 2):
        add, subtract = changes[i, 0] * vectors, changes[i, 1] * vectors
        add_too, subtract_too = changes[i + 1, 0] * vectors, changes[i + 1, 1] * vectors
        for j in range(vectors):
            change = vector_at(weights, add + j) - vector_at(weights, subtract + j)
            change_too = vector_at(weights, add_too + j) - vector_at(weights, subtract_too + j)
            put_vector(sums, there + j, vector_at(sums, here + j) + change + change_too)
        here = there


@inlined
def update(learned: Learned, state: State, ply: int) -> int:
    """Bring the sums for a state at `ply` up to date, and return the slot that holds them."""
    pieces, slot, changes = state.pieces, learned.slots[ply], learned.changes
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
    planes, count = learned.slots[source].planes, 0
    while changed != NONE:
        square, changed = pop(changed)
        old, new = (
            code_at(planes[0], planes[1], planes[2], planes[3], square),
            code_at(first, second, third, fourth, square),
        )
        for viewer in range(2):
            changes[viewer, count, 0], changes[viewer, count, 1] = ROW[viewer, new, square], ROW[viewer, old, square]
        count += 1
    if count & 1:
        for viewer in range(2):
            changes[viewer, count, 0] = changes[viewer, count, 1] = EMPTY_ROW
    for viewer in range(2):
        add_rows(learned, source, ply, viewer, count)
    slot.planes[0], slot.planes[1], slot.planes[2], slot.planes[3] = first, second, third, fourth
    return ply
