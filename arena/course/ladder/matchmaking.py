"""The next opponents on the ladder.

Whoever has used least machine time plays next: first each baseline once, because they hold the scale; then whoever it
is least clear to be above or below, among those it has met least. Nobody is drawn into games who has used much more
than others, or has not met each baseline. Both colours of an opening make a pair of games, and only pairs are begun.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass, field

from arena.course.ladder.accounts import Accounts

SLACK = 2.0  # expected costs of a pair of games by which an opponent may be ahead of the one that has used least

Clearness = Callable[[int, int], float]  # the likelihood that the first mind is stronger than the second


@dataclass
class Matchmaker:
    """Pairs the versions that are on the ladder, by their numbers among its minds."""

    accounts: Accounts
    baselines: frozenset[int]
    teams: dict[int, str] = field(default_factory=dict)  # of the versions that play
    met: Counter[frozenset[int]] = field(default_factory=Counter)  # pairs of games that were begun

    def next(self, likelihood: Clearness, busy: Set[int] = frozenset()) -> tuple[int, int] | None:
        """Return the two minds that play next; None if nobody may. A version that is `busy` begins nothing more."""
        waiting = [mind for mind in self.teams if mind not in busy]
        if not waiting:
            return None
        mind = min(waiting, key=lambda one: (self.accounts.balance(self.teams[one]), one))
        candidates = list(self._candidates(mind))
        if not candidates:
            return None
        return mind, min(candidates, key=lambda other: self._rank(mind, other, likelihood))

    def _candidates(self, mind: int) -> Iterable[int]:
        """Yield the opponents that a version may have: baselines it has not met, else everybody who has time left."""
        if unmet := self.unmet(mind):
            return unmet
        least = min(self.accounts.balance(team) for team in self.teams.values())
        limit = least + SLACK * 2 * max(self.accounts.cost(team) for team in self.teams.values())
        ready = [
            other
            for other, team in self.teams.items()
            if self.accounts.balance(team) <= limit and not self.unmet(other)
        ]
        return [other for other in (*self.baselines, *ready) if other != mind]

    def unmet(self, mind: int) -> list[int]:
        """Return the baselines that a version has begun no game with."""
        return [other for other in self.baselines if not self.met[frozenset((mind, other))]]

    def _rank(self, mind: int, other: int, likelihood: Clearness) -> tuple[float, int]:
        met = self.met[frozenset((mind, other))]
        doubt = 1 - abs(2 * likelihood(mind, other) - 1)
        return -doubt / (1 + met), other
