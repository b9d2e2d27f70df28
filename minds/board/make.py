"""Makes a move: copies the state and updates bitboards, key and scores incrementally."""

import numpy as np

from minds.board.attacks import PAWN_ATTACKS
from minds.board.compiled import copy_record, core, inlined
from minds.board.keys import PIECE_KEYS, TURN_KEY, castling_key, en_passant_key
from minds.board.move_code import CASTLING, EN_PASSANT, captured_of, piece_of, promotion_of, source_of, target_of
from minds.board.scores import END, MID, PHASE, SCORES
from minds.board.squares import (
    A1,
    A8,
    ALL,
    E1,
    E8,
    H1,
    H8,
    NONE,
    PAWN,
    ROOK,
    Bitboard,
    bit,
    colour_of,
    kind_of,
    number_of,
    pop,
)
from minds.board.state import NO_SQUARE, State
from minds.board.threats import may_take_en_passant

# The castling rights that remain after a move from or to each square.
CASTLING_KEPT = np.full(64, ALL)
for _corner, _king in ((A1, E1), (H1, E1), (A8, E8), (H8, E8)):
    CASTLING_KEPT[_corner] &= ~(Bitboard(1) << Bitboard(_corner))
    CASTLING_KEPT[_king] &= ~(Bitboard(1) << Bitboard(_corner))


@inlined
def shift(state: State, number: int, source: int, target: int) -> None:
    """Move a piece to an empty square."""
    both = bit(source) | bit(target)
    state.pieces[kind_of(number)] ^= both
    state.colours[colour_of(number)] ^= both
    state.key ^= PIECE_KEYS[number, source] ^ PIECE_KEYS[number, target]
    state.midgame += SCORES[number, target, MID] - SCORES[number, source, MID]
    state.endgame += SCORES[number, target, END] - SCORES[number, source, END]


@inlined
def toggle(state: State, number: int, square: int, sign: int) -> None:
    """Put a piece on an empty square (sign 1), or remove it from its square (sign -1)."""
    state.pieces[kind_of(number)] ^= bit(square)
    state.colours[colour_of(number)] ^= bit(square)
    state.key ^= PIECE_KEYS[number, square]
    state.midgame += sign * SCORES[number, square, MID]
    state.endgame += sign * SCORES[number, square, END]
    state.phase += sign * PHASE[number]


@inlined
def set_en_passant(state: State, square: int) -> None:
    """Record the square of a double step, but only if an en passant capture there is legal."""
    us = int(state.turn)
    pawns = PAWN_ATTACKS[1 - us, square] & state.colours[us] & state.pieces[PAWN]
    while pawns != NONE:
        source, pawns = pop(pawns)
        if may_take_en_passant(state, us, source, square):
            state.en_passant = square
            state.key ^= en_passant_key(square)
            return


@core
def make(parent: State, child: State, move: int) -> None:
    """Write into `child` the position after a legal move."""
    us = int(parent.turn)
    source, target = source_of(move), target_of(move)
    piece, captured, promotion = piece_of(move), captured_of(move), promotion_of(move)
    copy_record(parent, child)
    child.key ^= TURN_KEY
    child.turn = 1 - us
    child.fullmoves += us
    child.halfmoves += 1
    if parent.en_passant != NO_SQUARE:
        child.key ^= en_passant_key(int(parent.en_passant))
        child.en_passant = NO_SQUARE
    if captured != 0:
        toggle(child, captured, target ^ 8 if move & EN_PASSANT else target, -1)
        child.halfmoves = 0
    if promotion != 0:
        toggle(child, piece, source, -1)
        toggle(child, promotion + 6 * us, target, 1)
    else:
        shift(child, piece, source, target)
    rights = parent.castling & CASTLING_KEPT[source] & CASTLING_KEPT[target]
    if rights != parent.castling:
        child.castling = rights
        child.key ^= castling_key(parent.castling) ^ castling_key(rights)
    if move & CASTLING:
        if target > source:
            shift(child, number_of(ROOK, us), target + 1, target - 1)
        else:
            shift(child, number_of(ROOK, us), target - 2, target + 1)
    elif piece == number_of(PAWN, us):
        child.halfmoves = 0
        if source ^ target == 16:
            set_en_passant(child, (source + target) >> 1)
