"""Ratings of many minds at once: a Bradley-Terry fit of all games, with the advantage of the first move.

P(first wins) is logistic in the difference of ratings plus the advantage; a draw is half a win. Each mind also gets
one virtual draw against the average, so that its rating is finite even if it has lost everything. For the intervals,
the games of one cluster (the two games of an opening) count as one observation.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Any

import numpy as np

from arena.errors import RateError
from arena.rate.elo import Z95, phi

SCALE = 400 / log(10)
MAX_STEPS, TOLERANCE = 100, 1e-12  # of Newton's method
ENOUGH_CLUSTERS = 10  # with fewer, the variance is the model's and not that of the clusters
MODEL_SHARE = 0.1  # of the model's variance, added to that of the clusters
LOS_OF_A_GROUP = 0.975  # likelihood of superiority from which minds are in different groups


@dataclass(frozen=True)
class Ratings:
    """Fitted ratings. Rows are in the order of `names`, best first."""

    names: tuple[str, ...]
    elo: np.ndarray
    error: np.ndarray  # half-widths of 95 % intervals
    los: np.ndarray  # likelihood that the row is stronger than the column
    group: tuple[int, ...]  # minds of one group cannot be told apart yet
    advantage: float
    advantage_error: float
    remarks: tuple[str, ...] = field(default=())


def fit(games: Any, prior: float = 1.0, advantage: bool = True) -> Ratings:
    """Return ratings of the minds that played these games.

    A game is a tuple (first, second, score of the first), with its cluster as an optional fourth item; games of one
    cluster are not independent. A table of games from `arena.load` may be given instead.
    """
    if hasattr(games, "itertuples"):
        games = games[["first", "second", "score_first", "pair"]].itertuples(index=False)
    rows = [(row[0], row[1], float(row[2]), row[3] if len(row) > 3 else number) for number, row in enumerate(games)]
    for first, second, score, _ in rows:
        if first == second or not 0 <= score <= 1:
            raise RateError(f"a game {first!r} – {second!r} with score {score!r}; expected two minds, and 0 to 1")
    names = sorted({name for row in rows for name in row[:2]})
    if not rows:
        return Ratings((), np.zeros(0), np.zeros(0), np.zeros((0, 0)), (), 0.0, 0.0, ("no games",))
    place = {name: number for number, name in enumerate(names)}
    model = _Model(
        first=np.array([place[row[0]] for row in rows]),
        second=np.array([place[row[1]] for row in rows]),
        score=np.array([row[2] for row in rows]),
        minds=len(names),
        prior=prior,
        advantage=advantage,
    )
    solution = model.solve()
    covariance = model.covariance(solution, [row[3] for row in rows])
    return _ratings(names, model, solution, covariance)


@dataclass
class _Model:
    first: np.ndarray
    second: np.ndarray
    score: np.ndarray
    minds: int
    prior: float
    advantage: bool

    def design(self) -> np.ndarray:
        """Return a row for each game: +1 for the first mind, -1 for the second, and 1 for the first move."""
        rows = np.zeros((len(self.score), self.minds + 1))
        games = np.arange(len(self.score))
        rows[games, self.first] += 1
        rows[games, self.second] -= 1
        rows[:, -1] = float(self.advantage)
        return rows

    def solve(self) -> np.ndarray:
        """Return the likeliest ratings by Newton's method, in logistic units with mean zero, and the advantage."""
        rows: np.ndarray = self.design()
        x: np.ndarray = np.zeros(self.minds + 1)
        for _ in range(MAX_STEPS):
            expected = 1 / (1 + np.exp(-rows @ x))
            slope = rows.T @ (self.score - expected) - self._pull(x)
            step: np.ndarray = np.linalg.solve(self._curvature(rows, x), slope)
            x = x + step * min(1.0, 3 / max(1e-9, np.abs(step).max()))
            x[:-1] -= x[:-1].mean()
            if np.abs(step).max() < TOLERANCE:
                break
        return np.asarray(x)

    def _pull(self, x: np.ndarray) -> np.ndarray:
        """Return the gradient of the virtual draws, each half a win against the average."""
        pull: np.ndarray = self.prior * (1 / (1 + np.exp(-x)) - 0.5)
        pull[-1] *= self.advantage
        return pull

    def _curvature(self, rows: np.ndarray, x: np.ndarray) -> np.ndarray:
        expected = 1 / (1 + np.exp(-rows @ x))
        curvature = rows.T @ (rows * (expected * (1 - expected))[:, None])
        share = 1 / (1 + np.exp(-x))
        diagonal = self.prior * share * (1 - share)
        if not self.advantage:
            diagonal[-1] = 1.0
        curvature[np.diag_indices(len(x))] += diagonal + 1e-12
        curvature[:-1, :-1] += 1 / self.minds  # only differences matter, so the mean is held
        return curvature

    def covariance(self, x: np.ndarray, clusters: Sequence[Any]) -> np.ndarray:
        """Return the covariance: from the spread of clusters if there are enough, else from the model."""
        rows = self.design()
        inverse = np.linalg.inv(self._curvature(rows, x))
        numbers = {cluster: number for number, cluster in enumerate(dict.fromkeys(clusters))}
        if len(numbers) < ENOUGH_CLUSTERS:
            return inverse * len(clusters) / len(numbers)  # a cluster counts as one game
        expected = 1 / (1 + np.exp(-rows @ x))
        slopes = np.zeros((len(numbers), self.minds + 1))
        np.add.at(slopes, [numbers[cluster] for cluster in clusters], rows * (self.score - expected)[:, None])
        spread = inverse @ (slopes.T @ slopes) @ inverse * len(numbers) / (len(numbers) - 1)
        spread += MODEL_SHARE * inverse  # results that all agree have no spread, but are not certain
        # A mind that has won or lost everything has no spread, but is not certain: it keeps the model's variance.
        extreme = [mind for mind in range(self.minds) if self._record(mind) in (0.0, 1.0)]
        spread[extreme, :], spread[:, extreme] = inverse[extreme, :], inverse[:, extreme]
        return spread

    def _record(self, mind: int) -> float:
        """Return a mind's mean score."""
        won = self.score[self.first == mind].sum() + (1 - self.score[self.second == mind]).sum()
        return float(won / ((self.first == mind).sum() + (self.second == mind).sum()))

    def pools(self) -> list[set[int]]:
        """Return the sets of minds that games connect."""
        pools: list[set[int]] = []
        for one, other in set(zip(self.first.tolist(), self.second.tolist(), strict=True)):
            met = [pool for pool in pools if one in pool or other in pool]
            pools = [pool for pool in pools if pool not in met] + [{one, other}.union(*met)]
        return pools


