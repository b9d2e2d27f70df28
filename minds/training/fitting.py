"""Finds the numbers under which the results of the games are least surprising."""

from typing import Any

import numpy as np

from minds.board.compiled import jit
from minds.training.sample import Sample

Worth = np.ndarray  # a row for each thing that counts: middlegame, endgame

TINY = 1e-12
STEPS, PACE = 400, 3.0  # hundredths of a pawn, at first
KEPT, KEPT_SQUARED = 0.9, 0.99  # of the past, in the mean slope and the mean square of it


@jit
def surprise(
    starts: Any, columns: Any, times: Any, share: Any, base: Any, wanted: Any, worth: Any, scale: float, slopes: Any
) -> float:
    """The mean logistic loss; what it would change by is added to `slopes`."""
    total, rows = 0.0, len(wanted)
    for row in range(rows):
        midgame = endgame = 0.0
        for i in range(starts[row], starts[row + 1]):
            midgame += worth[columns[i], 0] * times[i]
            endgame += worth[columns[i], 1] * times[i]
        score = base[row] + midgame * share[row] + endgame * (1 - share[row])
        expected = 1 / (1 + np.exp(-scale * score))
        total -= wanted[row] * np.log(expected + TINY) + (1 - wanted[row]) * np.log(1 - expected + TINY)
        slope = (expected - wanted[row]) * scale / rows
        for i in range(starts[row], starts[row + 1]):
            slopes[columns[i], 0] += slope * times[i] * share[row]
            slopes[columns[i], 1] += slope * times[i] * (1 - share[row])
    return float(total / rows)


def loss(sample: Sample, worth: Worth, scale: float) -> float:
    """How surprising the results are, under these numbers."""
    return float(surprise(*sample[:5], sample.results, worth, scale, np.zeros_like(worth)))


def fit_scale(sample: Sample, worth: Worth) -> float:
    """By what a score is multiplied to say how likely a win is: found by halving, for the loss has one valley."""
    low, high = 0.0005, 0.05
    golden = (5**0.5 - 1) / 2
    for _ in range(24):
        left, right = high - golden * (high - low), low + golden * (high - low)
        if loss(sample, worth, left) < loss(sample, worth, right):
            high = right
        else:
            low = left
    return (low + high) / 2


def fit(sample: Sample, start: Worth, scale: float, hold: np.ndarray, steps: int = STEPS) -> Worth:
    """The numbers with the least loss, held to the start by springs: half of D·hold·D is what a change D costs.

    Descent by the Adam rule, whose steps are as long for what is rare as for what is common.
    """
    worth = start.astype(float)
    mean, square = np.zeros_like(worth), np.zeros_like(worth)
    for step in range(1, steps + 1):
        slopes = hold @ (worth - start)
        surprise(*sample[:5], sample.wanted, worth, scale, slopes)
        mean += (1 - KEPT) * (slopes - mean)
        square += (1 - KEPT_SQUARED) * (slopes**2 - square)
        unbiased, length = mean / (1 - KEPT**step), np.sqrt(square / (1 - KEPT_SQUARED**step))
        worth -= PACE * (1 - (step - 1) / steps) * unbiased / (length + TINY)
    return worth
