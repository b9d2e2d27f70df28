"""AdamW: gradient descent whose steps have about the same length for all weights, and which shrinks them a little."""

from typing import Any

import numpy as np

from minds.board.compiled import jit_floats
from minds.training.network.model import LARGEST_WEIGHT

MEAN_DECAY, SQUARE_DECAY, TINY = 0.9, 0.999, 1e-8


def descend(
    values: np.ndarray, moments: np.ndarray, gradient: np.ndarray, step: int, rate: float, decay: float
) -> None:
    """Make step number `step`, counted from 1, and set the gradient to 0.

    `moments` has two rows, which start at 0: the running means of the gradient and of its square.
    """
    length = rate / (1 - MEAN_DECAY**step)
    correction = 1 / (1 - SQUARE_DECAY**step)
    numbers = (length, correction, 1 - rate * decay, 1 - MEAN_DECAY, 1 - SQUARE_DECAY, TINY, LARGEST_WEIGHT)
    move(values, moments[0], moments[1], gradient, np.array(numbers, values.dtype))


@jit_floats
def move(values: Any, means: Any, squares: Any, gradient: Any, numbers: Any) -> None:
    """Change the values, keep them within the largest weight, and update the running means."""
    length, correction, kept, mean_share, square_share = numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
    tiny, largest, zero = numbers[5], numbers[6], values.dtype.type(0)
    for i in range(values.size):
        means[i] += mean_share * (gradient[i] - means[i])
        squares[i] += square_share * (gradient[i] * gradient[i] - squares[i])
        value = values[i] * kept - length * means[i] / (np.sqrt(squares[i] * correction) + tiny)
        values[i] = min(max(value, -largest), largest)
        gradient[i] = zero
