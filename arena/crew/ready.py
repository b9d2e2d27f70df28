"""The workers and engines that a far process keeps ready between batches, one for each of its threads at work."""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar, cast

IDLE = 60.0  # seconds without a batch, after which the processes of all minds are ended


class Closeable(Protocol):
    """A worker or an engine, with processes of its own."""

    def close(self) -> None:
        """End them."""
        ...


Kept = TypeVar("Kept", bound=Closeable)


class _Ready:
    """The idle ones, all of the same settings."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.idle: list[tuple[bytes, Closeable]] = []  # with their settings
        self.timer: threading.Timer | None = None

    def take(self, settings: bytes) -> Closeable | None:
        """Return an idle one of these settings, if there is one; those of other settings are closed."""
        with self.lock:
            if self.timer is not None:
                self.timer.cancel()
            idle, self.idle = self.idle, []
            place = next((place for place, (theirs, _) in enumerate(idle) if theirs == settings), None)
            found = idle.pop(place)[1] if place is not None else None
            self.idle = [one for one in idle if one[0] == settings]
            others = [one for theirs, one in idle if theirs != settings]
        _close(others)
        return found

    def give_back(self, settings: bytes, one: Closeable) -> None:
        """Keep one for the next batch, for a while."""
        with self.lock:
            self.idle.append((settings, one))
            if self.timer is not None:
                self.timer.cancel()
            self.timer = threading.Timer(IDLE, self.close)
            self.timer.daemon = True
            self.timer.start()

    def close(self) -> None:
        """Close all that are idle."""
        with self.lock:
            idle, self.idle = self.idle, []
        _close(one for _, one in idle)


def _close(several: Iterable[Closeable]) -> None:
    for one in several:
        one.close()


_ready = _Ready()


@contextmanager
def taken(settings: bytes, make: Callable[[], Kept]) -> Iterator[Kept]:
    """Yield a worker or an engine of these settings; it is kept for the next batch, but closed if anything goes wrong.

    The same settings must stand for the same kind.
    """
    one = cast("Kept | None", _ready.take(settings)) or make()
    try:
        yield one
    except BaseException:
        one.close()
        raise
    _ready.give_back(settings, one)


def close() -> None:
    """End the processes of all that this process keeps ready."""
    _ready.close()
