"""A state made whole: what follows from where the pieces stand, and whether any game could have led there."""

from minds.board.attacks import THROUGH
from minds.board.compiled import core, inlined, popcount, trailing_zeros
from minds.board.keys import PIECE_KEYS, TURN_KEY, castling_key
from minds.board.make import set_en_passant
from minds.board.movegen import piece_at
from minds.board.scores import END, MID, PHASE, SCORES
from minds.board.squares import BLACK, NONE, Bitboard, bit, pop, several
from minds.board.state import NO_SQUARE, State
from minds.board.threats import attackers, bishops_and_queens, king_of, rooks_and_queens

POSSIBLE, LEFT_IN_CHECK, IMPOSSIBLE_CHECK, IMPOSSIBLE_EN_PASSANT = range(4)


@core
def checkers(state: State, colour: int) -> Bitboard:
    """The pieces that give check to this colour's king."""
    return attackers(state, king_of(state, colour), state.colours[0] | state.colours[1], 1 - colour)


@inlined
def checks_are_possible(state: State, king: int, givers: Bitboard) -> bool:
    """Two pieces give check at once only when one, moving, uncovers the other: a slider, on another line."""
    if popcount(givers) > 2:
        return False
    if several(givers):
        sliders = givers & (rooks_and_queens(state) | bishops_and_queens(state))
        first, rest = pop(givers)
        second = trailing_zeros(rest)
        return sliders != NONE and (THROUGH[king, first] & bit(second)) == NONE
    return True


@inlined
def was_in_check_before(state: State, king: int, us: int, passed: int) -> bool:
    """Whether our king was attacked already before the enemy's double step over this square."""
    arrived, started = bit(passed ^ 8), bit(passed ^ 24)
    occupied = (state.colours[0] | state.colours[1]) ^ arrived ^ started
    return attackers(state, king, occupied, 1 - us) & ~arrived != NONE


@core
def settle(state: State) -> int:
    """Work out key, scores and phase from the pieces; POSSIBLE, or what is wrong with the state."""
    us = int(state.turn)
    king = king_of(state, us)
    if checkers(state, 1 - us) != NONE:
        return LEFT_IN_CHECK
    if not checks_are_possible(state, king, checkers(state, us)):
        return IMPOSSIBLE_CHECK
    passed = int(state.en_passant)
    if passed != NO_SQUARE and was_in_check_before(state, king, us, passed):
        return IMPOSSIBLE_EN_PASSANT
    sum_up(state)
    state.en_passant = NO_SQUARE
    if passed != NO_SQUARE:
        set_en_passant(state, passed)
    return POSSIBLE


@inlined
def sum_up(state: State) -> None:
    """Key, scores and phase from nothing: what `make` keeps up from move to move."""
    state.key = castling_key(state.castling)
    if state.turn == BLACK:
        state.key ^= TURN_KEY
    state.midgame = state.endgame = state.phase = 0
    for square in range(64):
        number = piece_at(state, square)
        state.key ^= PIECE_KEYS[number, square]
        state.midgame += SCORES[number, square, MID]
        state.endgame += SCORES[number, square, END]
        state.phase += PHASE[number]
