"""Aspiration windows: search a narrow window around the last score, and widen it if the score falls outside."""

from typing import Any

from minds.engine.search import search
from minds.engine.techniques import ASPIRATION
from minds.search.game import INFINITE

MIN_DEPTH = 5  # plies; shallower searches are quick and their scores unstable
NARROW_MARGIN, FULL_MARGIN = 20, 500  # centipawns to either side
WIDENING = 3  # factor when the score is outside


class AspirationWindow:
    """A search of increasing depth that remembers the last score."""

    def __init__(self, searcher: Any) -> None:
        self.searcher, self.score = searcher, 0
        self.fail_high: tuple[int, int] | None = None  # score and move of a fail high at this depth

    def __call__(self, address: int, depth: int) -> int:
        """Return the score at a depth; meaningless if the search was stopped."""
        is_narrow = depth >= MIN_DEPTH and int(self.searcher["techniques"][0]) & ASPIRATION
        margin = NARROW_MARGIN if is_narrow else FULL_MARGIN
        low, high = self._around(margin)
        self.fail_high = None
        while True:
            score = int(search(address, depth, low, high, 0))
            if self.searcher["stop"][0] or low < score < high:
                break
            if score >= high:
                self.fail_high = score, int(self.searcher["pv"][0, 0, 0])
            margin *= WIDENING
            below, above = self._around(margin)
            low, high = (below, high) if score <= low else (low, above)
        self.score = score
        return score

    def _around(self, margin: int) -> tuple[int, int]:
        if margin >= FULL_MARGIN:
            return -INFINITE, INFINITE
        return self.score - margin, self.score + margin
