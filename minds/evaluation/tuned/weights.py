"""The weights of the tuned ideas' terms, in centipawns.

Written by `arena train knowledge STORE`, which fits them, on top of the piece-square tables, to the
results of 280,562 quiet positions from 3,011 games the engine played against itself.
"""

import numpy as np

# By term: one pair of middlegame and endgame weights, or several for terms that come in steps.
TERM_WEIGHTS: dict[str, tuple[tuple[int, int], ...]] = {
    "passed pawn": (
        (-23, 2), (-50, 6), (-65, 26), (-62, 44), (-71, 58), (-34, 41),
    ),
    "blocked passed pawn": (
        (17, -10), (6, 2), (-12, -2), (-20, -6), (-34, -23), (-39, -47),
    ),
    "protected passed pawn": ((32, -5),),
    "own king's way to a passed pawn": ((21, -19),),
    "enemy king's way to a passed pawn": ((-13, 22),),
    "isolated pawn": ((5, -6),),
    "doubled pawn": ((-4, -25),),
    "protected pawn": ((8, 1),),
    "pawns side by side": ((4, -4),),
    "backward pawn": ((0, -11),),
    "knight's squares": (
        (-33, -29), (-14, -21), (-7, 5), (-6, 8), (-4, 4), (-3, -4), (-1, -6),
        (5, -10), (25, -29),
    ),
    "bishop's squares": (
        (-19, -10), (-24, 6), (-19, -4), (-16, -12), (-14, -16), (-14, 2), (-8, -4),
        (-16, 8), (-5, -6), (-3, 11), (-5, 1), (-19, 4), (-21, -8), (-23, 7),
    ),
    "rook's squares": (
        (-35, -33), (-23, -29), (-19, -2), (-21, -8), (-19, -7), (-19, 0), (-19, 3),
        (-16, 4), (-11, 7), (-18, 5), (-10, 4), (-12, 9), (-1, 5), (2, 5),
        (12, -17),
    ),
    "queen's squares": (
        (-34, -16), (-34, -16), (-41, -16), (-43, -14), (-43, -12), (-42, -5), (-44, 9),
        (-41, 19), (-42, 27), (-43, 20), (-41, 16), (-37, 18), (-40, 23), (-37, 25),
        (-28, 18), (-33, 10), (-23, 9), (-13, 11), (4, -1), (20, -9), (22, -33),
        (24, -42), (19, -50), (12, -65), (5, -76), (1, -87), (-1, -92), (-3, -97),
    ),
    "attack on the king, with a queen": (
        (26, -2), (29, -11), (31, -21), (43, -42), (27, -50), (24, -56), (4, -62),
        (-15, -50), (-31, -42), (-44, -37), (-57, -44), (-60, -45), (-60, -45), (-59, -45),
        (-58, -44), (-57, -44), (-57, -43), (-56, -43), (-56, -42), (-55, -42),
    ),
    "attack on the king, without": (
        (-16, 13), (-12, 17), (-7, 21), (-5, 14), (-9, 16), (-7, 26), (-36, 36),
        (-37, 31), (-37, 17), (-37, 12), (-41, -1), (-42, -5), (-43, -7), (-41, -6),
        (-40, -6), (-39, -6), (-39, -6), (-39, -5), (-38, -5), (-38, -5),
    ),
    "pawn before the king": ((1, -3),),
    "pawn two ranks before the king": ((-3, -1),),
    "open file at the king": ((-27, -4),),
    "half-open file at the king": ((-17, 15),),
    "bishop pair": ((17, 17),),
    "rook on an open file": ((16, 1),),
    "rook on a half-open file": ((9, 6),),
    "knight on an outpost": ((5, 21),),
    "bishop on an outpost": ((7, 10),),
    "pawn attacks minor piece": ((45, 28),),
    "pawn attacks major piece": ((33, 13),),
    "minor piece attacks major": ((37, 14),),
    "rook attacks queen": ((43, 48),),
    "unguarded pawn attacked": ((7, 30),),
    "unguarded piece attacked": ((12, 17),),
    "the move": ((6, 4),),
}  # fmt: skip

INDEX, SIZE = {}, 0
for _name, _pairs in TERM_WEIGHTS.items():
    INDEX[_name] = SIZE
    SIZE += len(_pairs)
WEIGHTS = np.array([pair for pairs in TERM_WEIGHTS.values() for pair in pairs], np.int64)
