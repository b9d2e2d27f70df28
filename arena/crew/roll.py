"""The roll of a crew: what its workers said they are, and what became of their answers."""

from dataclasses import dataclass, field

from arena.crew.messages import Answer
from world.record import WorkerIdentity

MAX_WORKERS = 10_000


@dataclass
class Seen:
    """A worker, and its work so far."""

    identity: WorkerIdentity
    games: int = 0
    seconds: float = 0.0
    refused: int = 0  # batches
    rejected: int = 0  # answers that cannot be right


@dataclass
class Roll:
    """All workers that have answered, by their names."""

    workers: dict[str, Seen] = field(default_factory=dict)

    def of(self, identity: WorkerIdentity) -> Seen:
        """Return a worker's entry."""
        if identity.name not in self.workers and len(self.workers) >= MAX_WORKERS:
            return Seen(identity)
        return self.workers.setdefault(identity.name, Seen(identity))

    def count(self, answer: Answer) -> None:
        """Count an answer's games."""
        seen = self.of(answer.worker)
        seen.games += len(answer.games)
        seen.seconds += answer.seconds
