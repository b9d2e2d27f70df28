"""The link to an Executor: made by a factory, and made again when it breaks."""

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from time import monotonic

from arena.crew.batch import play

Factory = Callable[[], Executor]
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0  # seconds between two attempts to get a new Executor


class Link:
    """An Executor that may break at any time.

    An Executor may tell by `places` how many batches it can play at once; otherwise its workers are counted.
    """

    def __init__(self, factory: Factory, most: int = 0) -> None:
        self.factory, self.most = factory, most  # batches at once; 0: as many as there are places
        self.executor: Executor | None = None
        self.generation = 0  # of the Executor
        self.pause, self.next_attempt, self.broken_since = FIRST_PAUSE, 0.0, 0.0

    def connect(self) -> None:
        """Get an Executor from the factory; raise what it raises."""
        try:
            self.executor = self.factory()
        except Exception:  # a factory may fail in any way; it is only noted here, and raised again
            self.next_attempt = monotonic() + self.pause
            self.pause = min(2 * self.pause, LONGEST_PAUSE)
            raise
        self.pause = FIRST_PAUSE

    def drop(self) -> None:
        """Drop the Executor, which may be broken in any way."""
        executor, self.executor = self.executor, None
        self.generation += 1
        self.broken_since = monotonic()
        self.next_attempt = self.broken_since + self.pause
        if executor is not None:
            _shut_down(executor)

    @property
    def is_due(self) -> bool:
        """True if there is no Executor, and it is time to get one."""
        return self.executor is None and monotonic() >= self.next_attempt

    @property
    def places(self) -> int:
        """The batches that can be played at once, now."""
        if self.executor is None:
            return 0
        found = getattr(self.executor, "places", None)
        if found is None:
            found = self.most or getattr(self.executor, "_max_workers", None) or os.cpu_count() or 1
        return min(int(found), self.most) if self.most else int(found)

    def submit(self, payload: bytes) -> "Future[bytes]":
        """Submit a batch; raise anything if the Executor is broken."""
        assert self.executor is not None
        return self.executor.submit(play, payload)


def _shut_down(executor: Executor) -> None:
    """Shut an Executor down without waiting for its work."""
    with suppress(Exception):  # it may be broken
        try:
            executor.shutdown(wait=False, cancel_futures=True)
        except TypeError:  # not all of them can cancel
            executor.shutdown(wait=False)
