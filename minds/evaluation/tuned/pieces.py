"""Pieces that help each other, or stand where they can work."""

from minds.board.compiled import inlined, popcount
from minds.board.squares import BISHOP, KNIGHT, NONE, PAWN, ROOK, Bitboard, several
from minds.board.state import State
from minds.evaluation.tuned.lines import all_ahead, beside, files
from minds.evaluation.tuned.sheet import Sheet, note
from minds.evaluation.tuned.weights import FIRST

PAIR, OPEN, HALF_OPEN = FIRST["bishop pair"], FIRST["rook on an open file"], FIRST["rook on a half-open file"]
KNIGHT_OUTPOST, BISHOP_OUTPOST = FIRST["knight on an outpost"], FIRST["bishop on an outpost"]
FORWARD = (Bitboard(0x0000_FFFF_FF00_0000), Bitboard(0x0000_00FF_FFFF_0000))  # ranks 4 to 6 of each side


@inlined
def note_pieces(state: State, sheet: Sheet, colour: int, sign: int) -> None:
    """How well this side's pieces stand."""
    own, pawns = state.colours[colour], state.pieces[PAWN]
    bishops, knights, rooks = own & state.pieces[BISHOP], own & state.pieces[KNIGHT], own & state.pieces[ROOK]
    if several(bishops):  # they guard squares of both colours
        note(sheet, PAIR, sign)
    if rooks != NONE:
        free = rooks & ~files(pawns & own)
        if free != NONE:
            wide = popcount(free & ~files(pawns))
            note(sheet, OPEN, sign * wide)
            note(sheet, HALF_OPEN, sign * (popcount(free) - wide))
    guarded = all_ahead(pawns & ~own, 1 - colour)  # where enemy pawns can come to, and attack to either side
    forward = FORWARD[0] if colour == 0 else FORWARD[1]
    posts = forward & sheet.pawns_reach[colour] & ~beside(guarded)
    note(sheet, KNIGHT_OUTPOST, sign * popcount(knights & posts))
    note(sheet, BISHOP_OUTPOST, sign * popcount(bishops & posts))
