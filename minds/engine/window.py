"""Aspiration: the score will be near the last one, so only a window around that is searched, and widened at need."""

from typing import Any

from minds.engine.entrypoints import long_search
from minds.engine.techniques import ASPIRATION
from minds.search.game import INFINITE

FROM = 5  # plies: shallower ones are quick, and their scores jump
NARROW, WIDE = 20, 500  # hundredths to either side
WIDER = 3  # times as wide, when the score is outside


class Window:
    """The search of a searcher, as the deepening calls it."""

    def __init__(self, searcher: Any) -> None:
        self.searcher, self.score = searcher, 0
        self.proved: tuple[int, int] | None = None  # of this depth: at least so good, by this move

    def __call__(self, address: int, depth: int) -> int:
        """The score at a depth; of no meaning when it was stopped."""
        margin = NARROW if depth >= FROM and int(self.searcher["on"][0]) & ASPIRATION else WIDE
        low, high = self._around(margin)
        self.proved = None
        while True:
            score = int(long_search(address, depth, low, high))
            if self.searcher["stop"][0] or low < score < high:
                break
            if score >= high:
                self.proved = score, int(self.searcher["lines"][0, 0, 0])
            margin *= WIDER
            below, above = self._around(margin)
            low, high = (below, high) if score <= low else (low, above)
        self.score = score
        return score

    def _around(self, margin: int) -> tuple[int, int]:
        if margin >= WIDE:
            return -INFINITE, INFINITE
        return self.score - margin, self.score + margin
