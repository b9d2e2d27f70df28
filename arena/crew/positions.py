"""Positions as the work of a crew elsewhere: batches as bytes, and judgements that are checked."""

from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from types import TracebackType
from typing import NamedTuple

import msgspec
from msgspec import Raw

from arena.analyse.judgement import Judge, Judgement
from arena.analyse.positions import WORLD
from arena.crew.head import BatchCrew
from arena.crew.identity import versions
from arena.crew.link import Factory
from arena.crew.messages import Outcome, encode
from arena.errors import CrewError
from minds.errors import quoted
from world.record import WorkerIdentity
from world.registry import new_world

_decode = msgspec.json.Decoder(Judgement).decode


class Position(NamedTuple):
    """A position to be judged; its name is its state."""

    name: str


class PositionWork:
    """Positions that an engine judges; what all batches share is encoded once."""

    jobs = "positions"

    def __init__(self, judge: Judge, trusted: bool) -> None:
        self.world = new_world(WORLD)
        shared = {"kind": "positions", "versions": versions(), "judge": judge, "trusted": trusted}
        self.shared = {name: Raw(encode(value)) for name, value in shared.items()}

    def write(self, number: int, jobs: Sequence[Position], with_bundles: bool = False) -> bytes:
        """Return a batch as bytes; an engine has no files that could come with it."""
        return encode({"number": number, **self.shared, "states": [job.name for job in jobs]})

    def read(self, job: Position, outcome: Outcome, worker: WorkerIdentity) -> Judgement:
        """Return the judgement of a position, checked; raise CrewError if it cannot be one of this position."""
        try:
            found = _decode(bytes(outcome.result))
        except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
            raise CrewError(f"the judgement of {quoted(job.name)} is none: {str(problem)[:300]}") from None
        self.world.newrun(job.name)
        self.world.playon()
        if found.state != job.name or found.best not in self.world.actions():
            raise CrewError(f"the judgement of {quoted(job.name)} is not of this position")
        return found

    def warning(self, results: Iterable[Judgement]) -> str:
        """Return nothing: nodes are the same on every machine."""
        return ""


class FarAnalysts:
    """Analysts that an Executor reaches, wherever they are; `most` batches at once, 0 for no bound."""

    def __init__(self, factory: Factory, judge: Judge, trusted: bool = False, most: int = 0) -> None:
        self.crew = BatchCrew(factory, PositionWork(judge, trusted), most)

    @property
    def room(self) -> int:
        """The number of positions to be submitted in advance."""
        return self.crew.room

    def submit(self, state: str) -> "Future[Judgement]":
        """Have a position judged; the future's result is the judgement."""
        return self.crew.submit(Position(state))

    def __enter__(self) -> "FarAnalysts":
        self.crew.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.crew.__exit__(kind, value, trace)
