"""A crew of threads, for tournaments with remote minds, whose connections are in this process."""

import queue
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from threading import Thread
from types import TracebackType

from arena.crew.crew import AHEAD, CrewOf
from arena.crew.roll import Roll
from arena.crew.worker import Worker
from arena.entrants.entrant import Player
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task
from minds.registry import read_spec
from world.api import Player as RunPlayer

RemoteOf = Callable[
    [str, str, float], RunPlayer
]  # of the name it joins by, its name in the plan, and the patience in seconds


def remote_names(specs: Iterable[str]) -> list[str]:
    """Return the names by which the remote minds among some specs join."""
    return [spec.target for spec in map(read_spec, specs) if spec.kind == "remote"]


class RemoteWorker(Worker):
    """A worker whose games may have remote minds."""

    def __init__(self, plan: Plan, players: Sequence[Player], trusted: bool, folder: Path, remote_of: RemoteOf) -> None:
        super().__init__(plan, players, trusted, folder)
        self.remote_of = remote_of

    def _player(self, place: int) -> RunPlayer:
        player = self.players[place]
        spec = read_spec(player.spec)
        if spec.kind == "remote":
            return self.remote_of(spec.target, player.name, self.plan.patience)
        return super()._player(place)


class ThreadCrew:
    """Workers in threads of this process; local minds still have processes of their own."""

    def __init__(
        self, plan: Plan, players: Sequence[Player], workers: int, trusted: bool, folder: Path, remote_of: RemoteOf
    ) -> None:
        self.plan, self.players, self.workers, self.trusted, self.remote_of = plan, players, workers, trusted, remote_of
        self.folder, self.room, self.roll = folder, (1 + AHEAD) * workers, Roll()
        self.jobs: queue.SimpleQueue[tuple[Task, Future[str]] | None] = queue.SimpleQueue()
        self.threads = [Thread(target=self._work, name=f"worker {number}", daemon=True) for number in range(workers)]

    def submit(self, task: Task) -> "Future[str]":
        """Have a game played; the future's result is its record as a line of JSON."""
        future: Future[str] = Future()
        self.jobs.put((task, future))
        return future

    def _work(self) -> None:
        worker = RemoteWorker(self.plan, self.players, self.trusted, self.folder, self.remote_of)
        try:
            while (job := self.jobs.get()) is not None:
                task, future = job
                try:
                    future.set_result(worker.play(task))
                except BaseException as problem:  # raised again where the result is awaited
                    future.set_exception(problem)
        finally:
            worker.close()

    def __enter__(self) -> "ThreadCrew":
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            while not self.jobs.empty():
                self.jobs.get()
        for _ in self.threads:
            self.jobs.put(None)
        if kind is None:
            for thread in self.threads:
                thread.join()


def crew_with(remote_of: RemoteOf) -> CrewOf:
    """Return what makes a crew that reaches remote minds."""
    return partial(ThreadCrew, remote_of=remote_of)
