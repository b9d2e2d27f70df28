"""King safety: attacks on the squares around a king, pawns in front of it, open files beside it."""

import numpy as np

from minds.board.attacks import bitboard_of
from minds.board.compiled import inlined, popcount
from minds.board.squares import NONE, PAWN, QUEEN, Bitboard
from minds.board.state import State
from minds.board.threats import king_of
from minds.evaluation.tuned.fills import file_fill
from minds.evaluation.tuned.trace import Trace, add_term
from minds.evaluation.tuned.weights import INDEX, TERM_WEIGHTS

WITH_QUEEN, WITHOUT_QUEEN = INDEX["attack on the king, with a queen"], INDEX["attack on the king, without"]
MAX_ATTACK = len(TERM_WEIGHTS["attack on the king, with a queen"]) - 1
NEAR, FAR = INDEX["pawn before the king"], INDEX["pawn two ranks before the king"]
OPEN, HALF_OPEN = INDEX["open file at the king"], INDEX["half-open file at the king"]
RANK_1 = Bitboard(0xFF)


def _before(square: int, colour: int, ranks: int) -> Bitboard:
    """The three squares this many ranks in front of a king."""
    rank = square // 8 + (ranks if colour == 0 else -ranks)
    return bitboard_of(8 * rank + file for file in range(8) if abs(file - square % 8) <= 1 and 0 <= rank <= 7)


BEFORE = np.array([[[_before(square, colour, ranks) for square in range(64)] for colour in (0, 1)] for ranks in (1, 2)])
FILES = np.array([bitboard_of(s for s in range(64) if abs(s % 8 - square % 8) <= 1) for square in range(64)])


@inlined
def add_king(state: State, trace: Trace, colour: int, sign: int) -> None:
    """Add the terms of one side's king."""
    king, pawns = king_of(state, colour), state.pieces[PAWN]
    own = pawns & state.colours[colour]
    add_term(trace, NEAR, sign * popcount(own & BEFORE[0, colour, king]))
    add_term(trace, FAR, sign * popcount(own & BEFORE[1, colour, king]))
    unguarded = FILES[king] & ~file_fill(own)
    if unguarded != NONE:
        open_files = unguarded & ~file_fill(pawns) & RANK_1
        add_term(trace, OPEN, sign * popcount(open_files))
        add_term(trace, HALF_OPEN, sign * (popcount(unguarded & RANK_1) - popcount(open_files)))
    attack = min(int(trace.king_zone_attacks[1 - colour]), MAX_ATTACK)
    if state.pieces[QUEEN] & state.colours[1 - colour] != NONE:
        add_term(trace, WITH_QUEEN + attack, sign)
    else:
        add_term(trace, WITHOUT_QUEEN + attack, sign)
