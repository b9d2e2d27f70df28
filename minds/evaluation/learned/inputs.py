"""The inputs of a network: one for each kind of piece, own or the other side's, on each square.

Each side sees the board from its own end: for Black the ranks are mirrored, so both see their own king on rank 1 at the
start. Input = (0 for an own piece, else 384) + 64 · kind + square, with the kinds in the order of `board/squares.py`.
"""

from minds.board.squares import BLACK, PAWN

SQUARES, KINDS = 64, PAWN + 1
HALF = KINDS * SQUARES  # the first input for a piece of the other side
INPUTS = 2 * HALF
MIRROR = 56  # exclusive-or mirrors a square's rank


def input_of(viewer: int, number: int, square: int) -> int:
    """Return the input for a piece (1 to 12) on a square, as one side sees it."""
    colour, kind = divmod(number - 1, KINDS)
    seen = square ^ MIRROR if viewer == BLACK else square
    return (0 if colour == viewer else HALF) + SQUARES * kind + seen


def inputs_of(squares: bytes, viewer: int) -> list[int]:
    """Return the inputs for a board, the piece numbers of its 64 squares, as one side sees it."""
    return [input_of(viewer, number, square) for square, number in enumerate(squares) if number]
