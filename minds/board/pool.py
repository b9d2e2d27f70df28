"""A pool of memory for states, which are small, numerous and short-lived."""

from typing import Any

import numpy as np

from minds.board.compiled import addresses_of
from minds.board.state import STATE


class Pool:
    """An array of states that are handed out one by one and freed together once none is in use.

    Allocating each with numpy would cost more than making a move.
    """

    def __init__(self, size: int = 256) -> None:
        self.rows = np.zeros(size, STATE)
        self.free = addresses_of(self.rows)


_pool = Pool()


def allocate() -> tuple[Any, Pool]:
    """The address of an unused state, and the pool that keeps it alive."""
    global _pool
    pool = _pool
    place = next(pool.free, None)
    if place is None:
        pool = _pool = Pool()
        place = next(pool.free)
    return place, pool
