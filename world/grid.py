"""Where a person points to act: the fields of a world's picture, and what pointing at them means."""

from collections.abc import Mapping

from msgspec import Struct

Field = tuple[int, int]  # row and column, from the picture's upper left corner


class Grid(Struct, frozen=True):
    """Fields of the picture that can be pointed at, and for each action those it takes, one after the other.

    Actions that take the same fields (a pawn's promotions) are told apart by their names.
    """

    rows: int
    columns: int
    actions: Mapping[str, tuple[Field, ...]]
    labels: tuple[tuple[str, ...], ...]  # what each field is called, and what stands on it; row by row
    box: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)  # left, top, width, height: shares of the picture
