"""The formulas of accuracy, from the values of two positions to what a move lost.

`win_probability` and `accuracy` are the ones that lichess publishes (lichess.org/page/accuracy), with its figures. They
were fitted to games of people; a mean of ours over moves is a plain one, theirs over a game is weighted.
"""

import numpy as np
from numpy.typing import NDArray

from arena.analyse.judgement import CAP

MISTAKE, BLUNDER = 0.1, 0.2  # of the win probability, that such a move loses at least
STEEPNESS = 0.00368208  # of the win probability, per centipawn
ACCURACY_SCALE, ACCURACY_DECAY, ACCURACY_OFFSET = 103.1668, 0.04354, 3.1669  # the decay is per percentage point

Numbers = NDArray[np.float64]


def capped(centipawns: Numbers) -> Numbers:
    """Return values within ± CAP."""
    return np.clip(centipawns, -CAP, CAP)


def centipawn_loss(best: Numbers, after: Numbers) -> Numbers:
    """Return what moves lost: from the value of the best move to that after the move, both seen by the mover."""
    return np.maximum(0.0, capped(best) - capped(after))


def win_probability(centipawns: Numbers) -> Numbers:
    """Return the probability to win, from 0 to 1, from values in centipawns."""
    return 1 / (1 + np.exp(-STEEPNESS * centipawns))  # lichess writes 50 + 50 (2 / … - 1), in per cent


def win_loss(best: Numbers, after: Numbers) -> Numbers:
    """Return the win probability that moves lost, from 0 to 1."""
    return np.maximum(0.0, win_probability(capped(best)) - win_probability(capped(after)))


def accuracy(lost: Numbers) -> Numbers:
    """Return the accuracy of moves, from 0 to 100, from the win probability that they lost, from 0 to 1."""
    return np.clip(ACCURACY_SCALE * np.exp(-ACCURACY_DECAY * 100 * lost) - ACCURACY_OFFSET, 0.0, 100.0)
