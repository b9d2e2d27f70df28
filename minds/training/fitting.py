"""Logistic regression: finds the numbers that best predict the results of the games."""

from typing import Any

import numpy as np

from minds.board.compiled import jit
from minds.training.sample import Sample

Weights = np.ndarray  # one row per feature: middlegame, endgame

TINY = 1e-12
STEPS, STEP_SIZE = 400, 3.0  # centipawns, decreasing to 0
DECAY, SQUARE_DECAY = 0.9, 0.99  # decay of the means of the gradient and its square


@jit
def add_gradient(
    starts: Any,
    features: Any,
    counts: Any,
    share: Any,
    base: Any,
    targets: Any,
    weights: Any,
    scale: float,
    gradient: Any,
) -> float:
    """Return the mean logistic loss, and add its gradient to `gradient`."""
    total, rows = 0.0, len(targets)
    for row in range(rows):
        midgame = endgame = 0.0
        for i in range(starts[row], starts[row + 1]):
            midgame += weights[features[i], 0] * counts[i]
            endgame += weights[features[i], 1] * counts[i]
        score = base[row] + midgame * share[row] + endgame * (1 - share[row])
        expected = 1 / (1 + np.exp(-scale * score))
        total -= targets[row] * np.log(expected + TINY) + (1 - targets[row]) * np.log(1 - expected + TINY)
        slope = (expected - targets[row]) * scale / rows
        for i in range(starts[row], starts[row + 1]):
            gradient[features[i], 0] += slope * counts[i] * share[row]
            gradient[features[i], 1] += slope * counts[i] * (1 - share[row])
    return float(total / rows)


def loss(sample: Sample, weights: Weights, scale: float) -> float:
    """The mean logistic loss of these numbers."""
    return float(add_gradient(*sample[:5], sample.results, weights, scale, np.zeros_like(weights)))


def fit_scale(sample: Sample, weights: Weights) -> float:
    """The factor from a score to the logit of a win, by golden-section search for the least loss."""
    low, high = 0.0005, 0.05
    golden = (5**0.5 - 1) / 2
    for _ in range(24):
        left, right = high - golden * (high - low), low + golden * (high - low)
        if loss(sample, weights, left) < loss(sample, weights, right):
            high = right
        else:
            low = left
    return (low + high) / 2


def fit(sample: Sample, start: Weights, scale: float, penalty: np.ndarray, steps: int = STEPS) -> Weights:
    """The numbers of least loss, by Adam: gradient descent with steps of equal length for rare and common features.

    `penalty` is a matrix P: a change D from the start costs D·P·D / 2, as if held by springs.
    """
    weights = start.astype(float)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        gradient = penalty @ (weights - start)
        add_gradient(*sample[:5], sample.targets, weights, scale, gradient)
        mean += (1 - DECAY) * (gradient - mean)
        square += (1 - SQUARE_DECAY) * (gradient**2 - square)
        unbiased, length = mean / (1 - DECAY**step), np.sqrt(square / (1 - SQUARE_DECAY**step))
        weights -= STEP_SIZE * (1 - (step - 1) / steps) * unbiased / (length + TINY)
    return weights
