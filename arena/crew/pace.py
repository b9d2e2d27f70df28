"""The size of batches: about a second of work, as measured; the first ones are small."""

import math

SECONDS = 1.0  # of work in a batch
GROWTH = 4  # times the size of the batch before, at most
WEIGHT = 0.2  # of a new measurement
LEASE, PATIENCE = 60.0, 20  # seconds a batch may take at least, and times as long as it should


class Pace:
    """The speed of games so far, which decides how many of them are a batch."""

    def __init__(self, most: int) -> None:
        self.size, self.most = 1, most
        self.each = 0.0  # seconds a game
        self.longest = 0.0  # seconds of a game in the slowest batch

    def measure(self, games: int, seconds: float) -> None:
        """Take the time that a batch has taken into account."""
        each = seconds / games
        self.longest = max(self.longest, each)
        self.each = each if not self.each else (1 - WEIGHT) * self.each + WEIGHT * each
        wanted = SECONDS / self.each if self.each > SECONDS / self.most else self.most
        self.size = max(1, min(math.ceil(wanted), GROWTH * self.size, self.most))

    def lease(self, games: int) -> float:
        """Return the seconds after which a batch that has no answer is submitted again."""
        return max(LEASE, PATIENCE * self.longest * games)
