"""A Dask scheduler and its workers as processes of this machine, over TCP on the loopback, for tests and drills."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from tests.conftest import until

PYTHON = (sys.executable, "-W", "ignore", "-m")
LOOPBACK = "127.0.0.1"


def free_port() -> int:
    """Return a port that nobody listens on."""
    with closing(socket.socket()) as found:
        found.bind((LOOPBACK, 0))
        return int(found.getsockname()[1])


class DaskCluster:
    """A scheduler and workers of one thread each, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []
        self.count = 0

    @property
    def crew(self) -> str:
        """The cluster's name for --crew."""
        return f"dask://{LOOPBACK}:{self.port}"

    def start_scheduler(self) -> None:
        """Start the scheduler, and wait until it listens."""
        words = ("--host", LOOPBACK, "--port", str(self.port), "--no-dashboard", "--no-show")
        self.scheduler = self._start("distributed.cli.dask_scheduler", *words)
        until(self._listens)

    def start_worker(self) -> None:
        """Start another worker, without a nanny that would start it again."""
        words = ("--nthreads", "1", "--no-dashboard", "--no-nanny", "--death-timeout", "60")
        place = ("--local-directory", str(self.folder / "dask"), "--host", LOOPBACK)
        self.workers.append(self._start("distributed.cli.dask_worker", f"tcp://{LOOPBACK}:{self.port}", *words, *place))

    def restart_scheduler(self) -> None:
        """Stop the scheduler and start it again at its port, with new workers: Dask's end with their scheduler."""
        assert self.scheduler is not None
        kill(self.scheduler)
        for worker in self.workers:
            kill(worker)
        count, self.workers = len(self.workers), []
        self.start_scheduler()
        for _ in range(count):
            self.start_worker()

    def close(self) -> None:
        """Kill all that is left."""
        for process in (*self.workers, self.scheduler):
            if process is not None:
                kill(process)

    def _start(self, *words: str) -> "subprocess.Popen[bytes]":
        self.count += 1
        with (self.folder / f"{words[0]}-{self.count}.log").open("wb") as log:
            return subprocess.Popen(
                (*PYTHON, *words), stdout=log, stderr=log, stdin=subprocess.DEVNULL, process_group=0
            )

    def _listens(self) -> bool:
        with closing(socket.socket()) as found, suppress(OSError):
            found.connect((LOOPBACK, self.port))
            return True
        return False


def kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process and its group, with no chance to tidy up."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@contextmanager
def dask_cluster(folder: Path, workers: int = 2) -> Iterator[DaskCluster]:
    """Yield a cluster that has started; its processes are killed at the end."""
    cluster = DaskCluster(folder)
    try:
        cluster.start_scheduler()
        for _ in range(workers):
            cluster.start_worker()
        yield cluster
    finally:
        cluster.close()
