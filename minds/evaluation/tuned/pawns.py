"""Pawns do not go back: what they stand like stays so, and one that nobody can stop becomes a queen."""

import numpy as np

from minds.board.compiled import inlined, popcount
from minds.board.squares import NONE, PAWN, WHITE, Bitboard, bit, pop
from minds.board.state import State
from minds.board.threats import king_of
from minds.evaluation.tuned.lines import ahead, all_ahead, beside, files
from minds.evaluation.tuned.sheet import Sheet, note
from minds.evaluation.tuned.weights import FIRST

PASSED, BLOCKED, ESCORTED = FIRST["passed pawn"], FIRST["blocked passed pawn"], FIRST["protected passed pawn"]
OWN_KING, ENEMY_KING = FIRST["own king's way to a passed pawn"], FIRST["enemy king's way to a passed pawn"]
ISOLATED, DOUBLED = FIRST["isolated pawn"], FIRST["doubled pawn"]
PROTECTED, PHALANX, BACKWARD = FIRST["protected pawn"], FIRST["pawns side by side"], FIRST["backward pawn"]

# A king's moves from square to square.
WAYS = np.array([[max(abs(a % 8 - b % 8), abs(a // 8 - b // 8)) for b in range(64)] for a in range(64)], np.int64)
HALFWAY = 3  # ranks: from here on kings must see to a passed pawn


@inlined
def note_pawns(state: State, sheet: Sheet, colour: int, sign: int) -> None:
    """How this side's pawns stand."""
    own = state.pieces[PAWN] & state.colours[colour]
    enemy = state.pieces[PAWN] & state.colours[1 - colour]
    own_files, attacked = files(own), sheet.pawns_reach[colour]
    isolated = own & ~beside(own_files)
    note(sheet, ISOLATED, sign * popcount(isolated))
    note(sheet, DOUBLED, sign * popcount(own & all_ahead(own, colour)))
    note(sheet, PROTECTED, sign * popcount(own & attacked))
    note(sheet, PHALANX, sign * popcount(own & beside(own)))
    neighbours = beside(own)
    left_behind = own & ~isolated & ~(neighbours | all_ahead(neighbours, colour))
    note(sheet, BACKWARD, sign * popcount(ahead(left_behind, colour) & sheet.pawns_reach[1 - colour]))
    guarded = all_ahead(enemy, 1 - colour)
    passed = own & ~(guarded | beside(guarded) | all_ahead(own, 1 - colour))
    if passed != NONE:
        note_passed(state, sheet, passed, colour, sign)


@inlined
def note_passed(state: State, sheet: Sheet, passed: Bitboard, colour: int, sign: int) -> None:
    """Pawns that no pawn can stop any more."""
    note(sheet, ESCORTED, sign * popcount(passed & sheet.pawns_reach[colour]))
    occupied = state.colours[0] | state.colours[1]
    while passed != NONE:
        square, passed = pop(passed)
        rank = square >> 3 if colour == WHITE else 7 - (square >> 3)
        note(sheet, PASSED + rank - 1, sign)
        if ahead(bit(square), colour) & occupied != NONE:
            note(sheet, BLOCKED + rank - 1, sign)
        if rank >= HALFWAY:
            goal = square + 8 - 16 * colour
            note(sheet, OWN_KING, sign * WAYS[king_of(state, colour), goal])
            note(sheet, ENEMY_KING, sign * WAYS[king_of(state, 1 - colour), goal])
