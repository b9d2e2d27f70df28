"""The roll of a crew: the workers that have answered, and what was wrong with their answers."""

from typing import Annotated

from msgspec import Meta, Struct

from world.errors import printable
from world.record import WorkerIdentity

MAX_WORKERS, MAX_REASON = 10_000, 300  # workers, characters
Count = Annotated[int, Meta(ge=0, le=2**53)]  # of a store that may be anyone's; tables hold no larger one


class Trouble(Struct, frozen=True):
    """The troubles of one worker, which no game's record tells."""

    worker: WorkerIdentity
    refused: Count = 0  # batches of games
    failed: Count = 0  # games that it could not play to an end
    rejected: Count = 0  # records that could not be right
    reason: str = ""  # of the latest

    @property
    def count(self) -> int:
        """The number of all."""
        return self.refused + self.failed + self.rejected

    def __add__(self, later: "Trouble") -> "Trouble":
        numbers = (self.refused + later.refused, self.failed + later.failed, self.rejected + later.rejected)
        return Trouble(later.worker, *numbers, later.reason or self.reason)


class Roll:
    """All workers elsewhere that have answered, by their names."""

    def __init__(self) -> None:
        self.workers: dict[str, Trouble] = {}

    def note(
        self, worker: WorkerIdentity, refused: int = 0, failed: int = 0, rejected: int = 0, reason: str = ""
    ) -> None:
        """Take note of an answer, and of what was wrong with it."""
        if worker.name in self.workers or len(self.workers) < MAX_WORKERS:
            trouble = Trouble(worker, refused, failed, rejected, printable(reason)[:MAX_REASON])
            self.workers[worker.name] = self.workers.get(worker.name, Trouble(worker)) + trouble

    def troubles(self) -> list[Trouble]:
        """Return the troubles of the workers that had some."""
        return [one for one in list(self.workers.values()) if one.count]
