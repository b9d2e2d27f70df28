"""The Bradley-Terry model of a set of games: its likeliest ratings, and how far these may be off.

All sums over games are made by index arithmetic, so that memory grows with the games and with the square of the minds,
never with their product.
"""

from dataclasses import dataclass, field

import numpy as np

MAX_STEPS, TOLERANCE = 100, 1e-12  # of Newton's method
ENOUGH_CLUSTERS = 10  # with fewer, the variance is the model's and not that of the clusters
MODERATION = 0.75  # of the distance of an extreme mind from the others, at which its error is judged
MODEL_SHARE = 0.1  # of the model's variance, added to that of the clusters


@dataclass
class Model:
    """Games of minds, by their numbers, with the cluster that each game belongs to."""

    first: np.ndarray
    second: np.ndarray
    score: np.ndarray
    cluster: np.ndarray
    minds: int
    prior: float
    advantage: bool
    played: np.ndarray = field(init=False)  # games of each mind
    won: np.ndarray = field(init=False)  # points of each mind

    def __post_init__(self) -> None:
        self.played = self._by_mind(self.first) + self._by_mind(self.second)
        self.won = self._by_mind(self.first, self.score) + self._by_mind(self.second, 1 - self.score)

    def solve(self) -> np.ndarray:
        """Return the likeliest ratings by Newton's method, in logistic units with mean zero, and the advantage."""
        x: np.ndarray = np.zeros(self.minds + 1)
        for _ in range(MAX_STEPS):
            before, step = x, np.linalg.solve(self.curvature(x), self._slope(x))
            x = x + step * min(1.0, 3 / max(1e-9, np.abs(step).max()))
            x[:-1] -= x[:-1].mean()
            if np.abs(x - before).max() < TOLERANCE:  # not the step, whose mean is taken out again each time
                break
        return np.asarray(x)

    def expected(self, x: np.ndarray) -> np.ndarray:
        """Return the score that the first mind of each game is expected to make."""
        return np.asarray(1 / (1 + np.exp(x[self.second] - x[self.first] - self.advantage * x[-1])))

    def curvature(self, x: np.ndarray) -> np.ndarray:
        """Return the negative second derivative of the log-likelihood."""
        expected = self.expected(x)
        curvature = self._information(expected * (1 - expected))
        curvature[np.diag_indices(len(x))] += self._prior_weight(x) + 1e-12
        if not self.advantage:
            curvature[-1, -1] = 1.0
        curvature[:-1, :-1] += 1 / self.minds  # only differences matter, so the mean is held
        return curvature

    def covariance(self, x: np.ndarray) -> np.ndarray:
        """Return the covariance of the solution: that of the points, through the influence of each on the ratings."""
        x = self._moderated(x)
        inverse: np.ndarray = np.linalg.inv(self.curvature(x))
        return np.asarray(inverse @ self.points_covariance(x) @ inverse)

    def points_covariance(self, x: np.ndarray) -> np.ndarray:
        """Return the covariance of the minds' points about those expected, from the spread of clusters if it is known.

        That spread says little of a mind with few clusters, and nothing of one that has won or lost everything: the
        fewer clusters, the more of the model's own variance takes its place.
        """
        expected = self.expected(x)
        residual, weight = self.score - expected, expected * (1 - expected)
        trust = self._trust()
        known = np.minimum(trust[self.first], trust[self.second])
        clusters = int(self.cluster.max()) + 1
        dispersion = self._dispersion(residual, weight, known)
        spread: np.ndarray = self._outer(np.sqrt(known) * residual) * clusters / max(1, clusters - 1)
        spread += self._information(weight * (dispersion * (1 - known) + MODEL_SHARE))
        spread[np.diag_indices(len(x))] += self._prior_weight(x) * ((trust == 0) + MODEL_SHARE)
        return np.asarray(spread)

    def pools(self) -> np.ndarray:
        """Return the lowest number among the minds that games connect each mind with."""
        pool = np.arange(self.minds)
        while True:
            lowest = np.minimum(pool[self.first], pool[self.second])
            before = pool.copy()
            np.minimum.at(pool, self.first, lowest)
            np.minimum.at(pool, self.second, lowest)
            pool = pool[pool]
            if (pool == before).all():
                return pool

    def is_extreme(self) -> np.ndarray:
        """Return True for each mind that has won or lost all of its games."""
        return np.asarray((self.won == 0) | (self.won == self.played))

    def _moderated(self, x: np.ndarray) -> np.ndarray:
        """Return the solution with the ratings of minds that won or lost everything nearer to those of the others.

        Their own ratings are held by one virtual draw alone: there, no result is a surprise, and games say nothing.
        """
        extreme = self.is_extreme()
        others = x[:-1][~extreme]
        nearest = np.clip(x[:-1], others.min(), others.max()) if len(others) else np.zeros(self.minds)
        moderate = np.where(extreme, nearest + MODERATION * (x[:-1] - nearest), x[:-1])
        return np.append(moderate, x[-1])

    def _trust(self) -> np.ndarray:
        """Return the share of the clusters' spread in each mind's variance, and last in that of the advantage."""
        clusters = int(self.cluster.max()) + 1
        pairs = np.unique(
            np.concatenate([self.cluster, self.cluster]) * self.minds + np.concatenate([self.first, self.second])
        )
        own = np.append(np.bincount(pairs % self.minds, minlength=self.minds), clusters)
        trust = own / (own + ENOUGH_CLUSTERS)
        trust[:-1][self.is_extreme()] = 0.0
        return np.asarray(trust * (clusters >= ENOUGH_CLUSTERS))

    def _dispersion(self, residual: np.ndarray, weight: np.ndarray, known: np.ndarray) -> float:
        """Return how many times the model's variance all clusters together show.

        With few clusters it is as if each had one game.
        """
        clusters, free = int(self.cluster.max()) + 1, self.minds - 1
        if not known.any():
            return len(self.score) / clusters
        one = known > 0
        spread = np.trace(self._outer(one * residual)[:-1, :-1]) / (2 * weight[one].sum())
        return float(spread * clusters / (clusters - free) if clusters >= 2 * self.minds else max(1.0, spread))

    def _slope(self, x: np.ndarray) -> np.ndarray:
        residual = self.score - self.expected(x)
        minds = self._by_mind(self.first, residual) - self._by_mind(self.second, residual)
        pull = self.prior * (1 / (1 + np.exp(-x)) - 0.5)  # of the virtual draws, each half a win against the average
        return np.asarray(np.append(minds, self.advantage * residual.sum()) - pull * self._held)

    def _prior_weight(self, x: np.ndarray) -> np.ndarray:
        share = 1 / (1 + np.exp(-x))
        return np.asarray(self.prior * share * (1 - share) * self._held)

    @property
    def _held(self) -> np.ndarray:
        """1 for every number that has a virtual draw: each mind and, if it is fitted, the advantage."""
        return np.append(np.ones(self.minds), float(self.advantage))

    def _by_mind(self, who: np.ndarray, weight: np.ndarray | None = None) -> np.ndarray:
        return np.bincount(who, weight, self.minds)

    def _information(self, weight: np.ndarray) -> np.ndarray:
        """Return the sum over games of weight · row · rowᵀ; a row is +1 for the first mind, -1 for the second, 1."""
        minds, advantage = self.minds, float(self.advantage)
        first, second = self._by_mind(self.first, weight), self._by_mind(self.second, weight)
        met = np.bincount(self.first * minds + self.second, weight, minds * minds).reshape(minds, minds)
        matrix = np.zeros((minds + 1, minds + 1))
        matrix[:-1, :-1] = np.diag(first + second) - met - met.T
        matrix[-1, :-1] = matrix[:-1, -1] = advantage * (first - second)
        matrix[-1, -1] = advantage * weight.sum()
        return matrix

    def _outer(self, residual: np.ndarray) -> np.ndarray:
        """Return the sum over clusters of slope · slopeᵀ, where a slope sums residual · row over its games."""
        size = self.minds + 1
        who = np.concatenate([self.first, self.second, np.full(len(residual), self.minds)])
        slopes = np.concatenate([residual, -residual, self.advantage * residual])
        keys, place = np.unique(np.tile(self.cluster, 3) * size + who, return_inverse=True)
        slope, cluster, who = np.bincount(place, slopes), keys // size, keys % size
        upper = np.zeros(size * size)
        for step in range(len(keys)):  # all products of two entries of one cluster, which are neighbours
            same = np.flatnonzero(cluster[step:] == cluster[: len(keys) - step])
            if not len(same):
                break
            products = slope[same] * slope[same + step] * (0.5 if step == 0 else 1.0)
            upper += np.bincount(who[same] * size + who[same + step], products, size * size)
        matrix = upper.reshape(size, size)
        return matrix + matrix.T
