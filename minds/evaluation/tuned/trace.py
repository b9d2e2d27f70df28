"""The evaluation's scratch record: the score so far, the attack maps and, for training, the count of each term.

An idea never changes the score itself: it calls `add_term` with a term and how much more often it occurs for White
than for Black. So training sees exactly what the engine evaluates.
"""

from typing import Any, TypeAlias

import numpy as np

from minds.board.compiled import inlined
from minds.evaluation.tuned.weights import SIZE, WEIGHTS

Trace: TypeAlias = Any

MID, END = 0, 1
TRACE = np.dtype(
    (
        np.record,
        [
            ("ideas", "i8"),  # those switched on, a bit each
            ("midgame", "i8"),  # White's score in the middlegame …
            ("endgame", "i8"),  # … and in the endgame
            ("pawn_attacks", "u8", (2,)),  # by colour: the squares attacked by its pawns …
            ("minor_attacks", "u8", (2,)),  # … its knights and bishops …
            ("rook_attacks", "u8", (2,)),
            ("all_attacks", "u8", (2,)),  # … and all of its pieces
            ("king_zone_attacks", "i8", (2,)),  # attacks on the squares around the enemy king
            ("counting", "i8"),  # 1 to count the terms, which only training needs
            ("counts", "i2", (SIZE,)),
        ],
    ),
    align=True,
)


@inlined
def add_term(trace: Trace, term: int, count: int) -> None:
    """Add a term that occurs this many times more for White than for Black."""
    trace.midgame += WEIGHTS[term, MID] * count
    trace.endgame += WEIGHTS[term, END] * count
    if trace.counting != 0:
        trace.counts[term] += count
