"""Games as the work of a crew elsewhere: batches as bytes, and records that are checked."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from msgspec import Raw

from arena.crew.checking import Checker
from arena.crew.crew import CrewOf
from arena.crew.head import BatchCrew
from arena.crew.identity import versions
from arena.crew.link import Factory
from arena.crew.messages import Outcome, encode
from arena.crew.speeds import WallClock
from arena.entrants.cache import packed
from arena.entrants.entrant import Entrant, Player
from arena.errors import CrewError
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task
from world.record import Record, WorkerIdentity


class GameWork:
    """The games of a plan; what all batches share is encoded once."""

    jobs = "games"

    def __init__(self, plan: Plan, players: Sequence[Player], trusted: bool) -> None:
        self.checker, self.wall_clock = Checker(plan, players), WallClock()
        self.entrants = [_without_person(player) for player in players]
        self.encoded = [Raw(encode(entrant)) for entrant in self.entrants]
        shared = {"versions": versions(), "plan": msgspec.structs.replace(plan, minds=()), "trusted": trusted}
        self.shared = {name: Raw(encode(value)) for name, value in shared.items()}

    def write(self, number: int, jobs: Sequence[Task], with_bundles: bool = False) -> bytes:
        """Return a batch as bytes, with the files of its minds if a worker lacks them."""
        places = sorted({place for task in jobs for place in task.seats})
        digests = {self.entrants[place].bundle for place in places if with_bundles} - {""}
        return encode(
            {
                "kind": "games",
                "number": number,
                **self.shared,
                "entrants": {place: self.encoded[place] for place in places},
                "tasks": jobs,
                "bundles": {digest: packed(digest) for digest in sorted(digests)},
            }
        )

    def read(self, job: Task, outcome: Outcome, worker: WorkerIdentity) -> Record:
        """Return the record of a game, checked; raise CrewError if it cannot be one of this game."""
        record = self.checker.read(job, bytes(outcome.result))
        if record.worker != worker:
            raise CrewError(f"the record of {job.name} is another worker's")
        return record

    def warning(self, results: Iterable[Record]) -> str:
        """Return a warning, once, if games are played by the wall clock on machines of unequal speed."""
        return self.wall_clock.warning(results)


def _without_person(player: Player) -> Entrant:
    """Return what decides how an entrant plays."""
    entrant = player.entrant or Entrant(player.name, player.spec)
    return msgspec.structs.replace(entrant, author="", standing="playing", forgiven=0, hand_in=0)


def crew_on(factory: Factory) -> CrewOf:
    """Return what makes a crew of the workers that an Executor reaches."""

    def make(
        plan: Plan, players: Sequence[Player], _workers: int, trusted: bool, _folder: Path
    ) -> BatchCrew[Task, Record]:
        return BatchCrew(factory, GameWork(plan, players, trusted), plan.concurrency)

    return make
