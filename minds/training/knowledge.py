"""The weights of the champion's ideas as numbers to fit, and the springs that hold the steps of one term together."""

import numpy as np

from minds.evaluation.tuned.weights import FIRST, SIZE, WORTH

START = np.zeros((SIZE, 2))  # all ideas start at zero

# Strengths of the springs, for one game.
STRENGTHS = (1e-6, 3e-5)
LOOSE = 0.1  # factor for single steps, which are rare: their neighbours hold them instead


def springs(each: float, step: float) -> np.ndarray:
    """The penalty on weights other than zero, and on differences between neighbouring steps of a term."""
    hold = each * np.eye(SIZE)
    for name, pairs in WORTH.items():
        if len(pairs) > 1:
            here = slice(FIRST[name], FIRST[name] + len(pairs))
            hold[here, here] *= LOOSE
        for one in range(FIRST[name], FIRST[name] + len(pairs) - 1):
            hold[one : one + 2, one : one + 2] += step * np.array([[1, -1], [-1, 1]])
    return hold


def drawn(worth: np.ndarray) -> dict[str, tuple[tuple[int, int], ...]]:
    """These numbers as weights by term."""
    pairs = [(int(midgame), int(endgame)) for midgame, endgame in np.rint(worth)]
    return {name: tuple(pairs[FIRST[name] : FIRST[name] + len(old)]) for name, old in WORTH.items()}
