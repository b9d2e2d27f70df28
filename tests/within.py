"""`within`: a bound on the time that something takes, for tests that must hold on a busy machine too."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread, get_native_id
from time import monotonic

INTERVAL = 0.05  # seconds between two looks


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fail if a block takes that long by the wall, less the time its processes have waited for a processor.

    These are this process and all below it; their waiting is added up, so that the bound is exact on an idle machine
    and generous on a busy one.
    """
    waits, ended = dict[str, float](), Event()

    def watch() -> None:
        own = str(get_native_id())
        while not ended.wait(INTERVAL):
            waits.update(_waits())
            waits.pop(own, None)

    waits.update(_waits())
    before, start = sum(waits.values()), monotonic()
    watcher = Thread(target=watch)
    watcher.start()
    try:
        yield
        took = monotonic() - start
    finally:
        ended.set()
        watcher.join()
    waited = sum((waits | _waits()).values()) - before
    assert took - waited < seconds, f"it took {took:.2f} s, and waited for a processor for {waited:.2f} s of them"


def _waits() -> dict[str, float]:
    """Return the seconds for which each thread of this process, and of those below it, has waited for a processor."""
    found, left = dict[str, float](), [str(os.getpid())]
    while left:
        with suppress(OSError):  # it has ended
            for task in Path("/proc", left.pop(), "task").iterdir():
                with suppress(OSError):
                    found[task.name] = int((task / "schedstat").read_text("ascii").split()[1]) / 1e9
                    left += (task / "children").read_text("ascii").split()
    return found
