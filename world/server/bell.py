"""A signal that threads give and coroutines wait for."""

import asyncio
from contextlib import suppress
from threading import Lock


class Bell:
    """Wakes coroutines from any thread.

    Call `listen` first, then check the condition, then await the future: no ring can be missed.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiters: dict[asyncio.Future[None], asyncio.AbstractEventLoop] = {}

    def listen(self) -> "asyncio.Future[None]":
        """Return a future that is done at the next ring."""
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[None] = loop.create_future()
        waiter.add_done_callback(self._forget)  # also if it is cancelled
        with self._lock:
            self._waiters[waiter] = loop
        return waiter

    def ring(self) -> None:
        """Wake all waiters, with one call for each event loop."""
        with self._lock:
            waiters, self._waiters = self._waiters, {}
        for loop in set(waiters.values()):
            with suppress(RuntimeError):  # the loop is closed, and its waiters with it
                loop.call_soon_threadsafe(_wake, [waiter for waiter, its in waiters.items() if its is loop])

    def _forget(self, waiter: "asyncio.Future[None]") -> None:
        with self._lock:
            self._waiters.pop(waiter, None)


def _wake(waiters: "list[asyncio.Future[None]]") -> None:
    for waiter in reversed(waiters):  # a client that awaits its own action came last, and goes first
        if not waiter.done():
            waiter.set_result(None)
