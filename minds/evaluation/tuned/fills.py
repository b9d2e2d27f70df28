"""Fills of a bitboard along files: the next square, all squares in front, whole files, neighbouring files."""

from minds.board.compiled import inlined
from minds.board.squares import FILE_A, FILE_H, ONE, WHITE, Bitboard

EIGHT, SIXTEEN, THIRTY_TWO = Bitboard(8), Bitboard(16), Bitboard(32)


@inlined
def forward(squares: Bitboard, colour: int) -> Bitboard:
    """These squares moved one step forward."""
    return squares << EIGHT if colour == WHITE else squares >> EIGHT


@inlined
def front_spans(squares: Bitboard, colour: int) -> Bitboard:
    """All squares in front of these, to the end of the board."""
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
def file_fill(squares: Bitboard) -> Bitboard:
    """All squares of the files these squares are on."""
    squares |= (squares << EIGHT) | (squares >> EIGHT)
    squares |= (squares << SIXTEEN) | (squares >> SIXTEEN)
    return squares | (squares << THIRTY_TWO) | (squares >> THIRTY_TWO)


@inlined
def adjacent(squares: Bitboard) -> Bitboard:
    """The squares directly to the left and right."""
    return ((squares & ~FILE_A) >> ONE) | ((squares & ~FILE_H) << ONE)
