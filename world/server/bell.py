"""A bell that threads ring and coroutines hear."""

import asyncio
from contextlib import suppress
from threading import Lock


class Bell:
    """Who wants to hear it listens first, then looks whether there is anything to wait for, then waits."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._ears: dict[asyncio.Future[None], asyncio.AbstractEventLoop] = {}

    def listen(self) -> "asyncio.Future[None]":
        """What is done at the next ring."""
        loop = asyncio.get_running_loop()
        ear: asyncio.Future[None] = loop.create_future()
        ear.add_done_callback(self._forget)  # also when nobody waits any more
        with self._lock:
            self._ears[ear] = loop
        return ear

    def ring(self) -> None:
        """From any thread: all who listen hear it; one call for each loop, however many they are."""
        with self._lock:
            ears, self._ears = self._ears, {}
        for loop in set(ears.values()):
            with suppress(RuntimeError):  # it has ended, and with it all who waited there
                loop.call_soon_threadsafe(_wake, [ear for ear, its in ears.items() if its is loop])

    def _forget(self, ear: "asyncio.Future[None]") -> None:
        with self._lock:
            self._ears.pop(ear, None)


def _wake(ears: "list[asyncio.Future[None]]") -> None:
    for ear in ears:
        if not ear.done():
            ear.set_result(None)
