"""Pieces that can go somewhere are worth more than pieces that cannot."""

from minds.board.compiled import inlined
from minds.board.squares import BISHOP, KNIGHT, ROOK
from minds.evaluation.tuned.sheet import Sheet, note
from minds.evaluation.tuned.weights import FIRST

KNIGHTS, BISHOPS = FIRST["knight's squares"], FIRST["bishop's squares"]
ROOKS, QUEENS = FIRST["rook's squares"], FIRST["queen's squares"]


@inlined
def note_mobility(sheet: Sheet, kind: int, squares: int, sign: int) -> None:
    """A piece that has so many squares where no pawn waits for it."""
    if kind == KNIGHT:
        note(sheet, KNIGHTS + squares, sign)
    elif kind == BISHOP:
        note(sheet, BISHOPS + squares, sign)
    elif kind == ROOK:
        note(sheet, ROOKS + squares, sign)
    else:
        note(sheet, QUEENS + squares, sign)
