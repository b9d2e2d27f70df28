"""The worth of the champion's ideas as numbers to be fitted, and what holds the steps of one idea together."""

import numpy as np

from minds.evaluation.tuned.weights import FIRST, SIZE, WORTH

START = np.zeros((SIZE, 2))  # nothing is known to be worth anything

# Of the springs below, for one game.
STRENGTHS = (1e-6, 3e-5)
LOOSE = 0.1  # of its strength is what holds a step, of which there are often few seen: its neighbours hold it


def springs(each: float, step: float) -> np.ndarray:
    """What it costs that something is worth anything, and that two neighbouring steps are not worth the same."""
    hold = each * np.eye(SIZE)
    for name, pairs in WORTH.items():
        if len(pairs) > 1:
            here = slice(FIRST[name], FIRST[name] + len(pairs))
            hold[here, here] *= LOOSE
        for one in range(FIRST[name], FIRST[name] + len(pairs) - 1):
            hold[one : one + 2, one : one + 2] += step * np.array([[1, -1], [-1, 1]])
    return hold


def drawn(worth: np.ndarray) -> dict[str, tuple[tuple[int, int], ...]]:
    """These numbers by name."""
    pairs = [(int(midgame), int(endgame)) for midgame, endgame in np.rint(worth)]
    return {name: tuple(pairs[FIRST[name] : FIRST[name] + len(old)]) for name, old in WORTH.items()}
