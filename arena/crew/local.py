"""A crew of processes on this machine. A worker that dies costs only its game, which is played again."""

import ctypes
import multiprocessing
import os
import signal
import sys
from collections.abc import Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from types import TracebackType

from pebble import ProcessExpired, ProcessPool

from arena.cell.launch import Shared, share, shared, start_zygotes
from arena.crew.crew import AHEAD
from arena.crew.roll import Roll
from arena.crew.worker import Worker
from arena.entrants.entrant import Player
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task
from minds.registry import read_spec

# A worker that holds a game, or all workers before any of them holds one.
WORKER_DEATHS = (ProcessExpired, BrokenProcessPool)
PR_SET_PDEATHSIG = 1
MAX_SHARING = 4  # workers that use the same zygotes


_worker: Worker | None = None  # of this process, if it is one of a crew's


def _begin(
    plan: Plan,
    players: Sequence[Player],
    trusted: bool,
    folder: Path | None,
    zygotes: Shared,
    arena: int,
) -> None:
    """Set up a worker's process; `arena` is the number of the process that has started it."""
    global _worker
    share(zygotes)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the arena, which ends its workers
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)  # no worker outlives the arena
    if os.getppid() != arena:  # which has ended before the line above
        os._exit(0)
    _worker = Worker(plan, players, trusted, folder)


def _play(task: Task) -> str:
    assert _worker is not None
    return _worker.play(task)


class ProcessCrew:
    """Workers in processes of their own; others can follow their games in the folder."""

    def __init__(
        self, plan: Plan, players: Sequence[Player], workers: int, trusted: bool = False, folder: Path | None = None
    ) -> None:
        self.workers, self.room, self.roll = workers, (1 + AHEAD) * workers, Roll()
        zygotes: Shared = {}
        if workers <= MAX_SHARING:  # many have one each, which forks faster than one for all
            start_zygotes(read_spec(player.spec) for player in players)
            zygotes = shared()
        self.arguments = [plan, tuple(players), trusted, folder, zygotes, os.getpid()]
        self.pool = self._new_pool()

    def _new_pool(self) -> ProcessPool:
        context = multiprocessing.get_context("spawn")
        return ProcessPool(max_workers=self.workers, initializer=_begin, initargs=self.arguments, context=context)

    def submit(self, task: Task) -> "Future[str]":
        """Have a game played; the future's result is its record as a line of JSON, or one of WORKER_DEATHS."""
        try:
            if not self.pool.active:  # it breaks when all of its workers die at once
                self.pool.stop()  # type: ignore[no-untyped-call]
                self.pool.join()
                self.pool = self._new_pool()
            future: Future[str] = self.pool.schedule(_play, args=[task])
        except BrokenProcessPool as problem:  # its first workers could not be started
            if isinstance(problem.__cause__, OSError):
                raise problem.__cause__ from None
            raise
        return future

    def __enter__(self) -> "ProcessCrew":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.pool.close()  # type: ignore[no-untyped-call]
        else:
            self.pool.stop()  # type: ignore[no-untyped-call]
        self.pool.join()
