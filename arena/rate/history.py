"""Ratings as they moved while games were played."""

from collections.abc import Sequence

import numpy as np

from arena.rate.model import Model
from arena.rate.pairs import SCALE


def elo_after(games: Sequence[tuple[int, int, float]], minds: int, ends: Sequence[int]) -> np.ndarray:
    """Return the Elo of each mind (columns) after so many games (rows), relative to the mean; NaN before its first.

    A game is a tuple (first, second, score of the first), in the order of playing; minds are numbers from 0.
    """
    first, second = (np.array([game[seat] for game in games], int) for seat in range(2))
    score = np.array([game[2] for game in games], float)
    rows = [_elo(first[:end], second[:end], score[:end], minds) for end in ends]
    return np.array(rows).reshape(len(ends), minds)


def _elo(first: np.ndarray, second: np.ndarray, score: np.ndarray, minds: int) -> np.ndarray:
    cluster = np.zeros(len(score), int)  # which matters for intervals alone
    model = Model(first, second, score, cluster, minds, prior=1.0, advantage=True)
    elo = model.solve()[:-1] * SCALE
    elo[model.played == 0] = np.nan
    return np.asarray(elo - np.nanmean(elo))
