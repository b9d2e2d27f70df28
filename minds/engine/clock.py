"""Time management: an easy move takes less than its share of the clock, an unclear one more."""

from time import perf_counter

from minds.search.allowance import Allowance

EASY_SHARE, HARD_SHARE = 0.45, 1.6  # of the share: if all nodes went into one move, and if none did
FALL_FACTOR, MAX_FALL = 0.01, 150  # more for each centipawn by which the score has fallen, up to this many
# More while the best move changes, less for each depth in a row, up to this many, that confirms it.
UNSTABLE_FACTOR, STABILITY_STEP, MAX_STABLE_DEPTHS = 1.2, 0.08, 5


class Clock:
    """The clock of one move."""

    def __init__(self, allowance: Allowance | None, is_fixed: bool) -> None:
        self.allowance, self.is_fixed = allowance, is_fixed  # with a fixed time nothing is gained by stopping early
        self.start = perf_counter()
        self.move, self.score, self.stable_depths = -1, 0, 0

    @property
    def limit(self) -> float | None:
        """The most seconds the move may take; None without a time limit."""
        return None if self.allowance is None else self.allowance.most

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return perf_counter() - self.start

    def should_stop(self, move: int, score: int, effort: float) -> bool:
        """True if the search should stop after a depth; `effort` is the share of its nodes spent on the best move."""
        fallen = min(max(self.score - score, 0), MAX_FALL) if self.move >= 0 else 0
        self.stable_depths = min(self.stable_depths + 1, MAX_STABLE_DEPTHS) if move == self.move else 0
        self.move, self.score = move, score
        if self.allowance is None or self.is_fixed:
            return False
        share = (
            (HARD_SHARE - (HARD_SHARE - EASY_SHARE) * min(effort, 1.0))
            * (1 + FALL_FACTOR * fallen)
            * (UNSTABLE_FACTOR - STABILITY_STEP * self.stable_depths)
        )
        return self.seconds > share * self.allowance.usual
