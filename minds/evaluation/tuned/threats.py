"""What is about to be taken: the search sees it too, but not everywhere at once."""

from minds.board.compiled import inlined, popcount
from minds.board.squares import BISHOP, KING, KNIGHT, NONE, PAWN, QUEEN, ROOK
from minds.board.state import State
from minds.evaluation.tuned.sheet import Sheet, note
from minds.evaluation.tuned.weights import FIRST

BY_PAWN_MINOR, BY_PAWN_MAJOR = FIRST["pawn attacks minor piece"], FIRST["pawn attacks major piece"]
BY_MINOR, BY_ROOK = FIRST["minor piece attacks major"], FIRST["rook attacks queen"]
LOOSE_PAWN, LOOSE_PIECE = FIRST["unguarded pawn attacked"], FIRST["unguarded piece attacked"]


@inlined
def note_threats(state: State, sheet: Sheet, colour: int, sign: int) -> None:
    """What this side threatens."""
    enemy = state.colours[1 - colour]
    minors = enemy & (state.pieces[KNIGHT] | state.pieces[BISHOP])
    queens = enemy & state.pieces[QUEEN]
    majors = queens | (enemy & state.pieces[ROOK])
    note(sheet, BY_PAWN_MINOR, sign * popcount(minors & sheet.pawns_reach[colour]))
    note(sheet, BY_PAWN_MAJOR, sign * popcount(majors & sheet.pawns_reach[colour]))
    note(sheet, BY_MINOR, sign * popcount(majors & sheet.minors_reach[colour]))
    note(sheet, BY_ROOK, sign * popcount(queens & sheet.rooks_reach[colour]))
    loose = enemy & ~state.pieces[KING] & sheet.all_reach[colour] & ~sheet.all_reach[1 - colour]
    if loose != NONE:
        pawns = popcount(loose & state.pieces[PAWN])
        note(sheet, LOOSE_PAWN, sign * pawns)
        note(sheet, LOOSE_PIECE, sign * (popcount(loose) - pawns))
