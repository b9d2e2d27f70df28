"""Sets of squares along files, as a side sees them: ahead of it, beside it, the file as a whole."""

from minds.board.compiled import inlined
from minds.board.squares import FILE_A, FILE_H, ONE, WHITE, Bitboard

EIGHT, SIXTEEN, THIRTY_TWO = Bitboard(8), Bitboard(16), Bitboard(32)


@inlined
def ahead(squares: Bitboard, colour: int) -> Bitboard:
    """One step forward."""
    return squares << EIGHT if colour == WHITE else squares >> EIGHT


@inlined
def all_ahead(squares: Bitboard, colour: int) -> Bitboard:
    """Every square in front, to the end of the board."""
    if colour == WHITE:
        squares = squares << EIGHT
        squares |= squares << EIGHT
        squares |= squares << SIXTEEN
        return squares | (squares << THIRTY_TWO)
    squares = squares >> EIGHT
    squares |= squares >> EIGHT
    squares |= squares >> SIXTEEN
    return squares | (squares >> THIRTY_TWO)


@inlined
def files(squares: Bitboard) -> Bitboard:
    """The whole files on which these squares lie."""
    squares |= (squares << EIGHT) | (squares >> EIGHT)
    squares |= (squares << SIXTEEN) | (squares >> SIXTEEN)
    return squares | (squares << THIRTY_TWO) | (squares >> THIRTY_TWO)


@inlined
def beside(squares: Bitboard) -> Bitboard:
    """The neighbours to the left and to the right."""
    return ((squares & ~FILE_A) >> ONE) | ((squares & ~FILE_H) << ONE)
