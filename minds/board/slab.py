"""Memory for states that are small, many and die young."""

from typing import Any

import numpy as np

from minds.board.compiled import addresses_of
from minds.board.state import STATE


class Slab:
    """Room for some hundred states, given out one by one and freed when the last of them is forgotten.

    Asking numpy for each would cost more than making the move.
    """

    def __init__(self, size: int = 256) -> None:
        self.rows = np.zeros(size, STATE)
        self.free = addresses_of(self.rows)


_slab = Slab()


def room() -> tuple[Any, Slab]:
    """A place for one more state, and what keeps it alive."""
    global _slab
    slab = _slab
    place = next(slab.free, None)
    if place is None:
        slab = _slab = Slab()
        place = next(slab.free)
    return place, slab
