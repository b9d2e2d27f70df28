"""Ratings of many minds at once: a Bradley-Terry fit of all games, with the advantage of the first move.

P(first wins) is logistic in the difference of ratings plus the advantage; a draw is half a win. Each mind also gets
one virtual draw against the average, so that its rating is finite even if it has lost everything. For the intervals,
the games of one cluster (the two games of an opening) count as one observation.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf, log, sqrt
from typing import Any

import numpy as np

from arena.errors import RateError
from arena.rate.elo import Z95, phi
from arena.rate.model import Model
from arena.rate.ranks import Ranks, errors, rank_before

SCALE = 400 / log(10)
MOST_NAMED = 5  # minds of which the same is said
DIGITS = 9  # of an Elo that mean something


@dataclass(frozen=True)
class Ratings:
    """Fitted ratings. Rows are in the order of `names`, best first."""

    names: tuple[str, ...]
    elo: np.ndarray
    covariance: np.ndarray  # of the ratings
    value: np.ndarray  # that the ranks rest on: the Elo or, where pairings depended on results, the points above half
    value_covariance: np.ndarray
    pools: np.ndarray  # a number for each set of minds that games connect
    advantage: float
    advantage_error: float
    remarks: tuple[str, ...] = field(default=())
    last: frozenset[str] = frozenset()  # minds that rank last whatever their rating

    @property
    def error(self) -> np.ndarray:
        """Half-widths of 95 % intervals."""
        return np.asarray(Z95 * np.sqrt(np.maximum(np.diag(self.covariance), 0)))

    @cached_property
    def los(self) -> np.ndarray:
        """Likelihood that the row is stronger than the column; ½ for minds that no games connect."""
        return self.los_among(self.names)

    def los_among(self, minds: Sequence[str]) -> np.ndarray:
        """Return the same for some minds, as rows and columns in this order."""
        place = {name: number for number, name in enumerate(self.names)}
        some = np.array([place[name] for name in minds], int)
        elo, table = self.elo[some], np.ix_(some, some)
        differences = (elo[:, None] - elo[None, :]) / errors(self.covariance[table], self._comparable[table])
        return np.asarray(np.vectorize(phi, otypes=[float])(differences))

    @property
    def low(self) -> tuple[int, ...]:
        """The best rank that each mind may deserve; with `high` an interval that holds for all minds at once."""
        return self._ranks.low

    @property
    def high(self) -> tuple[int, ...]:
        """The worst rank that each mind may deserve."""
        return self._ranks.high

    @property
    def tier(self) -> tuple[int, ...]:
        """Tiers, from 1: all minds of a tier are surely stronger than all of the next."""
        return self._ranks.tier

    def beats(self, one: str, other: str) -> bool:
        """Return True if one mind is surely stronger than another."""
        return self.games_needed(one, other) <= 1

    def games_needed(self, one: str, other: str) -> float:
        """Return how many times as many games would show that one mind is stronger; infinite if it is not ahead."""
        i, j = self.names.index(one), self.names.index(other)
        ahead = self.value[i] - self.value[j]
        if ahead <= 0 or self.pools[i] != self.pools[j]:
            return inf
        spread = self.value_covariance
        variance = max(spread[i, i] + spread[j, j] - 2 * spread[i, j], 1e-9)
        return float(self._ranks.critical**2 * variance / ahead**2)

    @cached_property
    def _ranks(self) -> Ranks:
        last = np.array([name in self.last for name in self.names], bool)
        return rank_before(self.value, self.value_covariance, self._comparable, last)

    @property
    def _comparable(self) -> np.ndarray:
        return np.asarray(self.pools[:, None] == self.pools[None, :])


def fit(games: Any, prior: float = 1.0, advantage: bool = True, paired_by_results: bool = False) -> Ratings:
    """Return ratings of the minds that played these games.

    A game is a tuple (first, second, score of the first), with its cluster as an optional fourth item; games of one
    cluster are not independent. A table of games from `arena.load` may be given instead. If winners were made to meet
    winners, say that games were `paired_by_results`: differences of ratings are exaggerated then, so ranks and tiers
    rest on points.
    """
    if hasattr(games, "itertuples"):
        games = games[["first", "second", "score_first", "pair"]].itertuples(index=False)
    rows = [(row[0], row[1], float(row[2]), row[3] if len(row) > 3 else number) for number, row in enumerate(games)]
    for first, second, score, _ in rows:
        if first == second or not 0 <= score <= 1:
            raise RateError(f"a game {first!r} – {second!r} with score {score!r}; expected two minds, and 0 to 1")
    names = sorted({name for row in rows for name in row[:2]})
    if not rows:
        nothing, table = np.zeros(0), np.zeros((0, 0))
        return Ratings((), nothing, table, nothing, table, nothing, 0.0, 0.0, ("no games",))
    place = {name: number for number, name in enumerate(names)}
    clusters = {cluster: number for number, cluster in enumerate(dict.fromkeys(row[3] for row in rows))}
    model = Model(
        first=np.array([place[row[0]] for row in rows]),
        second=np.array([place[row[1]] for row in rows]),
        score=np.array([row[2] for row in rows]),
        cluster=np.array([clusters[row[3]] for row in rows]),
        minds=len(names),
        prior=prior,
        advantage=advantage,
    )
    return _ratings(names, model, paired_by_results)


def _ratings(names: Sequence[str], model: Model, paired_by_results: bool) -> Ratings:
    solution = model.solve()
    covariance = model.covariance(solution) * SCALE**2
    elo = (solution * SCALE).round(DIGITS)
    order = np.array(sorted(range(len(names)), key=lambda mind: (-elo[mind], names[mind])))
    ordered = np.ix_(order, order)
    # A rating is relative to the mean of all, so its error is that of this difference.
    own = covariance[:-1, :-1]
    centred = (own - own.mean(axis=0) - own.mean(axis=1)[:, None] + own.mean())[ordered]
    value, value_covariance = elo[:-1][order], centred
    if paired_by_results:
        value = (model.won - model.played / 2)[order]
        value_covariance = model.points_covariance(np.zeros(len(solution)))[:-1, :-1][ordered]
    return Ratings(
        names=tuple(names[mind] for mind in order),
        elo=elo[:-1][order],
        covariance=centred,
        value=value,
        value_covariance=value_covariance,
        pools=model.pools()[order],
        advantage=float(elo[-1]) if model.advantage else 0.0,
        advantage_error=float(Z95 * sqrt(max(covariance[-1, -1], 0))) if model.advantage else 0.0,
        remarks=tuple(_remarks(names, model)),
    )


def _remarks(names: Sequence[str], model: Model) -> Iterable[str]:
    """Yield warnings about figures that say less than they seem to."""
    pools = model.pools()
    if len(set(pools)) > 1:
        members = [[name for name, one in zip(names, pools, strict=True) if one == pool] for pool in sorted(set(pools))]
        yield f"these pools have not met, and cannot be compared: {'; '.join(map(', '.join, members))}"
    for words, minds in _weak(names, model).items():
        yield from (f"{name} {words}" for name in minds[:MOST_NAMED])
        if len(minds) > MOST_NAMED:
            yield f"{len(minds) - MOST_NAMED} more: each {words}"


def _weak(names: Sequence[str], model: Model) -> dict[str, list[str]]:
    """Return the minds whose ratings mean little, by the reason."""
    is_extreme = model.is_extreme()
    found: dict[str, list[str]] = {}
    for mind, name in enumerate(names):
        games = int(model.played[mind])
        if games == 1:
            found.setdefault("has played one game: its rating means little", []).append(name)
        elif is_extreme[mind]:
            all_of = "won" if model.won[mind] else "lost"
            words = f"has {all_of} all of {games} games: its rating is a bound, held by one virtual draw"
            found.setdefault(words, []).append(name)
    return found
