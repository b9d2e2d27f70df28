"""The process that works for a course's server: started with it, started again if it dies, and ended with it."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arena.sparing import sparing_environment

FAILED, WRONG_COURSE = 1, 2  # exit codes: of a full disk, for example, and of a mistake in the course's files
PAUSE, LONG_PAUSE = 2.0, 30.0  # seconds before it is started again; the longer one while somebody mends the files
TO_STOP = 10.0  # seconds to end its games


class _Child:
    """The process, whichever is the present one."""

    def __init__(self, folder: Path) -> None:
        self.command = [sys.executable, "-P", "-m", "arena.course.background", str(folder.absolute())]
        self.stopped = threading.Event()
        self.process = self._start()
        self.thread = threading.Thread(target=self._watch, name="course", daemon=True)
        self.thread.start()

    def _start(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(self.command, stdin=subprocess.PIPE, start_new_session=True, env=sparing_environment())

    def _watch(self) -> None:
        while not self.stopped.wait(LONG_PAUSE if self.process.wait() == WRONG_COURSE else PAUSE):
            self.process = self._start()

    def tell(self) -> None:
        """Say that something is new."""
        with suppress(OSError, ValueError):  # it looks at the register when it is started again
            assert self.process.stdin is not None
            self.process.stdin.write(b"\n")
            self.process.stdin.flush()

    def stop(self) -> None:
        """End the process: by its standard input, else by force."""
        self.stopped.set()
        with suppress(OSError):
            assert self.process.stdin is not None
            self.process.stdin.close()
        try:
            self.process.wait(TO_STOP)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextmanager
def working_for(folder: Path) -> Iterator[Callable[[], None]]:
    """Check and play for a course during the `with` block; yield a function that says that something is new."""
    child = _Child(folder)
    try:
        yield child.tell
    finally:
        child.stop()
