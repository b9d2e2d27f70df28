"""The order of minds that their games can defend: rank intervals that hold for all at once, and tiers.

A mind beats another if it is ahead by more than a critical number of errors. If all minds are equal, the largest of all
differences exceeds that number in one tournament of twenty. It is found by a multiplier bootstrap: the influence of
every cluster of games is multiplied by a random number. With normal numbers the sums are normal and have the covariance
of the fit, so they are drawn from it, and nothing is fitted again.
"""

from dataclasses import dataclass

import numpy as np

LEVEL = 0.95  # of the tournaments, in which all intervals hold
MIN_DRAWS, MAX_DRAWS, ENOUGH_PRODUCTS = 1_000, 10_000, 400_000_000
CHUNK = 400_000  # differences at once, which a processor's cache holds
SEED = 1
ENOUGH_STARTS = 10  # with fewer, minds that play alone are not told apart


@dataclass(frozen=True)
class Ranks:
    """Best and worst rank of each mind, for all at once, and its tier; 1 is the best."""

    low: tuple[int, ...]
    high: tuple[int, ...]
    tier: tuple[int, ...]
    critical: float = 0.0  # errors by which a mind must be ahead


def rank(value: np.ndarray, covariance: np.ndarray, comparable: np.ndarray) -> Ranks:
    """Return the ranks of minds by a value with errors; those that are not comparable never beat each other."""
    if not len(value):
        return Ranks((), (), ())
    error = errors(covariance, comparable)
    least = critical(covariance, error)
    with np.errstate(invalid="ignore"):  # 0 times infinity where there is nobody to compare: nobody is ahead
        beats = value[:, None] - value[None, :] > least * error
    low, high = 1 + beats.sum(axis=0), len(value) - beats.sum(axis=1)
    order = np.argsort(-value, kind="stable")
    tier = np.empty(len(value), int)
    tier[order] = _tiers(beats[np.ix_(order, order)])
    return Ranks(tuple(low.tolist()), tuple(high.tolist()), tuple(tier.tolist()), least)


def rank_before(value: np.ndarray, covariance: np.ndarray, comparable: np.ndarray, last: np.ndarray) -> Ranks:
    """Return the ranks of minds where some come last, in a tier of their own, and count for nobody else's."""
    others, count = np.flatnonzero(~last), len(value)
    found = rank(value[others], covariance[np.ix_(others, others)], comparable[np.ix_(others, others)])
    low, high = np.full(count, len(others) + 1), np.full(count, count)
    tier = np.full(count, max(found.tier, default=0) + 1)
    low[others], high[others], tier[others] = found.low, found.high, found.tier
    return Ranks(tuple(low.tolist()), tuple(high.tolist()), tuple(tier.tolist()), found.critical)


def errors(covariance: np.ndarray, comparable: np.ndarray) -> np.ndarray:
    """Return the standard error of each difference of two ratings, infinite where they cannot be compared."""
    own = np.diag(covariance)
    variance = np.maximum(own[:, None] + own[None, :] - 2 * covariance, 1e-9)
    variance[~comparable] = np.inf
    np.fill_diagonal(variance, np.inf)
    return np.asarray(np.sqrt(variance))


def critical(covariance: np.ndarray, error: np.ndarray) -> float:
    """Return what the largest difference, in units of its error, exceeds by chance in one tournament of twenty."""
    minds = len(error)
    draws = int(np.clip(ENOUGH_PRODUCTS // minds**2, MIN_DRAWS, MAX_DRAWS))
    root = np.linalg.cholesky(covariance + 1e-9 * max(1e-9, np.trace(covariance) / minds) * np.eye(minds))
    noise = (np.random.default_rng(SEED).standard_normal((draws, minds)) @ root.T).astype(np.float32)
    share, at_once = (1 / error).astype(np.float32), max(1, CHUNK // minds**2)
    largest = [
        ((part[:, :, None] - part[:, None, :]) * share).max(axis=(1, 2))
        for part in (noise[first : first + at_once] for first in range(0, draws, at_once))
    ]
    return float(np.quantile(np.concatenate(largest), LEVEL))


def _tiers(beats: np.ndarray) -> np.ndarray:
    """Return each mind's tier: a new one begins where all above beat all from here on."""
    minds = len(beats)
    last = np.where(~beats, np.arange(minds), -1).max(axis=1)  # the lowest mind that each does not beat
    worst = np.maximum.accumulate(last)
    begins = np.append(True, worst[:-1] < np.arange(1, minds))
    return np.asarray(np.cumsum(begins))
