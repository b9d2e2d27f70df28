"""Threats: pieces attacked by cheaper ones, or attacked and undefended."""

from minds.board.compiled import inlined, popcount
from minds.board.squares import BISHOP, KING, KNIGHT, NONE, PAWN, QUEEN, ROOK
from minds.board.state import State
from minds.evaluation.tuned.trace import Trace, add_term
from minds.evaluation.tuned.weights import INDEX

BY_PAWN_MINOR, BY_PAWN_MAJOR = INDEX["pawn attacks minor piece"], INDEX["pawn attacks major piece"]
BY_MINOR, BY_ROOK = INDEX["minor piece attacks major"], INDEX["rook attacks queen"]
LOOSE_PAWN, LOOSE_PIECE = INDEX["unguarded pawn attacked"], INDEX["unguarded piece attacked"]


@inlined
def add_threats(state: State, trace: Trace, colour: int, sign: int) -> None:
    """Add the threats of one side."""
    enemy = state.colours[1 - colour]
    minors = enemy & (state.pieces[KNIGHT] | state.pieces[BISHOP])
    queens = enemy & state.pieces[QUEEN]
    majors = queens | (enemy & state.pieces[ROOK])
    add_term(trace, BY_PAWN_MINOR, sign * popcount(minors & trace.pawn_attacks[colour]))
    add_term(trace, BY_PAWN_MAJOR, sign * popcount(majors & trace.pawn_attacks[colour]))
    add_term(trace, BY_MINOR, sign * popcount(majors & trace.minor_attacks[colour]))
    add_term(trace, BY_ROOK, sign * popcount(queens & trace.rook_attacks[colour]))
    loose = enemy & ~state.pieces[KING] & trace.all_attacks[colour] & ~trace.all_attacks[1 - colour]
    if loose != NONE:
        pawns = popcount(loose & state.pieces[PAWN])
        add_term(trace, LOOSE_PAWN, sign * pawns)
        add_term(trace, LOOSE_PIECE, sign * (popcount(loose) - pawns))
