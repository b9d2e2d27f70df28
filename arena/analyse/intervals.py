"""Means over moves with 95 % intervals. The moves of one game depend on each other, so that games are what counts."""

import numpy as np
from numpy.typing import NDArray

from arena.rate.elo import Z95

# Student's t, for 1 to 10 degrees of freedom; the series below is good for more.
T95 = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)


def student(freedom: int) -> float:
    """Return how many standard errors a 95 % interval reaches to each side."""
    if freedom <= len(T95):
        return T95[freedom - 1]
    first, second = (Z95**3 + Z95) / 4, (5 * Z95**5 + 16 * Z95**3 + 3 * Z95) / 96
    return Z95 + first / freedom + second / freedom**2


def clustered_mean(values: NDArray[np.float64], clusters: NDArray[np.int64]) -> tuple[float, float]:
    """Return the mean of values and the half-width of its 95 % interval, NaN if all are of one cluster.

    The error is that of a ratio: a cluster's sum differs from what its number of values makes expected.
    """
    _, codes = np.unique(clusters, return_inverse=True)
    sums, sizes = np.bincount(codes, weights=values), np.bincount(codes)
    mean, count = float(values.mean()), len(sums)
    if count < 2:
        return mean, float("nan")
    variance = count / (count - 1) * float(((sums - mean * sizes) ** 2).sum()) / len(values) ** 2
    return mean, student(count - 1) * variance**0.5
