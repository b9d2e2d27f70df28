"""Learning minds play their games one at a time, in the plan's order, and carry a memory from each to the next.

So a tournament with learners, too, has the same games at any concurrency and after any interruption.
"""

from collections.abc import Callable, Sequence

import msgspec

from arena.tournament.schedule import Task
from minds.registry import learns
from world.record import Record

LOOK_AHEAD = 500  # games searched for one that can begin while learners are busy


def always(_task: Task, _surely: bool) -> bool:
    """Return True: most games may begin at any time."""
    return True


class Learners:
    """The memories of a plan's learners, and which of them are playing."""

    def __init__(self, minds: Sequence[str], memory_of: Callable[[int], str]) -> None:
        self.memories = {place: memory_of(place) for place, spec in enumerate(minds) if learns(spec)}
        self.playing: set[int] = set()

    def next(self, waiting: list[Task], may_begin: Callable[[Task, bool], bool] = always) -> Task | None:
        """Take the first game that can begin, with its players' memories; a learner's games keep their order.

        `may_begin` tells of a game whether its minds may begin it; True with it if what they learn must not be undone.
        """
        held = set(self.playing)
        for number, task in enumerate(waiting[:LOOK_AHEAD]):
            learners = self.memories.keys() & set(task.seats)
            if not learners & held and may_begin(task, bool(learners)):
                self.playing |= learners
                memories = tuple(self.memories.get(place, "") for place in task.seats) if self.memories else ()
                return msgspec.structs.replace(waiting.pop(number), memories=memories)
            held |= learners
        return None

    def have_played(self, task: Task, record: Record) -> None:
        """Take over what learners remember of a finished game."""
        for seat, place in enumerate(task.seats):
            if place in self.memories:
                self.playing.discard(place)
                self.memories[place] = record.memories[seat] if record.memories else ""
