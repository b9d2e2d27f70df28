"""Tables of every mind against every other on a page: shaded, with numbers or, of many minds, as a heat map without."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

MOST_NUMBERS = 12  # minds; a table of more has no numbers
SHADES = 10  # of the style sheet


@dataclass(frozen=True)
class Cell:
    """A cell: a share in per cent as text, its shade from 0 to 10, and its meaning in words; without games, nothing."""

    text: str
    shade: int = 0
    meaning: str = ""


@dataclass(frozen=True)
class Matrix:
    """A table whose rows and columns are the same minds in the same order."""

    title: str
    sentence: str
    names: Sequence[str]
    rows: list[list[Cell]]

    @property
    def has_numbers(self) -> bool:
        """True if there is room for numbers."""
        return len(self.names) <= MOST_NUMBERS


def matrix(title: str, sentence: str, names: Sequence[str], shares: "np.ndarray", meaning: str, digits: int) -> Matrix:
    """Return shares from 0 to 1 as a matrix; `meaning` has the places {0} and {1} for names and {2} for the share."""
    found = [
        [_cell(share, names[row], names[column], meaning, digits) for column, share in enumerate(own)]
        for row, own in enumerate(shares)
    ]
    return Matrix(title, sentence, names, found)


def _cell(share: float, row: str, column: str, meaning: str, digits: int) -> Cell:
    if np.isnan(share):
        return Cell("")
    text = f"{100 * share:.{digits}f}"
    return Cell(text, round(share * SHADES), meaning.format(row, column, f"{text} %"))
