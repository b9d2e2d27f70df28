"""Distributions of very many numbers in little memory: how often each value occurs, group by group."""

from collections.abc import Sequence

import numpy as np

EXACT = 200_000  # different values up to which none is rounded
DIGITS = 4  # that are kept of each value when there are more


class Distribution:
    """Counts of values by group, of which quantiles are taken."""

    def __init__(self) -> None:
        self.groups, self.values, self.counts = np.zeros(0, np.int64), np.zeros(0), np.zeros(0, np.int64)
        self.waiting: list[tuple[np.ndarray, np.ndarray]] = []
        self.waiting_values = 0

    def add(self, groups: np.ndarray, values: np.ndarray) -> None:
        """Add a value to each group of the same place."""
        self.waiting.append((groups, values))
        self.waiting_values += len(values)
        if self.waiting_values > max(EXACT, len(self.values)):
            self._merge()

    def _merge(self) -> None:
        """Count the values that wait. If there are too many different ones, round them."""
        if not self.waiting:
            return
        self.groups = np.concatenate([self.groups, *(groups for groups, _ in self.waiting)])
        self.values = np.concatenate([self.values, *(values for _, values in self.waiting)])
        self.counts = np.concatenate([self.counts, np.ones(self.waiting_values, np.int64)])
        self.waiting, self.waiting_values = [], 0
        self._unite_equals()
        if len(self.values) > EXACT:
            self.values = rounded(self.values)
            self._unite_equals()

    def _unite_equals(self) -> None:
        """Sort by group and value, and keep one entry for each value of a group."""
        order = np.lexsort((self.values, self.groups))
        groups, values = self.groups[order], self.values[order]
        is_first = np.ones(len(values), bool)
        is_first[1:] = (groups[1:] != groups[:-1]) | (values[1:] != values[:-1])
        self.counts = np.add.reduceat(self.counts[order], np.flatnonzero(is_first))
        self.groups, self.values = groups[is_first], values[is_first]

    @property
    def is_empty(self) -> bool:
        """True if there are no values."""
        return not self.waiting_values and not len(self.values)

    def between(self, low: int, high: int) -> list[int]:
        """Return the groups from one number to another that have values."""
        self._merge()
        first, end = np.searchsorted(self.groups, [low, high])
        return [int(group) for group in np.unique(self.groups[first:end])]

    def _of(self, group: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the values of a group, in order, and how often each occurs."""
        self._merge()
        first, end = np.searchsorted(self.groups, [group, group + 1])
        return self.values[first:end], self.counts[first:end]

    def count(self, group: int) -> int:
        """Return the number of values in a group."""
        return int(self._of(group)[1].sum())

    def quantiles(self, group: int, shares: Sequence[float]) -> list[float]:
        """Return the values below which these shares of a group lie, between two values by interpolation."""
        values, counts = self._of(group)
        ranks = counts.cumsum()
        places = [share * (int(ranks[-1]) - 1) for share in shares]
        lows, highs = (values[np.searchsorted(ranks, ends, "right")] for ends in (np.floor(places), np.ceil(places)))
        return [float(low + (high - low) * (place % 1)) for place, low, high in zip(places, lows, highs, strict=True)]


def rounded(values: np.ndarray) -> np.ndarray:
    """Return values with four significant digits."""
    size = np.floor(np.log10(np.abs(np.where(values == 0, 1.0, values))))
    unit: np.ndarray = 10.0 ** (size - DIGITS + 1)
    return np.asarray(np.round(values / unit) * unit)