def _ratings(names: Sequence[str], model: _Model, x: np.ndarray, covariance: np.ndarray) -> Ratings:
    order = sorted(range(len(names)), key=lambda mind: (-x[mind], names[mind]))
    covariance = covariance * SCALE**2
    elo = x * SCALE
    # A rating is relative to the mean of all, so its error is that of this difference.
    centre = np.eye(len(names)) - 1 / len(names)
    centred = centre @ covariance[:-1, :-1] @ centre
    los = np.full((len(names), len(names)), 0.5)
    for i in range(len(names)):
        for j in range(len(names)):
            if i != j:
                variance = centred[i, i] + centred[j, j] - 2 * centred[i, j]
                los[i, j] = phi((elo[i] - elo[j]) / sqrt(max(variance, 1e-9)))
    los = los[np.ix_(order, order)]
    return Ratings(
        names=tuple(names[mind] for mind in order),
        elo=elo[:-1][order],
        error=Z95 * np.sqrt(np.maximum(np.diag(centred), 0))[order],
        los=los,
        group=_groups(los),
        advantage=float(elo[-1]) if model.advantage else 0.0,
        advantage_error=float(Z95 * sqrt(max(covariance[-1, -1], 0))) if model.advantage else 0.0,
        remarks=tuple(_remarks(names, model)),
    )


def _groups(los: np.ndarray) -> tuple[int, ...]:
    """Return each mind's group: those that are not clearly weaker than its best."""
    groups: list[int] = []
    best = 0
    for mind in range(len(los)):
        if mind and los[best, mind] >= LOS_OF_A_GROUP:
            best = mind
            groups.append(groups[-1] + 1)
        else:
            groups.append(groups[-1] if groups else 1)
    return tuple(groups)


def _remarks(names: Sequence[str], model: _Model) -> Iterable[str]:
    """Yield warnings about figures that say less than they seem to."""
    pools = model.pools()
    if len(pools) > 1:
        names_of_pools = "; ".join(", ".join(sorted(names[mind] for mind in pool)) for pool in pools)
        yield f"these pools have not met, and cannot be compared: {names_of_pools}"
    for mind, name in enumerate(names):
        games = int((model.first == mind).sum() + (model.second == mind).sum())
        if games == 1:
            yield f"{name} has played one game: its rating means little"
        elif model._record(mind) in (0.0, 1.0):
            all_of = "won" if model._record(mind) else "lost"
            yield f"{name} has {all_of} all of {games} games: its rating is a bound, held by one virtual draw"
