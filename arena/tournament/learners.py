"""Learning minds play their games one at a time, in the plan's order, and carry a memory from each to the next.

So a tournament with learners, too, has the same games at any concurrency and after any interruption.
"""

from collections.abc import Callable, Sequence

import msgspec

from arena.tournament.schedule import Task
from minds.registry import learns
from world.record import Record

LOOK_AHEAD = 500  # games searched for one that can begin while learners are busy


class Learners:
    """The memories of a plan's learners, and which of them are playing."""

    def __init__(self, minds: Sequence[str], memory_of: Callable[[int], str]) -> None:
        self.memories = {place: memory_of(place) for place, spec in enumerate(minds) if learns(spec)}
        self.playing: set[int] = set()

    def next(self, waiting: list[Task]) -> Task | None:
        """Take the first game that can begin, with its players' memories; a learner's games keep their order."""
        held = set(self.playing)
        for number, task in enumerate(waiting[:LOOK_AHEAD] if self.memories else waiting[:1]):
            learners = self.memories.keys() & set(task.seats)
            if not learners & held:
                self.playing |= learners
                memories = tuple(self.memories.get(place, "") for place in task.seats)
                return msgspec.structs.replace(waiting.pop(number), memories=memories)
            held |= learners
        return None

    def have_played(self, task: Task, record: Record) -> None:
        """Take over what learners remember of a finished game."""
        for seat, place in enumerate(task.seats):
            if place in self.memories:
                self.playing.discard(place)
                self.memories[place] = record.memories[seat] if record.memories else ""
