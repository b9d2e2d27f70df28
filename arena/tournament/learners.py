"""Minds that learn from game to game play theirs one after the other, in the plan's order: so a tournament with them,
too, is the same at any concurrency and after any interruption.
"""

from collections.abc import Callable, Sequence

import msgspec

from arena.tournament.schedule import Task
from minds.registry import learns
from world.record import Record

SEEN = 500  # so far ahead is looked for a game that can begin while learners are busy


class Learners:
    """What the learners of a plan know, and which of them are playing."""

    def __init__(self, minds: Sequence[str], memory_of: Callable[[int], str]) -> None:
        self.known = {place: memory_of(place) for place, spec in enumerate(minds) if learns(spec)}
        self.playing: set[int] = set()

    def next(self, waiting: list[Task]) -> Task | None:
        """Take the first game that can begin, with what its players know; a learner's games stay in their order."""
        held = set(self.playing)
        for number, task in enumerate(waiting[:SEEN] if self.known else waiting[:1]):
            learners = self.known.keys() & set(task.seats)
            if not learners & held:
                self.playing |= learners
                memories = tuple(self.known.get(place, "") for place in task.seats)
                return msgspec.structs.replace(waiting.pop(number), memories=memories)
            held |= learners
        return None

    def have_played(self, task: Task, record: Record) -> None:
        """A game is over: who learns knows more."""
        for seat, place in enumerate(task.seats):
            if place in self.known:
                self.playing.discard(place)
                self.known[place] = record.memories[seat] if record.memories else ""
