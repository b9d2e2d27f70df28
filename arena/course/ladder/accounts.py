"""The machine time that each team has used, so that all get the same share of it.

A team pays for the processor seconds of its own mind, and for the time in which its mind lets a worker wait. Whoever
has paid least plays next; so a mind that hangs uses up the share of its own team only. A team that comes later, or
comes back, begins with the least that another has paid: it owes nothing for the time before, and catches up on nobody.
"""

from collections.abc import Collection, Iterable, Mapping

WEIGHT = 0.2  # of the latest game in the cost that a team's next game is expected to have


class Accounts:
    """The seconds that teams have paid, and those reserved for games under way."""

    def __init__(self, paid: Mapping[str, float] | None = None) -> None:
        self.paid = dict(paid or {})
        self.expected: dict[str, float] = {}  # seconds of a team's game
        self.reserved: dict[str, float] = {}

    def open(self, teams: Iterable[str], playing: Collection[str]) -> dict[str, float]:
        """Open accounts for teams that are not among those `playing`, which their shares are compared with.

        Return the seconds that they count as having paid.
        """
        level = min((self.paid[team] for team in playing if team in self.paid), default=0.0)
        raised = {}
        for team in teams:
            before = self.paid.setdefault(team, 0.0)
            if team not in playing and before < level:
                self.paid[team], raised[team] = level, level - before
        return raised

    def balance(self, team: str) -> float:
        """Return what a team has paid, with the expected cost of its games under way."""
        return self.paid[team] + self.reserved.get(team, 0.0)

    def cost(self, team: str) -> float:
        """Return the seconds that a team's next game is expected to cost it."""
        known = self.expected.values()
        return self.expected.get(team, sum(known) / len(known) if known else 1.0)

    def reserve(self, team: str) -> float:
        """Note that a game of a team begins; return the seconds to `settle` with."""
        seconds = self.cost(team)
        self.reserved[team] = self.reserved.get(team, 0.0) + seconds
        return seconds

    def settle(self, team: str, reserved: float, seconds: float) -> None:
        """Charge a game that is over; one that was not finished costs nothing."""
        self.reserved[team] -= reserved
        self.paid[team] += seconds
        if seconds:
            self.expected[team] = (1 - WEIGHT) * self.expected.get(team, seconds) + WEIGHT * seconds
