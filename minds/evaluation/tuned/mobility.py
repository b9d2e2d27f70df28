"""Mobility: the number of squares a piece can move to without being taken by a pawn."""

from minds.board.compiled import inlined
from minds.board.squares import BISHOP, KNIGHT, ROOK
from minds.evaluation.tuned.trace import Trace, add_term
from minds.evaluation.tuned.weights import INDEX

KNIGHTS, BISHOPS = INDEX["knight's squares"], INDEX["bishop's squares"]
ROOKS, QUEENS = INDEX["rook's squares"], INDEX["queen's squares"]


@inlined
def add_mobility(trace: Trace, kind: int, squares: int, sign: int) -> None:
    """Add the term of a piece that has this many safe squares."""
    if kind == KNIGHT:
        add_term(trace, KNIGHTS + squares, sign)
    elif kind == BISHOP:
        add_term(trace, BISHOPS + squares, sign)
    elif kind == ROOK:
        add_term(trace, ROOKS + squares, sign)
    else:
        add_term(trace, QUEENS + squares, sign)
