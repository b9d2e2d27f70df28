"""A king is as safe as the squares around it: who looks at them, and which pawns stand before it."""

import numpy as np

from minds.board.attacks import board_of
from minds.board.compiled import inlined, popcount
from minds.board.squares import NONE, PAWN, QUEEN, Bitboard
from minds.board.state import State
from minds.board.threats import king_of
from minds.evaluation.tuned.lines import files
from minds.evaluation.tuned.sheet import Sheet, note
from minds.evaluation.tuned.weights import FIRST, WORTH

WITH_QUEEN, WITHOUT_QUEEN = FIRST["attack on the king, with a queen"], FIRST["attack on the king, without"]
FIERCEST = len(WORTH["attack on the king, with a queen"]) - 1
NEAR, FAR = FIRST["pawn before the king"], FIRST["pawn two ranks before the king"]
OPEN, HALF_OPEN = FIRST["open file at the king"], FIRST["half-open file at the king"]
RANK_1 = Bitboard(0xFF)


def _before(square: int, colour: int, ranks: int) -> Bitboard:
    """The three squares so many ranks before a king."""
    rank = square // 8 + (ranks if colour == 0 else -ranks)
    return board_of(8 * rank + file for file in range(8) if abs(file - square % 8) <= 1 and 0 <= rank <= 7)


BEFORE = np.array([[[_before(square, colour, ranks) for square in range(64)] for colour in (0, 1)] for ranks in (1, 2)])
FILES = np.array([board_of(s for s in range(64) if abs(s % 8 - square % 8) <= 1) for square in range(64)])


@inlined
def note_king(state: State, sheet: Sheet, colour: int, sign: int) -> None:
    """How safe this side's king is."""
    king, pawns = king_of(state, colour), state.pieces[PAWN]
    own = pawns & state.colours[colour]
    note(sheet, NEAR, sign * popcount(own & BEFORE[0, colour, king]))
    note(sheet, FAR, sign * popcount(own & BEFORE[1, colour, king]))
    bare = FILES[king] & ~files(own)
    if bare != NONE:
        wide = bare & ~files(pawns) & RANK_1
        note(sheet, OPEN, sign * popcount(wide))
        note(sheet, HALF_OPEN, sign * (popcount(bare & RANK_1) - popcount(wide)))
    fierce = min(int(sheet.closeness[1 - colour]), FIERCEST)
    if state.pieces[QUEEN] & state.colours[1 - colour] != NONE:
        note(sheet, WITH_QUEEN + fierce, sign)
    else:
        note(sheet, WITHOUT_QUEEN + fierce, sign)
