"""Disqualification: a mind that forfeits so many games in a row, in the order of the plan, plays no further ones.

Games finish in any order. Who is disqualified is decided by following the plan as far as all of its games are known, so
that it is the same at any concurrency and after any interruption. Games beyond, which would not have been played one
after the other, are dropped; so that they are few, a mind that has forfeited does not run ahead of that point by more
games than it may forfeit.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, MutableMapping

from arena.tournament.schedule import Task


class Conduct:
    """The forfeits of a tournament's minds, by their indices in the plan."""

    def __init__(
        self,
        tasks: Iterable[Task],
        results: MutableMapping[str, tuple[float, ...]],
        forfeits: Mapping[str, int],
        disqualified: Iterable[int],
        most: int,
    ) -> None:
        """Follow these tasks, which are in the order of the plan; `most` forfeits in a row are too many, 0 for never.

        `results` grow as games finish, and lose those that are dropped; `forfeits` are the minds that forfeited.
        """
        self.tasks, self.results, self.most = list(tasks), results, most
        self.places = {task.name: place for place, task in enumerate(self.tasks)}
        self.forfeits, self.faulty = dict(forfeits), set(forfeits.values())
        self.disqualified = set(disqualified)
        self.known = 0  # games of the plan, from the first on, that are finished or will not be played
        self.in_a_row: Counter[int] = Counter()  # forfeits up to there

    def note(self, task: Task, seat: int | None) -> None:
        """Note a finished game, and the seat that forfeited it."""
        if seat is not None:
            self.forfeits[task.name] = task.seats[seat]
            self.faulty.add(task.seats[seat])

    def follow(self) -> dict[int, list[str]]:
        """Return the minds that are disqualified now, and of each the finished games that are dropped."""
        found: dict[int, list[str]] = {}
        while self.known < len(self.tasks):
            task = self.tasks[self.known]
            if task.name not in self.results and not self.is_over_for(task):
                break
            self.known += 1
            if task.name in self.results:
                found |= {mind: self._drop(mind) for mind in task.seats if self._is_too_much(mind, task.name)}
        return found

    def is_over_for(self, task: Task) -> bool:
        """Return True if a game will not be played, because one of its minds is disqualified."""
        return not self.disqualified.isdisjoint(task.seats)

    def may_begin(self, task: Task, surely: bool = False) -> bool:
        """Return True if a game may be played now, `surely` only if it cannot be dropped.

        A mind without forfeits may run ahead, unless the game must not be dropped.
        """
        careful = [mind for mind in task.seats if self.most and (surely or mind in self.faulty)]
        return all(self._worst(mind, self.places[task.name]) < self.most for mind in careful)

    def _is_too_much(self, mind: int, name: str) -> bool:
        """Count a mind's game; return True if that was one forfeit too many."""
        self.in_a_row[mind] = self.in_a_row[mind] + 1 if self.forfeits.get(name) == mind else 0
        return 0 < self.most <= self.in_a_row[mind] and mind not in self.disqualified

    def _worst(self, mind: int, end: int) -> int:
        """Return the forfeits in a row that a mind may have at a place of the plan: it may forfeit unfinished games."""
        ahead = (task for task in self.tasks[self.known : end] if mind in task.seats and not self.is_over_for(task))
        return self.in_a_row[mind] + sum(
            task.name not in self.results or self.forfeits.get(task.name) == mind for task in ahead
        )

    def _drop(self, mind: int) -> list[str]:
        """Disqualify a mind; return its later games, which no longer have a result."""
        self.disqualified.add(mind)
        later = [task.name for task in self.tasks[self.known :] if mind in task.seats and task.name in self.results]
        for name in later:
            del self.results[name]
            self.forfeits.pop(name, None)
        return later
