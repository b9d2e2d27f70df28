"""The weights of the champion's ideas as numbers to fit, and the springs that hold the steps of one term together."""

import numpy as np

from minds.evaluation.tuned.ideas import ALL_IDEAS as ALL_IDEAS
from minds.evaluation.tuned.weights import INDEX, SIZE, TERM_WEIGHTS

START = np.zeros((SIZE, 2))  # all ideas start at zero

# Strengths of the springs, for one game.
STRENGTHS = (1e-6, 3e-5)
LOOSE = 0.1  # factor for single steps, which are rare: their neighbours hold them instead


def springs(each: float, step: float) -> np.ndarray:
    """The penalty on weights other than zero, and on differences between neighbouring steps of a term."""
    penalty = each * np.eye(SIZE)
    for name, pairs in TERM_WEIGHTS.items():
        if len(pairs) > 1:
            here = slice(INDEX[name], INDEX[name] + len(pairs))
            penalty[here, here] *= LOOSE
        for one in range(INDEX[name], INDEX[name] + len(pairs) - 1):
            penalty[one : one + 2, one : one + 2] += step * np.array([[1, -1], [-1, 1]])
    return penalty


def to_term_weights(weights: np.ndarray) -> dict[str, tuple[tuple[int, int], ...]]:
    """These numbers as weights by term."""
    pairs = [(int(midgame), int(endgame)) for midgame, endgame in np.rint(weights)]
    return {name: tuple(pairs[INDEX[name] : INDEX[name] + len(old)]) for name, old in TERM_WEIGHTS.items()}
