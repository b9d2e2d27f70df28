"""The formulas of accuracy, from the values of two positions to what a move lost.

`win_percentage` and `accuracy` are the ones that lichess publishes (lichess.org/page/accuracy), with its figures. They
were fitted to games of people; a mean of ours over moves is a plain one, theirs over a game is weighted.
"""

import numpy as np
from numpy.typing import NDArray

from arena.analyse.judgement import CAP

MISTAKE, BLUNDER = 10.0, 20.0  # percentage points of win probability that such a move loses at least
STEEPNESS = 0.00368208  # of the win probability, per centipawn
ACCURACY_SCALE, ACCURACY_DECAY, ACCURACY_OFFSET = 103.1668, 0.04354, 3.1669

Numbers = NDArray[np.float64]


def capped(centipawns: Numbers) -> Numbers:
    """Return values within ± CAP."""
    return np.clip(centipawns, -CAP, CAP)


def centipawn_loss(best: Numbers, after: Numbers) -> Numbers:
    """Return what moves lost: from the value of the best move to that after the move, both seen by the mover."""
    return np.maximum(0.0, capped(best) - capped(after))


def win_percentage(centipawns: Numbers) -> Numbers:
    """Return the probability to win, in per cent, from values in centipawns."""
    return 50 + 50 * (2 / (1 + np.exp(-STEEPNESS * centipawns)) - 1)


def win_loss(best: Numbers, after: Numbers) -> Numbers:
    """Return the percentage points of win probability that moves lost."""
    return np.maximum(0.0, win_percentage(capped(best)) - win_percentage(capped(after)))


def accuracy(lost: Numbers) -> Numbers:
    """Return the accuracy of moves, from 0 to 100, from the percentage points of win probability that they lost."""
    return np.clip(ACCURACY_SCALE * np.exp(-ACCURACY_DECAY * lost) - ACCURACY_OFFSET, 0.0, 100.0)
