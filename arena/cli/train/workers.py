"""The workers of `arena train play`: processes of this machine, or those that an Executor reaches."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from arena.crew.identity import differing, versions
from arena.crew.link import Link
from arena.crew.machine import physical_cores
from arena.crew.named import LOCAL, factory_named
from arena.crew.processes import Processes
from minds.errors import TrainingError
from minds.training.games.generate import Crew, play_batch


@contextmanager
def crew_of(name: str, concurrency: int | None) -> Iterator[Crew]:
    """Yield the workers of a crew's name; those that may be elsewhere play only if they are of the same versions."""
    if name == LOCAL:
        with Processes(concurrency or physical_cores()) as processes:
            yield Crew(lambda payload: processes.submit(play_batch, payload), lambda: processes.places)
        return
    link = Link(factory_named(name), concurrency or 0)
    link.connect()
    executor = link.executor
    assert executor is not None

    def submit(payload: bytes) -> Future[bytes]:
        return executor.submit(play_elsewhere, versions(), payload)

    def places() -> int:
        link.count()
        return link.places

    try:
        yield Crew(submit, places)
    finally:
        link.drop()


def play_elsewhere(expected: dict[str, str], payload: bytes) -> bytes:
    """Play a batch in a process that may be elsewhere, if it is of these versions."""
    if reason := differing(expected):
        raise TrainingError(f"a worker of the crew is of another version: {reason}")
    return play_batch(payload)
