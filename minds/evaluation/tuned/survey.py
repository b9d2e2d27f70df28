"""One look around for each side, before the ideas are asked: what its pieces attack, and how freely they move."""

from minds.board.attacks import KING_ATTACKS, pawn_attacks
from minds.board.compiled import inlined, popcount
from minds.board.movegen import reach
from minds.board.squares import BISHOP, KING, KNIGHT, NONE, PAWN, QUEEN, ROOK, bit, pop
from minds.board.state import State
from minds.board.threats import king_of
from minds.evaluation.tuned.ideas import MOBILITY
from minds.evaluation.tuned.mobility import note_mobility
from minds.evaluation.tuned.sheet import Sheet


@inlined
def lay_sheet(state: State, sheet: Sheet) -> None:
    """Begin a new sheet: nothing noted, and what pawns and kings attack."""
    sheet.midgame = sheet.endgame = 0
    for colour in range(2):
        pawns = pawn_attacks(state.pieces[PAWN] & state.colours[colour], colour)
        sheet.pawns_reach[colour] = pawns
        sheet.minors_reach[colour] = sheet.rooks_reach[colour] = NONE
        sheet.all_reach[colour] = pawns | KING_ATTACKS[king_of(state, colour)]
        sheet.closeness[colour] = 0


@inlined
def look_around(state: State, sheet: Sheet, kind: int, colour: int, sign: int) -> None:
    """What one side's pieces of a kind attack."""
    occupied, own = state.colours[0] | state.colours[1], state.colours[colour]
    allowed = ~(sheet.pawns_reach[1 - colour] | (own & (state.pieces[PAWN] | state.pieces[KING])))
    king = king_of(state, 1 - colour)
    around = KING_ATTACKS[king] | bit(king)
    men, all_reach = state.pieces[kind] & own, NONE
    while men != NONE:
        square, men = pop(men)
        seen = reach(kind, square, occupied)
        all_reach |= seen
        if seen & around != NONE:
            sheet.closeness[colour] += 1 + popcount(seen & around)
        if sheet.ideas & MOBILITY:
            note_mobility(sheet, kind, popcount(seen & allowed), sign)
    sheet.all_reach[colour] |= all_reach
    if kind == ROOK:
        sheet.rooks_reach[colour] |= all_reach
    elif kind != QUEEN:
        sheet.minors_reach[colour] |= all_reach


@inlined
def survey(state: State, sheet: Sheet, colour: int, sign: int) -> None:
    """The same for all kinds."""
    look_around(state, sheet, KNIGHT, colour, sign)
    look_around(state, sheet, BISHOP, colour, sign)
    look_around(state, sheet, ROOK, colour, sign)
    look_around(state, sheet, QUEEN, colour, sign)
