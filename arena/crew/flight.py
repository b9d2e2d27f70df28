"""Batches in flight, and the bytes that they are submitted as."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

import msgspec
from msgspec import Raw

from arena.crew.checking import Checker
from arena.crew.identity import versions
from arena.crew.messages import encode
from arena.entrants.cache import packed
from arena.entrants.entrant import Entrant, Player
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task


@dataclass
class Flight:
    """A batch that has been submitted, perhaps more than once."""

    tasks: list[Task]
    payload: bytes
    lease: float  # seconds
    began: float = 0.0  # when it was submitted last
    submissions: int = 0
    outstanding: int = 0  # submissions that have not ended
    breaks: int = 0  # of the Executor, meanwhile
    has_bundles: bool = False

    def begin(self) -> None:
        """Note a submission."""
        self.began = monotonic()
        self.submissions += 1
        self.outstanding += 1


class Writer:
    """Writes the batches of a plan; what all of them share is encoded once."""

    def __init__(self, plan: Plan, players: Sequence[Player], trusted: bool) -> None:
        self.checker = Checker(plan, players)
        self.entrants = [_without_person(player) for player in players]
        self.encoded = [Raw(encode(entrant)) for entrant in self.entrants]
        shared = {"versions": versions(), "plan": msgspec.structs.replace(plan, minds=()), "trusted": trusted}
        self.shared = {name: Raw(encode(value)) for name, value in shared.items()}

    def write(self, number: int, tasks: Sequence[Task], with_bundles: bool = False) -> bytes:
        """Return a batch as bytes, with the files of its minds if a worker lacks them."""
        places = sorted({place for task in tasks for place in task.seats})
        digests = {self.entrants[place].bundle for place in places if with_bundles} - {""}
        return encode(
            {
                "number": number,
                **self.shared,
                "entrants": {place: self.encoded[place] for place in places},
                "tasks": tasks,
                "bundles": {digest: packed(digest) for digest in sorted(digests)},
            }
        )


def _without_person(player: Player) -> Entrant:
    """Return what decides how an entrant plays."""
    entrant = player.entrant or Entrant(player.name, player.spec)
    return msgspec.structs.replace(entrant, author="", standing="playing", forgiven=0)
