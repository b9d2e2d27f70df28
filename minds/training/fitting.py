"""Logistic regression: finds the numbers that best predict the results of the games."""

from typing import Any

import numpy as np

from minds.board.compiled import jit
from minds.training.sample import Sample

Worth = np.ndarray  # one row per feature: middlegame, endgame

TINY = 1e-12
STEPS, PACE = 400, 3.0  # centipawns, decreasing to 0
KEPT, KEPT_SQUARED = 0.9, 0.99  # decay of the means of the gradient and its square


@jit
def add_gradient(
    starts: Any, columns: Any, times: Any, share: Any, base: Any, wanted: Any, worth: Any, scale: float, gradient: Any
) -> float:
    """Return the mean logistic loss, and add its gradient to `gradient`."""
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
            gradient[columns[i], 0] += slope * times[i] * share[row]
            gradient[columns[i], 1] += slope * times[i] * (1 - share[row])
    return float(total / rows)


def loss(sample: Sample, worth: Worth, scale: float) -> float:
    """The mean logistic loss of these numbers."""
    return float(add_gradient(*sample[:5], sample.results, worth, scale, np.zeros_like(worth)))


def fit_scale(sample: Sample, worth: Worth) -> float:
    """The factor from a score to the logit of a win, by golden-section search for the least loss."""
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
    """The numbers of least loss; `hold` is the penalty matrix of springs to the start: D·hold·D / 2 for a change D.

    Gradient descent by Adam, which gives rare and common features steps of equal length.
    """
    worth = start.astype(float)
    mean, square = np.zeros_like(worth), np.zeros_like(worth)
    for step in range(1, steps + 1):
        gradient = hold @ (worth - start)
        add_gradient(*sample[:5], sample.wanted, worth, scale, gradient)
        mean += (1 - KEPT) * (gradient - mean)
        square += (1 - KEPT_SQUARED) * (gradient**2 - square)
        unbiased, length = mean / (1 - KEPT**step), np.sqrt(square / (1 - KEPT_SQUARED**step))
        worth -= PACE * (1 - (step - 1) / steps) * unbiased / (length + TINY)
    return worth
