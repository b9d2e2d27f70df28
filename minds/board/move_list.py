"""Adds moves to a list or, much faster, only counts them.

Every function here adds to `count` moves and returns the new count. Where `out` is None nothing is
written, and Numba compiles the writing away.
"""

from minds.board.compiled import core, inlined, popcount
from minds.board.move_code import CAPTURED, PIECE, PROMOTION, TARGET
from minds.board.squares import LAST_RANKS, NONE, PAWN, QUEEN, WHITE, Bitboard, bit, number_of, pop
from minds.board.state import Codes, State, piece_at


@core
def write_moves(state: State, out: Codes, count: int, piece: int, source: int, targets: Bitboard) -> int:
    """Write a piece's moves to each of its targets."""
    enemy = state.colours[1 - state.turn]
    while targets != NONE:
        target, targets = pop(targets)
        captured = piece_at(state, target) if enemy & bit(target) != NONE else 0
        out[count] = source | target << TARGET | captured << CAPTURED | piece << PIECE
        count += 1
    return count


@core
def write_pawn_moves(state: State, out: Codes, count: int, step: int, targets: Bitboard) -> int:
    """Write the moves of all pawns that reach these targets by the same step."""
    us = int(state.turn)
    enemy = state.colours[1 - us]
    piece = number_of(PAWN, us)
    while targets != NONE:
        target, targets = pop(targets)
        captured = piece_at(state, target) if enemy & bit(target) != NONE else 0
        move = (target - step) | target << TARGET | captured << CAPTURED | piece << PIECE
        if bit(target) & LAST_RANKS == NONE:
            out[count] = move
            count += 1
        else:
            for kind in range(QUEEN, PAWN):
                out[count] = move | number_of(kind, WHITE) << PROMOTION
                count += 1
    return count


@inlined
def add_moves(state: State, out: Codes, count: int, piece: int, source: int, targets: Bitboard) -> int:
    """Add a piece's moves to each of its targets."""
    if out is None:
        return count + popcount(targets)
    return write_moves(state, out, count, piece, source, targets)


@inlined
def add_pawn_moves(state: State, out: Codes, count: int, step: int, targets: Bitboard) -> int:
    """Add the moves of all pawns that reach these targets by the same step."""
    if out is None:
        return count + popcount(targets) + 3 * popcount(targets & LAST_RANKS)
    return write_pawn_moves(state, out, count, step, targets)
