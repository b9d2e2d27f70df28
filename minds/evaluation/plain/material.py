"""Material: a queen is nine pawns, a rook five, a bishop or knight a little over three."""

import numpy as np

from minds.board.compiled import core, popcount
from minds.board.state import State
from minds.board.tables import VALUES

PIECE_VALUES = np.array([VALUES[letter] for letter in "KQRBNP"], np.int64)


@core
def material(state: State) -> int:
    """The value of White's pieces less that of Black's."""
    total = 0
    for kind in range(6):
        white, black = state.pieces[kind] & state.colours[0], state.pieces[kind] & state.colours[1]
        total += PIECE_VALUES[kind] * (popcount(white) - popcount(black))
    return total
