"""What there is to know of a position beyond where each piece stands: the ideas of this folder, added up."""

from minds.board.compiled import core, inlined
from minds.board.scores import tapered
from minds.board.squares import BLACK, WHITE
from minds.board.state import State
from minds.evaluation.tuned.ideas import ENDINGS, KINGS, PAWNS, PIECES, TEMPO, THREATS
from minds.evaluation.tuned.kings import note_king
from minds.evaluation.tuned.lone_king import driven, is_alone
from minds.evaluation.tuned.pawns import note_pawns
from minds.evaluation.tuned.pieces import note_pieces
from minds.evaluation.tuned.sheet import Sheet, note
from minds.evaluation.tuned.survey import lay_sheet, survey
from minds.evaluation.tuned.threats import note_threats
from minds.evaluation.tuned.weights import FIRST

THE_MOVE = FIRST["the move"]


@inlined
def note_side(state: State, sheet: Sheet, colour: int, sign: int) -> None:
    """What is good and bad about one side."""
    if sheet.ideas & PAWNS:
        note_pawns(state, sheet, colour, sign)
    if sheet.ideas & KINGS:
        note_king(state, sheet, colour, sign)
    if sheet.ideas & PIECES:
        note_pieces(state, sheet, colour, sign)
    if sheet.ideas & THREATS:
        note_threats(state, sheet, colour, sign)


@core
def knowledge(state: State, sheet: Sheet) -> int:
    """For the side to move, in hundredths of a pawn, on top of the tables."""
    if sheet.ideas & ENDINGS:
        for colour in range(2):
            if is_alone(state, colour):  # then nothing else matters
                return driven(state, colour) if state.turn != colour else -driven(state, colour)
    lay_sheet(state, sheet)
    survey(state, sheet, WHITE, 1)
    survey(state, sheet, BLACK, -1)
    note_side(state, sheet, WHITE, 1)
    note_side(state, sheet, BLACK, -1)
    if sheet.ideas & TEMPO:
        note(sheet, THE_MOVE, 1 if state.turn == WHITE else -1)
    for_white = tapered(int(sheet.midgame), int(sheet.endgame), int(state.phase))
    return for_white if state.turn == WHITE else -for_white
