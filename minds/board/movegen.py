"""Generates legal moves directly, without trying moves and taking them back.

The generator finds sets of target squares; `move_list.py` writes them as moves or only counts them.
`wanted` restricts the squares on which moves may end: all squares, the enemy's for captures, or a
single one to check whether a move is legal.
"""

from minds.board.attacks import (
    ANTIDIAGONAL,
    BETWEEN,
    DIAGONAL,
    FILE,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    NINE,
    PAWN_ATTACKS,
    SEVEN,
    THROUGH,
    bishop_attacks,
    rook_attacks,
    whole_line,
)
from minds.board.compiled import core, inlined, popcount, trailing_zeros
from minds.board.move_code import CAPTURED, CASTLING, EN_PASSANT, PIECE, TARGET
from minds.board.move_list import add_moves, add_pawn_moves
from minds.board.squares import (
    ALL,
    BISHOP,
    FILE_A,
    FILE_H,
    KING,
    KNIGHT,
    NONE,
    PAWN,
    QUEEN,
    RANK_3,
    RANK_6,
    ROOK,
    WHITE,
    Bitboard,
    bit,
    number_of,
    pop,
    several,
)
from minds.board.state import Codes, State
from minds.board.threats import attacked_by, attackers, checks_and_pins, king_of, may_take_en_passant

EIGHT = Bitboard(8)
FEW_SQUARES = 2  # up to this many squares, testing each for attack is quicker than mapping all attacks


@inlined
def king_targets(state: State, us: int, king: int, wanted: Bitboard) -> Bitboard:
    """The squares the king may step to; it is taken off the board first, so that it does not shield them."""
    targets = KING_ATTACKS[king] & ~state.colours[us] & wanted
    occupied = (state.colours[0] | state.colours[1]) ^ bit(king)
    if popcount(targets) > FEW_SQUARES:
        return targets & ~attacked_by(state, 1 - us, occupied)
    safe = NONE
    while targets != NONE:
        target, targets = pop(targets)
        if attackers(state, target, occupied, 1 - us) == NONE:
            safe |= bit(target)
    return safe


@inlined
def castling_targets(state: State, us: int, king: int, rooks: Bitboard, steps: Bitboard) -> Bitboard:
    """The squares the king may castle to: the way to the rook is empty and no square it crosses is attacked."""
    targets = NONE
    occupied = state.colours[0] | state.colours[1]
    while rooks != NONE:
        rook, rooks = pop(rooks)
        step = 1 if rook > king else -1
        if BETWEEN[king, rook] & occupied == NONE and steps & bit(king + step) != NONE:
            if attackers(state, king + 2 * step, occupied, 1 - us) == NONE:
                targets |= bit(king + 2 * step)
    return targets


@inlined
def piece_attacks(kind: int, source: int, occupied: Bitboard) -> Bitboard:
    """The squares a piece of this kind attacks; the kind is a constant at every call."""
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[source]
    if kind == BISHOP:
        return bishop_attacks(source, occupied)
    if kind == ROOK:
        return rook_attacks(source, occupied)
    return bishop_attacks(source, occupied) | rook_attacks(source, occupied)


@inlined
def moves_of(kind: int, state: State, out: Codes, count: int, king: int, pinned: Bitboard, targets: Bitboard) -> int:
    """Add the moves of all our pieces of a kind; a pinned piece stays on its line with the king."""
    us = int(state.turn)
    occupied = state.colours[0] | state.colours[1]
    men = state.colours[us] & state.pieces[kind]
    while men != NONE:
        source, men = pop(men)
        reached = piece_attacks(kind, source, occupied) & targets
        if pinned & bit(source) != NONE:
            reached &= THROUGH[king, source]
        count = add_moves(state, out, count, number_of(kind, us), source, reached)
    return count


@inlined
def pawn_moves(state: State, out: Codes, count: int, us: int, king: int, pinned: Bitboard, targets: Bitboard) -> int:
    """Add the moves of all pawns at once; a pinned pawn stays on its line with the king."""
    pawns = state.colours[us] & state.pieces[PAWN]
    enemy = state.colours[1 - us]
    empty = ~(state.colours[us] | enemy)
    free = ~pinned
    ahead = pawns & (free | whole_line(king, FILE))
    rising = pawns & (free | whole_line(king, DIAGONAL))
    falling = pawns & (free | whole_line(king, ANTIDIAGONAL))
    if us == WHITE:
        single = (ahead << EIGHT) & empty
        double = ((single & RANK_3) << EIGHT) & empty
        west = ((falling & ~FILE_A) << SEVEN) & enemy
        east = ((rising & ~FILE_H) << NINE) & enemy
    else:
        single = (ahead >> EIGHT) & empty
        double = ((single & RANK_6) >> EIGHT) & empty
        west = ((rising & ~FILE_A) >> NINE) & enemy
        east = ((falling & ~FILE_H) >> SEVEN) & enemy
    up = 8 - 16 * us
    count = add_pawn_moves(state, out, count, up, single & targets)
    count = add_pawn_moves(state, out, count, 2 * up, double & targets)
    count = add_pawn_moves(state, out, count, up - 1, west & targets)
    return add_pawn_moves(state, out, count, up + 1, east & targets)


@inlined
def en_passant_moves(state: State, out: Codes, count: int, us: int, wanted: Bitboard) -> int:
    """Add en passant captures, if the target square or the captured pawn's square is wanted."""
    target = int(state.en_passant)
    if target >= 0 and wanted & (bit(target) | bit(target ^ 8)) != NONE:
        captured = number_of(PAWN, 1 - us) << CAPTURED
        pawns = PAWN_ATTACKS[1 - us, target] & state.colours[us] & state.pieces[PAWN]
        while pawns != NONE:
            source, pawns = pop(pawns)
            if may_take_en_passant(state, us, source, target):
                if out is not None:
                    out[count] = source | target << TARGET | captured | number_of(PAWN, us) << PIECE | EN_PASSANT
                count += 1
    return count


@inlined
def generate(state: State, out: Codes | None, wanted: Bitboard) -> int:
    """The number of legal moves that end on a wanted square; written into `out` if it is not None."""
    us = int(state.turn)
    king = king_of(state, us)
    checkers, pinned = checks_and_pins(state, us, king)
    rooks = state.castling & state.colours[us]
    # Castling needs the safe squares beside the king even if they are not wanted.
    steps = king_targets(state, us, king, wanted if rooks == NONE else ALL)
    count = add_moves(state, out, 0, number_of(KING, us), king, steps & wanted)
    if several(checkers):
        return count
    targets = wanted & ~state.colours[us]
    if checkers != NONE:
        targets &= BETWEEN[king, trailing_zeros(checkers)] | checkers
    elif rooks != NONE:
        castling = castling_targets(state, us, king, rooks, steps) & wanted
        piece = number_of(KING, us) | CASTLING >> PIECE
        count = add_moves(state, out, count, piece, king, castling)
    count = moves_of(KNIGHT, state, out, count, king, pinned, targets)
    count = moves_of(BISHOP, state, out, count, king, pinned, targets)
    count = moves_of(ROOK, state, out, count, king, pinned, targets)
    count = moves_of(QUEEN, state, out, count, king, pinned, targets)
    count = pawn_moves(state, out, count, us, king, pinned, targets)
    return en_passant_moves(state, out, count, us, wanted)


@core
def list_moves(state: State, out: Codes, wanted: Bitboard) -> int:
    """Write the legal moves that end on a wanted square into `out`, and return how many there are."""
    return generate(state, out, wanted)


@core
def count_moves(state: State) -> int:
    """The number of legal moves."""
    return generate(state, None, ALL)
