"""The tuned evaluation beyond the piece-square tables: the sum of this folder's ideas."""

from minds.board.compiled import core, inlined
from minds.board.scores import tapered
from minds.board.squares import BLACK, WHITE
from minds.board.state import State
from minds.evaluation.tuned.attack_maps import map_attacks, start_trace
from minds.evaluation.tuned.ideas import ENDINGS, KINGS, PAWNS, PIECES, TEMPO, THREATS
from minds.evaluation.tuned.kings import add_king
from minds.evaluation.tuned.lone_king import is_lone, mating_score
from minds.evaluation.tuned.pawns import add_pawns
from minds.evaluation.tuned.pieces import add_pieces
from minds.evaluation.tuned.threats import add_threats
from minds.evaluation.tuned.trace import Trace, add_term
from minds.evaluation.tuned.weights import INDEX

TEMPO_TERM = INDEX["the move"]


@inlined
def add_side(state: State, trace: Trace, colour: int, sign: int) -> None:
    """Add the terms of one side."""
    if trace.ideas & PAWNS:
        add_pawns(state, trace, colour, sign)
    if trace.ideas & KINGS:
        add_king(state, trace, colour, sign)
    if trace.ideas & PIECES:
        add_pieces(state, trace, colour, sign)
    if trace.ideas & THREATS:
        add_threats(state, trace, colour, sign)


@core
def knowledge(state: State, trace: Trace) -> int:
    """The score for the side to move in centipawns, to be added to the tables' score."""
    if trace.ideas & ENDINGS:
        for colour in range(2):
            if is_lone(state, colour):  # nothing else matters then
                return mating_score(state, colour) if state.turn != colour else -mating_score(state, colour)
    start_trace(state, trace)
    map_attacks(state, trace, WHITE, 1)
    map_attacks(state, trace, BLACK, -1)
    add_side(state, trace, WHITE, 1)
    add_side(state, trace, BLACK, -1)
    if trace.ideas & TEMPO:
        add_term(trace, TEMPO_TERM, 1 if state.turn == WHITE else -1)
    for_white = tapered(int(trace.midgame), int(trace.endgame), int(state.phase))
    return for_white if state.turn == WHITE else -for_white
