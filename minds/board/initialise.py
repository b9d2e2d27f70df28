"""Computes a new state's key and scores from its pieces, and checks that the position is possible."""

from minds.board.attacks import PAWN_ATTACKS, THROUGH
from minds.board.compiled import core, inlined, popcount, trailing_zeros
from minds.board.keys import PIECE_KEYS, TURN_KEY, castling_key
from minds.board.make import set_en_passant
from minds.board.scores import END, MID, PHASE, SCORES
from minds.board.squares import BLACK, NONE, Bitboard, bit, pop, several
from minds.board.state import NO_SQUARE, State, piece_at
from minds.board.threats import attackers, checkers, king_of

POSSIBLE, LEFT_IN_CHECK, TOO_MANY_CHECKS, CHECKS_ON_ONE_LINE, IMPOSSIBLE_EN_PASSANT = range(5)


@inlined
def was_in_check_before(state: State, king: int, us: int, passed: int) -> bool:
    """True if our king was attacked already before the enemy's double step over this square."""
    arrived, started = bit(passed ^ 8), bit(passed ^ 24)
    occupied = (state.colours[0] | state.colours[1]) ^ arrived ^ started
    others = attackers(state, king, occupied, 1 - us) & ~arrived
    return others | (PAWN_ATTACKS[us, king] & started) != NONE


@inlined
def are_on_one_line(king: int, givers: Bitboard) -> bool:
    """True if a king stands between the two pieces that give check: no move can open one line on both sides."""
    first, others = pop(givers)
    return THROUGH[first, trailing_zeros(others)] & bit(king) != NONE


@core
def initialise(state: State) -> int:
    """Fill in key, scores and phase from the pieces; return POSSIBLE, or why the position is impossible.

    A position with CHECKS_ON_ONE_LINE can be played on from, so it is filled in all the same.
    """
    us = int(state.turn)
    king = king_of(state, us)
    if checkers(state, 1 - us) != NONE:
        return LEFT_IN_CHECK
    givers = checkers(state, us)
    if popcount(givers) > 2:
        return TOO_MANY_CHECKS
    passed = int(state.en_passant)
    if passed != NO_SQUARE and was_in_check_before(state, king, us, passed):
        return IMPOSSIBLE_EN_PASSANT
    compute_totals(state)
    state.en_passant = NO_SQUARE
    if passed != NO_SQUARE:
        set_en_passant(state, passed)
    return CHECKS_ON_ONE_LINE if several(givers) and are_on_one_line(king, givers) else POSSIBLE


@inlined
def compute_totals(state: State) -> None:
    """Compute key, scores and phase from scratch; `make` updates them from move to move."""
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
