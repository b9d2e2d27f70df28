"""An Executor of processes on this machine. A process that dies costs only what it was computing."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import SpawnContext
from multiprocessing.synchronize import RLock
from typing import Any

from pebble import ProcessPool

PR_SET_PDEATHSIG = 1


def begin(parent: int, prepare: Callable[..., None] | None, arguments: Sequence[Any]) -> None:
    """Set up a process; it leaves Ctrl-C to its parent, the process of this number, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # which has ended before the line above
        os._exit(0)
    if prepare is not None:
        prepare(*arguments)


class _Spawning(SpawnContext):
    """Starts processes, and keeps a pool's locks as long as the pool.

    A process looks them up by name when it starts; the pool drops them before it ends those that are still starting.
    """

    def __init__(self) -> None:
        self.locks: list[RLock] = []

    def RLock(self) -> RLock:  # noqa: N802
        """Return a new lock, which stays until this context is gone."""
        self.locks.append(super().RLock())
        return self.locks[-1]


class Processes(Executor):
    """Processes that compute; each first calls `prepare` with some arguments, if it is given."""

    def __init__(self, workers: int, prepare: Callable[..., None] | None = None, arguments: Sequence[Any] = ()) -> None:
        self.places, self.arguments = workers, (os.getpid(), prepare, arguments)
        self.pool = self._new_pool()

    def _new_pool(self) -> ProcessPool:
        return ProcessPool(self.places, initializer=begin, initargs=self.arguments, context=_Spawning())

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Have a function called in one of the processes; the future fails if that process dies."""
        try:
            if not self.pool.active:  # it breaks when all of its workers die at once
                self.shutdown(cancel_futures=True)
                self.pool = self._new_pool()
            future: Future[Any] = self.pool.schedule(fn, args=args, kwargs=kwargs)
        except BrokenProcessPool as problem:  # its first workers could not be started
            if isinstance(problem.__cause__, OSError):
                raise problem.__cause__ from None
            raise
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes: at once if what they do is to be cancelled, otherwise when it is done."""
        if cancel_futures:
            self.pool.stop()  # type: ignore[no-untyped-call]
        else:
            self.pool.close()  # type: ignore[no-untyped-call]
        if wait:
            self.pool.join()

    def __exit__(self, kind: type[BaseException] | None, *_problem: object) -> None:
        self.shutdown(cancel_futures=kind is not None)
