"""Claims on functions: processes that fill one cache at the same time compile each function once.

A claim is a lock on one byte of a file in the cache. The system frees it when its process ends, however that happens.
"""

import os
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from zlib import crc32

try:
    import fcntl
except ImportError:  # not on Windows, where each process compiles for itself
    fcntl = None  # type: ignore[assignment]

NAME = "claims"
PATIENCE = 300.0  # seconds, many times what any takes; then whoever holds the claim is taken to be stopped
INTERVAL = 0.02  # seconds between two attempts


class Claims:
    """The claims of this process in one cache folder; where nothing can be written, all succeed at once."""

    def __init__(self, folder: Path | None) -> None:
        self.path = folder / NAME if folder is not None and fcntl is not None else None
        self.owner, self.file = 0, -1

    def take(self, function: str) -> None:
        """Wait until no other process compiles a function, and claim it."""
        if self.path is None:
            return
        until = monotonic() + PATIENCE
        with suppress(OSError):
            while not self._lock(function) and monotonic() < until:
                sleep(INTERVAL)

    def try_to_take(self, what: str) -> bool:
        """Claim something, unless another process has claimed it or there is no place for claims."""
        with suppress(OSError):
            return self.path is not None and self._lock(what)
        return False

    def drop(self, function: str) -> None:
        """Let other processes have a function, which they will find in the cache."""
        if self.path is not None and self.owner == os.getpid():
            with suppress(OSError):
                fcntl.lockf(self.file, fcntl.LOCK_UN, 1, place_of(function))

    def _lock(self, function: str) -> bool:
        if self.owner != os.getpid():  # a fork has none of its parent's locks
            assert self.path is not None
            self.owner, self.file = os.getpid(), os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.lockf(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place_of(function))
        except BlockingIOError:
            return False
        return True


def place_of(function: str) -> int:
    """Return the byte that stands for a function."""
    return crc32(function.encode())
