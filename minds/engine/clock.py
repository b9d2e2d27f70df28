"""When to stop: a usual move takes its share of the clock, an easy one less, and one that is still changing more."""

from time import perf_counter

from minds.search.allowance import Allowance

EASY, HARD = 0.45, 1.6  # of the share: when all effort went into one move, and when none did
FALLING, WORST = 0.01, 150  # the more by this for every hundredth by which the score has fallen, up to so many
CHANGING, SETTLED, LONG = 1.2, 0.08, 5  # and by this, less so much for each depth, up to so many, that chose the same


class Clock:
    """The time of one move."""

    def __init__(self, allowance: Allowance | None, is_fixed: bool) -> None:
        self.allowance, self.is_fixed = allowance, is_fixed  # fixed: there is nothing to be saved by being quick
        self.start = perf_counter()
        self.move, self.score, self.same = -1, 0, 0

    @property
    def most(self) -> float | None:
        """Seconds for the move; None if nobody looks at the clock."""
        return None if self.allowance is None else self.allowance.most

    @property
    def seconds(self) -> float:
        """Since it began."""
        return perf_counter() - self.start

    def enough(self, move: int, score: int, effort: float) -> bool:
        """Whether to leave it at that, after a depth that spent this share of its nodes on the move it found."""
        fallen = min(max(self.score - score, 0), WORST) if self.move >= 0 else 0
        self.same = min(self.same + 1, LONG) if move == self.move else 0
        self.move, self.score = move, score
        if self.allowance is None or self.is_fixed:
            return False
        share = (HARD - (HARD - EASY) * min(effort, 1.0)) * (1 + FALLING * fallen) * (CHANGING - SETTLED * self.same)
        return self.seconds > share * self.allowance.usual
