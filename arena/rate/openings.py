"""Openings and chance: does what was scored from one opening differ from the rest by more than chance?

An observation is a pair of games with both seatings; its score is 0, ¼, ½, ¾ or 1. If openings did not matter, the
pairs of an opening would be drawn at random from those that could stand there, so the distribution of their sum is
known exactly, without assuming that it is normal.
"""

from collections.abc import Sequence
from functools import reduce
from math import sqrt

import numpy as np

from arena.rate.elo import Z95

QUARTERS = 5  # scores of a pair: 0, ¼, ½, ¾, 1
TOLERANCE = 1e-9
DOUBT = 10  # pairs' worth of doubt about the spread of scores


def shares(scores: np.ndarray) -> np.ndarray:
    """Return the share of each score of a pair, from 0 to 1."""
    return np.bincount(np.rint(4 * scores).astype(int), minlength=QUARTERS) / len(scores)


def sums(chances: Sequence[np.ndarray]) -> np.ndarray:
    """Return the distribution of the sum of scores, in quarters, one drawn from each of these shares."""
    return reduce(np.convolve, chances, np.ones(1))


def p_value(distribution: np.ndarray, total: float) -> float:
    """Return the probability of a sum at least as far from the mean as this one, by a distribution from `sums`."""
    quarters = np.arange(len(distribution))
    mean = float(quarters @ distribution)
    far = np.abs(quarters - mean) >= abs(4 * total - mean) - TOLERANCE
    return min(1.0, float(distribution[far].sum()))


def noticeable(distribution: np.ndarray, level: float) -> float:
    """Return how far the mean score of an opening must be from the mean of all to be more than chance, 1 if it cannot.

    `level` is the largest probability that counts as more than chance, divided by the number of openings.
    """
    most = (len(distribution) - 1) / 4
    totals = np.arange(len(distribution)) / 4
    mean = float(totals @ distribution)
    told = [abs(total - mean) / most for total in totals if p_value(distribution, total) <= level]
    return min(told, default=1.0)


def most_often(count: int, pairs: int) -> float:
    """Return the probability of so many heads or so many tails in fair coins, one for each pair."""
    coins = sums([np.array([0.5, 0.5])] * pairs)
    return min(1.0, 2 * float(coins[count:].sum()))


def corrected(values: Sequence[float]) -> np.ndarray:
    """Return p-values that hold for all of them at once, by Holm's method."""
    found = np.asarray(values, float)
    order = np.argsort(found, kind="stable")
    raised = np.maximum.accumulate(found[order] * np.arange(len(found), 0, -1))
    result = np.empty(len(found))
    result[order] = np.minimum(raised, 1.0)
    return result


def spread(mean: float, variance: float, freedom: float) -> float:
    """Return the variance of a pair's score as a share of that of one game without draws, from 0 to 1.

    It is 1 if nothing is known; `freedom` is the number of pairs, less those that gave the means.
    """
    largest = mean * (1 - mean)
    share = min(1.0, variance / largest) if largest > TOLERANCE else 1.0
    return (freedom * share + DOUBT) / (freedom + DOUBT)


def interval(mean: float, count: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a mean score, from so many games without draws. It is never of width 0."""
    square = Z95**2 / count
    middle = (mean + square / 2) / (1 + square)
    half = sqrt(mean * (1 - mean) * square + square**2 / 4) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)
