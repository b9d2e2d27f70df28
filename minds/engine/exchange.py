"""Static exchange evaluation: the outcome of all captures on one square, cheapest pieces first."""

import numpy as np

from minds.board.compiled import core, trailing_zeros
from minds.board.move_code import CASTLING, EN_PASSANT, captured_of, piece_of, promotion_of, source_of, target_of
from minds.board.squares import KING, NONE, PAWN, bit
from minds.board.state import State
from minds.board.tables import VALUES
from minds.board.threats import attackers

PRICELESS = 20_000
# Values by kind and by piece number. A king is never lost, so it is worth more than everything else.
KINDS = np.array([PRICELESS, *(VALUES[letter] for letter in "QRBNP")], np.int64)
PIECES = np.array([0, *KINDS, *KINDS], np.int64)


@core
def exchange_gains(state: State, move: int, least: int) -> bool:
    """True if a move gains at least `least` when both sides recapture as long as it pays."""
    if move & CASTLING:
        return least <= 0
    source, target, us = source_of(move), target_of(move), int(state.turn)
    promotion = promotion_of(move)
    on_square = PIECES[promotion] if promotion != 0 else PIECES[piece_of(move)]
    balance = PIECES[captured_of(move)] - least
    if promotion != 0:
        balance += on_square - KINDS[PAWN]
    if balance < 0:
        return False
    balance -= on_square  # at worst the piece is recaptured
    if balance >= 0:
        return True
    occupied = (state.colours[0] | state.colours[1]) & ~bit(source) | bit(target)
    if move & EN_PASSANT:
        occupied &= ~bit(target ^ 8)
    side = 1 - us
    while True:
        mine = attackers(state, target, occupied, side) & occupied
        if mine == NONE:
            break
        kind = PAWN
        while mine & state.pieces[kind] == NONE:
            kind -= 1
        side = 1 - side
        balance = -balance - 1 - KINDS[kind]
        if balance >= 0:
            # A king may not capture while the square is still guarded.
            if kind == KING and attackers(state, target, occupied, side) & occupied != NONE:
                side = 1 - side
            break
        occupied &= ~bit(trailing_zeros(mine & state.pieces[kind]))
    return side != us
