"""Attack maps: the squares each side's pieces attack, computed once for all ideas. Mobility is added on the way."""

from minds.board.attacks import KING_ATTACKS, pawn_attacks
from minds.board.compiled import inlined, popcount
from minds.board.movegen import piece_attacks
from minds.board.squares import BISHOP, KING, KNIGHT, NONE, PAWN, QUEEN, ROOK, bit, pop
from minds.board.state import State
from minds.board.threats import king_of
from minds.evaluation.tuned.ideas import MOBILITY
from minds.evaluation.tuned.mobility import add_mobility
from minds.evaluation.tuned.trace import Trace


@inlined
def start_trace(state: State, trace: Trace) -> None:
    """Reset the scores, and map the attacks of pawns and kings."""
    trace.midgame = trace.endgame = 0
    for colour in range(2):
        pawns = pawn_attacks(state.pieces[PAWN] & state.colours[colour], colour)
        trace.pawn_attacks[colour] = pawns
        trace.minor_attacks[colour] = trace.rook_attacks[colour] = NONE
        trace.all_attacks[colour] = pawns | KING_ATTACKS[king_of(state, colour)]
        trace.king_zone_attacks[colour] = 0


@inlined
def map_kind(state: State, trace: Trace, kind: int, colour: int, sign: int) -> None:
    """Map the attacks of one side's pieces of a kind."""
    occupied, own = state.colours[0] | state.colours[1], state.colours[colour]
    allowed = ~(trace.pawn_attacks[1 - colour] | (own & (state.pieces[PAWN] | state.pieces[KING])))
    king = king_of(state, 1 - colour)
    around = KING_ATTACKS[king] | bit(king)
    men, all_attacks = state.pieces[kind] & own, NONE
    while men != NONE:
        square, men = pop(men)
        attacked = piece_attacks(kind, square, occupied)
        all_attacks |= attacked
        if attacked & around != NONE:
            trace.king_zone_attacks[colour] += 1 + popcount(attacked & around)
        if trace.ideas & MOBILITY:
            add_mobility(trace, kind, popcount(attacked & allowed), sign)
    trace.all_attacks[colour] |= all_attacks
    if kind == ROOK:
        trace.rook_attacks[colour] |= all_attacks
    elif kind != QUEEN:
        trace.minor_attacks[colour] |= all_attacks


@inlined
def map_attacks(state: State, trace: Trace, colour: int, sign: int) -> None:
    """Map the attacks of one side's pieces of all kinds."""
    map_kind(state, trace, KNIGHT, colour, sign)
    map_kind(state, trace, BISHOP, colour, sign)
    map_kind(state, trace, ROOK, colour, sign)
    map_kind(state, trace, QUEEN, colour, sign)
