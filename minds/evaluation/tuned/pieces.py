"""Bishop pair, rooks on open files, outposts."""

from minds.board.compiled import inlined, popcount
from minds.board.squares import BISHOP, KNIGHT, NONE, PAWN, ROOK, Bitboard, several
from minds.board.state import State
from minds.evaluation.tuned.fills import adjacent, file_fill, front_spans
from minds.evaluation.tuned.trace import Trace, add_term
from minds.evaluation.tuned.weights import INDEX

PAIR, OPEN, HALF_OPEN = INDEX["bishop pair"], INDEX["rook on an open file"], INDEX["rook on a half-open file"]
KNIGHT_OUTPOST, BISHOP_OUTPOST = INDEX["knight on an outpost"], INDEX["bishop on an outpost"]
FORWARD = (Bitboard(0x0000_FFFF_FF00_0000), Bitboard(0x0000_00FF_FFFF_0000))  # ranks 4 to 6 of each side


@inlined
def add_pieces(state: State, trace: Trace, colour: int, sign: int) -> None:
    """Add the terms of one side's pieces."""
    own, pawns = state.colours[colour], state.pieces[PAWN]
    bishops, knights, rooks = own & state.pieces[BISHOP], own & state.pieces[KNIGHT], own & state.pieces[ROOK]
    if several(bishops):  # on squares of both colours, as good as always
        add_term(trace, PAIR, sign)
    if rooks != NONE:
        unblocked = rooks & ~file_fill(pawns & own)
        if unblocked != NONE:
            on_open = popcount(unblocked & ~file_fill(pawns))
            add_term(trace, OPEN, sign * on_open)
            add_term(trace, HALF_OPEN, sign * (popcount(unblocked) - on_open))
    guarded = front_spans(pawns & ~own, 1 - colour)  # from here enemy pawns attack the squares beside
    forward = FORWARD[0] if colour == 0 else FORWARD[1]
    posts = forward & trace.pawn_attacks[colour] & ~adjacent(guarded)
    add_term(trace, KNIGHT_OUTPOST, sign * popcount(knights & posts))
    add_term(trace, BISHOP_OUTPOST, sign * popcount(bishops & posts))
