"""A process that prepares to write a tournament's report while the last games are played, and then writes it.

    python -P -m arena.report.reporter DIR

It loads its modules at low priority, waits for a line on stdin, writes the report and answers with its summary. It
ends without a report when stdin is closed. If anything goes wrong there, the arena writes the report itself.
"""

import ctypes
import os
import signal
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import Thread
from types import TracebackType

import msgspec

from arena.report import plots
from arena.report.aside import PR_SET_PDEATHSIG
from arena.report.summary import Summary

ENOUGH_SECONDS = 20.0  # before the expected end, in which the modules can be loaded beside the games
FEW_GAMES = 16  # for which no time need be expected
NICENESS = 10
MODULES = (
    "arena.report.report",
    "arena.report.page",
    "matplotlib.backends.backend_agg",
    "matplotlib.backends.backend_svg",
)
WRITE = b"write\n"


class Reporter:
    """The near end: starts the process when the end of a tournament comes near."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def update(self, games_left: int | None, seconds_left: float | None) -> None:
        """Take the games that are left and the time they will need, None if unknown; the last one begins the report."""
        if self.process is not None:
            self.process.poll()  # one that was killed would stay as a zombie
        if games_left == 0 and self.process is not None:
            self._order()
        elif games_left and self.process is None:
            if games_left <= FEW_GAMES or (seconds_left is not None and seconds_left <= ENOUGH_SECONDS):
                self._start()

    def _start(self) -> None:
        with suppress(OSError):  # then there is none, and the arena writes the report itself
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "arena.report.reporter", str(self.folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # the arena decides what Ctrl-C means
            )

    def _order(self) -> None:
        assert self.process is not None
        if self.process.stdin is not None and not self.process.stdin.closed:
            with suppress(OSError):
                self.process.stdin.write(WRITE)
                self.process.stdin.close()

    def summary(self) -> Summary | None:
        """Return the summary once the report is written; None if this process has not written one."""
        if self.process is None:
            return None
        self._order()
        assert self.process.stdout is not None
        answer = self.process.stdout.read()
        if self.process.wait() != 0:
            return None
        return msgspec.json.decode(answer, type=Summary)

    def __enter__(self) -> "Reporter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process is not None:
            self.process.kill()
            with suppress(OSError), self.process:  # which closes its pipes and waits
                pass


def main() -> None:
    """Load what a report needs, wait, and write the report."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)  # also if the arena is killed
    loading = Thread(target=_load)
    loading.start()
    line = sys.stdin.buffer.readline()
    if line != WRITE:
        os._exit(0)
    loading.join()
    from arena.report.report import write_report
    from arena.report.summary import summarize

    sys.stdout.buffer.write(msgspec.json.encode(summarize(write_report(Path(sys.argv[1])))))


def _load() -> None:
    """Load modules at low priority, which on Linux only this thread has: the report itself is not to wait."""
    if sys.platform == "linux":
        os.nice(NICENESS)
    for module in MODULES:
        import_module(module)
    plots.names()


if __name__ == "__main__":
    main()
