"""Distributions: quantiles of many numbers, compared with pandas."""

import numpy as np
import pandas as pd
import pytest

from arena.store import distribution
from arena.store.distribution import Distribution

SHARES = [0.25, 0.5, 0.75]


@pytest.mark.parametrize("count", [1, 2, 3, 10, 1000])
@pytest.mark.parametrize("exact", [3, 200_000])
def test_quantiles_are_those_of_pandas(count: int, exact: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts and quantiles of each group are exact, however often values are united."""
    monkeypatch.setattr(distribution, "EXACT", exact)
    chance, found = np.random.default_rng(count), Distribution()
    groups, values = chance.integers(0, 3, count), chance.integers(-50, 50, count) / 4
    for first in range(0, count, 7):
        found.add(groups[first : first + 7], values[first : first + 7])
    for group in range(3):
        own = pd.Series(values[groups == group])
        assert found.count(group) == len(own)
        if len(own):
            assert found.quantiles(group, SHARES) == list(own.quantile(SHARES))
    assert found.between(0, 3) == sorted(set(groups.tolist()))


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four digits are kept of very many different values, and quantiles stay close."""
    monkeypatch.setattr(distribution, "EXACT", 1000)
    chance, found = np.random.default_rng(1), Distribution()
    values = chance.lognormal(0, 1, 100_000)
    for block in np.split(values, 100):
        found.add(np.zeros(len(block), np.int64), block)
    assert found.quantiles(0, SHARES) == pytest.approx(list(pd.Series(values).quantile(SHARES)), rel=1e-3)
    assert len(found.values) < 40_000


def test_nothing_has_no_groups() -> None:
    """A distribution without values has no groups."""
    found = Distribution()
    found.add(np.zeros(0, np.int64), np.zeros(0))
    assert (found.between(0, 10), found.count(1)) == ([], 0)
