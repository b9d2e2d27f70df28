"""Ranks as people write them: shared where results are equal, and as intervals. No library is loaded for it."""

from collections import Counter
from collections.abc import Sequence


def shared(keys: Sequence[object]) -> list[int]:
    """Return the rank of each key of a list that is in order; equal keys share a rank, and the next one is skipped."""
    ranks: list[int] = []
    for number, key in enumerate(keys):
        ranks.append(ranks[-1] if number and key == keys[number - 1] else number + 1)
    return ranks


def marked(ranks: Sequence[int]) -> list[str]:
    """Return ranks as text: "2=" where several minds share one."""
    counts = Counter(ranks)
    return [f"{one}=" if counts[one] > 1 else f"{one}" for one in ranks]


def interval(low: int, high: int) -> str:
    """Return a rank interval as text: "3–7", or "3"."""
    return f"{low}" if low == high else f"{low}–{high}"
