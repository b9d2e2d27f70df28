"""Static exchange evaluation: who gains when all that can take on one square do, the cheapest first."""

import numpy as np

from minds.board.codes import CASTLING, EN_PASSANT, captured_of, piece_of, promotion_of, source_of, target_of
from minds.board.compiled import core, trailing_zeros
from minds.board.squares import KING, NONE, PAWN, bit
from minds.board.state import State
from minds.board.tables import VALUES
from minds.board.threats import attackers

PRICELESS = 20_000
# By kind, and by piece number: what is lost with a piece. A king is never lost, so it is dearer than all others.
KINDS = np.array([PRICELESS, *(VALUES[letter] for letter in "QRBNP")], np.int64)
PIECES = np.array([0, *KINDS, *KINDS], np.int64)


@core
def exchange_holds(state: State, move: int, least: int) -> bool:
    """Whether a move wins at least so much, when both sides take back as long as it pays."""
    if move & CASTLING:
        return least <= 0
    source, target, us = source_of(move), target_of(move), int(state.turn)
    promotion = promotion_of(move)
    standing = PIECES[promotion] if promotion != 0 else PIECES[piece_of(move)]
    balance = PIECES[captured_of(move)] - least
    if promotion != 0:
        balance += standing - KINDS[PAWN]
    if balance < 0:
        return False
    balance -= standing  # at worst it is taken back
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
            # Who would take with the king while the square is still guarded may not.
            if kind == KING and attackers(state, target, occupied, side) & occupied != NONE:
                side = 1 - side
            break
        occupied &= ~bit(trailing_zeros(mine & state.pieces[kind]))
    return side != us
