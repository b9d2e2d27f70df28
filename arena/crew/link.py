"""The link to an Executor: made by a factory, and made again when it breaks."""

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from time import monotonic

from arena.crew.batch import play
from arena.errors import CrewError
from minds.errors import quoted

Factory = Callable[[], Executor]
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0  # seconds between two attempts to get a new Executor
COUNT_INTERVAL = 1.0  # seconds


class Link:
    """An Executor that may break at any time.

    An Executor may tell by `places` how many batches it can play at once; otherwise its workers are counted.
    """

    def __init__(self, factory: Factory, most: int = 0) -> None:
        self.factory, self.most = factory, most  # batches at once; 0: as many as there are places
        self.executor: Executor | None = None
        self.generation = 0  # of the Executor
        self.places = 0  # batches that could be done at once when they were `counted` last
        self.counted = 0.0
        self.pause, self.next_attempt, self.broken_since = FIRST_PAUSE, 0.0, 0.0

    def connect(self) -> None:
        """Get an Executor from the factory, and count its places; raise what the factory raises."""
        try:
            self.executor = self.factory()
            self.count()
        except Exception:  # a factory may fail in any way; it is only noted here, and raised again
            self._shut_down()
            self.next_attempt = monotonic() + self.pause
            self.pause = min(2 * self.pause, LONGEST_PAUSE)
            raise
        self.pause = FIRST_PAUSE

    def drop(self) -> None:
        """Drop the Executor, which may be broken in any way."""
        self.generation += 1
        self.broken_since = monotonic()
        self.next_attempt = self.broken_since + self.pause
        self._shut_down()

    @property
    def is_due(self) -> bool:
        """True if there is no Executor, and it is time to get one."""
        return self.executor is None and monotonic() >= self.next_attempt

    def count(self) -> None:
        """Count the places anew, if it is time: an Executor may have to ask another machine, which takes milliseconds.

        Raise anything if the Executor is broken.
        """
        if self.executor is None or (self.places and monotonic() - self.counted < COUNT_INTERVAL):
            return
        self.counted = monotonic()
        found = getattr(self.executor, "places", None)
        if found is None:
            found = self.most or getattr(self.executor, "_max_workers", None) or os.cpu_count() or 1
        try:
            places = max(0, int(found))
        except (TypeError, ValueError, OverflowError):
            raise CrewError(f"the Executor has {quoted(str(found))} places; expected a number") from None
        self.places = min(places, self.most) if self.most else places

    def submit(self, payload: bytes) -> "Future[bytes]":
        """Submit a batch; raise anything if the Executor is broken."""
        assert self.executor is not None
        return self.executor.submit(play, payload)

    def _shut_down(self) -> None:
        """Shut the Executor down, if there is one, without waiting for its work."""
        executor, self.executor, self.places = self.executor, None, 0
        if executor is None:
            return
        with suppress(Exception):  # it may be broken
            try:
                executor.shutdown(wait=False, cancel_futures=True)
            except TypeError:  # not all of them can cancel
                executor.shutdown(wait=False)
