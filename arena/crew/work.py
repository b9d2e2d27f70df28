"""The interface of a head's work: jobs that workers elsewhere do, batch by batch."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from arena.crew.messages import Outcome
from world.record import WorkerIdentity


class Named(Protocol):
    """A job, such as a game to play; no other one has its name."""

    @property
    def name(self) -> str:
        """Its name."""
        ...


Job = TypeVar("Job", bound=Named, contravariant=True)
Result = TypeVar("Result")


class Work(Protocol[Job, Result]):
    """Jobs of one kind: how their batches are written, and their results read."""

    jobs: str  # in words

    def write(self, number: int, jobs: Sequence[Job], with_bundles: bool = False) -> bytes:
        """Return a batch as bytes, with the files that a worker lacks if it has said so."""
        ...

    def read(self, job: Job, outcome: Outcome, worker: WorkerIdentity) -> Result:
        """Return the result of a job, checked; raise CrewError if it cannot be one."""
        ...

    def warning(self, results: Iterable[Result]) -> str:
        """Return what people should know about results, or nothing."""
        ...
