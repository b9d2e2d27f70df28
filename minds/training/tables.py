"""The piece-square tables as numbers to fit, and the springs between neighbouring squares."""

import numpy as np

from minds.board.tables import VALUES
from minds.evaluation.practical.tables import ENDGAME, MIDGAME
from minds.training.writing import Tables

KINDS = "KQRBNP"
COUNT = 64 * len(KINDS)

# Strengths of the springs, for one game; they are weaker the more games there are.
STRENGTHS = (3e-6, 3e-5, 3e-5)


def to_array(midgame: Tables, endgame: Tables) -> np.ndarray:
    """Tables plus nominal values as one array, a row per piece and square in the tables' order."""
    rows = [
        [VALUES[kind] + table[kind][square] for table in (midgame, endgame)] for kind in KINDS for square in range(64)
    ]
    return np.array(rows, float)


START = to_array(MIDGAME, ENDGAME)


def to_tables(weights: np.ndarray) -> tuple[Tables, Tables]:
    """These numbers as tables, without the nominal values."""
    shaped = np.rint(weights).astype(int).reshape(len(KINDS), 64, 2)
    midgame, endgame = (
        {kind: tuple(int(one) - VALUES[kind] for one in shaped[i, :, phase]) for i, kind in enumerate(KINDS)}
        for phase in (0, 1)
    )
    return midgame, endgame


def springs(square: float, mirror: float, neighbour: float) -> np.ndarray:
    """The penalty on changes: of a square alone, against its mirror image, and against its neighbours.

    Changing all squares of a kind of piece together costs nothing. A king's left and right differ, because it castles.
    """
    penalty = np.zeros((COUNT, COUNT))
    for k, kind in enumerate(KINDS):
        block = penalty[64 * k : 64 * k + 64, 64 * k : 64 * k + 64]
        here = [s for s in range(64) if kind != "P" or 8 <= s < 56]
        block[np.ix_(here, here)] += square * (np.eye(len(here)) - 1 / len(here))
        for s in here:
            if kind != "K":
                _tie(block, s, s ^ 7, mirror / 2)  # each pair is visited twice
            for other in (s + 1, s + 8):
                if other in here and (other != s + 1 or other % 8):
                    _tie(block, s, other, neighbour)
    return penalty


def _tie(block: np.ndarray, one: int, other: int, strength: float) -> None:
    block[one, one] += strength
    block[other, other] += strength
    block[one, other] -= strength
    block[other, one] -= strength
