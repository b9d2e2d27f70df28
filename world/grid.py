"""The grid that makes a world's picture clickable: its fields, and the action that each click stands for."""

from collections.abc import Mapping

from msgspec import Struct

Field = tuple[int, int]  # row and column, counted from the picture's upper left corner


class Grid(Struct, frozen=True):
    """The fields of a picture, and for each action the fields to click, in order.

    Actions with the same fields (a pawn's promotions) are offered by name.
    """

    rows: int
    columns: int
    actions: Mapping[str, tuple[Field, ...]]
    labels: tuple[tuple[str, ...], ...]  # the name of each field and what is on it, row by row
    box: tuple[float, float, float, float] = (
        0.0,
        0.0,
        1.0,
        1.0,
    )  # left, top, width, height, as fractions of the picture
