"""Attackers of a square, squares attacked by a side, checks and pins.

Pins are found by looking from the king along its lines as if its own pieces were transparent.
The enemy sliders met this way are the snipers; the pieces between king and sniper decide:

    K . . . r      no piece:   the sniper gives check
    K . N . r      one piece:  it is pinned and may move only on the ray from king to sniper
    K P N . r      two pieces: neither check nor pin
"""

from minds.board.attacks import (
    BETWEEN,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    PAWN_ATTACKS,
    bishop_attacks,
    pawn_attacks,
    rook_attacks,
)
from minds.board.compiled import core, inlined, trailing_zeros
from minds.board.squares import BISHOP, KING, KNIGHT, NONE, PAWN, QUEEN, ROOK, Bitboard, bit, pop, several
from minds.board.state import State


@inlined
def rooks_and_queens(state: State) -> Bitboard:
    return state.pieces[ROOK] | state.pieces[QUEEN]


@inlined
def bishops_and_queens(state: State) -> Bitboard:
    return state.pieces[BISHOP] | state.pieces[QUEEN]


@inlined
def king_of(state: State, colour: int) -> int:
    """The square of this colour's king."""
    return trailing_zeros(state.pieces[KING] & state.colours[colour])


@inlined
def enemies(state: State) -> Bitboard:
    """The pieces of the side that is not to move: the targets of captures."""
    return state.colours[1 - state.turn]


@inlined
def attackers(state: State, square: int, occupied: Bitboard, colour: int) -> Bitboard:
    """The pieces of `colour` that attack a square, given these occupied squares."""
    leapers = KNIGHT_ATTACKS[square] & state.pieces[KNIGHT]
    leapers |= KING_ATTACKS[square] & state.pieces[KING]
    leapers |= PAWN_ATTACKS[1 - colour, square] & state.pieces[PAWN]
    sliders = rook_attacks(square, occupied) & rooks_and_queens(state)
    sliders |= bishop_attacks(square, occupied) & bishops_and_queens(state)
    return state.colours[colour] & (leapers | sliders)


@core
def checkers(state: State, colour: int) -> Bitboard:
    """The pieces that give check to this colour's king."""
    return attackers(state, king_of(state, colour), state.colours[0] | state.colours[1], 1 - colour)


@inlined
def attacked_by(state: State, colour: int, occupied: Bitboard) -> Bitboard:
    """All squares that `colour` attacks, given these occupied squares."""
    men = state.colours[colour]
    attacked = pawn_attacks(men & state.pieces[PAWN], colour) | KING_ATTACKS[king_of(state, colour)]
    knights = men & state.pieces[KNIGHT]
    while knights != NONE:
        square, knights = pop(knights)
        attacked |= KNIGHT_ATTACKS[square]
    straight = men & rooks_and_queens(state)
    while straight != NONE:
        square, straight = pop(straight)
        attacked |= rook_attacks(square, occupied)
    slanted = men & bishops_and_queens(state)
    while slanted != NONE:
        square, slanted = pop(slanted)
        attacked |= bishop_attacks(square, occupied)
    return attacked


@inlined
def checks_and_pins(state: State, us: int, king: int) -> tuple[Bitboard, Bitboard]:
    """The enemy pieces that give check, and our pinned pieces."""
    own, enemy = state.colours[us], state.colours[1 - us]
    leapers = (KNIGHT_ATTACKS[king] & state.pieces[KNIGHT]) | (PAWN_ATTACKS[us, king] & state.pieces[PAWN])
    checkers, pinned = enemy & leapers, NONE
    snipers = rook_attacks(king, enemy) & rooks_and_queens(state)
    snipers = enemy & (snipers | (bishop_attacks(king, enemy) & bishops_and_queens(state)))
    while snipers != NONE:
        sniper, snipers = pop(snipers)
        shields = BETWEEN[king, sniper] & own
        if shields == NONE:
            checkers |= bit(sniper)
        elif not several(shields):
            pinned |= shields
    return checkers, pinned


@inlined
def may_take_en_passant(state: State, us: int, source: int, target: int) -> bool:
    """True if our pawn may capture en passant; two pawns leave the line at once, so checks are looked for anew."""
    victim = bit(target ^ 8)
    occupied = (state.colours[0] | state.colours[1]) ^ bit(source) ^ bit(target) ^ victim
    return attackers(state, king_of(state, us), occupied, 1 - us) & ~victim == NONE
