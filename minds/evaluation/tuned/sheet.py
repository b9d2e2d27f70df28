"""What an evaluation writes its findings on: the score so far, what attacks what, and, if asked to, what was counted.

An idea never adds to the score itself: it notes what it saw, and how much more often for White than for
Black. So the tuning sees exactly what the engine evaluates.
"""

from typing import Any, TypeAlias

import numpy as np

from minds.board.compiled import inlined
from minds.evaluation.tuned.weights import SIZE, WEIGHTS

Sheet: TypeAlias = Any

MID, END = 0, 1
SHEET = np.dtype(
    (
        np.record,
        [
            ("ideas", "i8"),  # those that are looked for, a bit each
            ("midgame", "i8"),  # for White …
            ("endgame", "i8"),  # … and what it is worth when the pieces are gone
            ("pawns_reach", "u8", (2,)),  # by colour: the squares that its pawns attack …
            ("minors_reach", "u8", (2,)),  # … its knights and bishops …
            ("rooks_reach", "u8", (2,)),
            ("all_reach", "u8", (2,)),  # … and all of its pieces
            ("closeness", "i8", (2,)),  # of its pieces to the other king: squares around it that they attack
            ("counting", "i8"),  # whether to keep count: only the tuning wants to know
            ("counts", "i2", (SIZE,)),
        ],
    ),
    align=True,
)


@inlined
def note(sheet: Sheet, what: int, times: int) -> None:
    """Write down that something was seen so many times more for White than for Black."""
    sheet.midgame += WEIGHTS[what, MID] * times
    sheet.endgame += WEIGHTS[what, END] * times
    if sheet.counting != 0:
        sheet.counts[what] += times
