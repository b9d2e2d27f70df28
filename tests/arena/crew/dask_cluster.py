"""A Dask scheduler and its workers as processes of this machine, over TCP on the loopback, for tests and drills."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
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

    def __init__(self, folder: Path, settings: Mapping[str, str] | None = None) -> None:
        self.folder, self.port = folder, free_port()
        self.settings, self.protocol = settings or {}, "tls" if settings else "tcp"
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []
        self.count = 0

    @property
    def crew(self) -> str:
        """The cluster's name for --crew."""
        return f"{'dasks' if self.protocol == 'tls' else 'dask'}://{LOOPBACK}:{self.port}"

    @property
    def address(self) -> str:
        """The scheduler's address as Dask writes it."""
        return f"{self.protocol}://{LOOPBACK}:{self.port}"

    def start_scheduler(self) -> None:
        """Start the scheduler, and wait until it listens."""
        words = ("--host", f"{self.protocol}://{LOOPBACK}", "--port", str(self.port), "--no-dashboard", "--no-show")
        page = ("--dashboard-address", f"{LOOPBACK}:0")  # it is served on all networks otherwise, whatever the host
        self.scheduler = self.start("distributed.cli.dask_scheduler", *words, *page)
        until(self._listens)

    def start_worker(self) -> None:
        """Start another worker, without a nanny that would start it again."""
        words = ("--nthreads", "1", "--no-dashboard", "--no-nanny", "--death-timeout", "60")
        place = ("--local-directory", str(self.folder / "dask"), "--host", LOOPBACK)
        self.workers.append(self.start("distributed.cli.dask_worker", self.address, *words, *place))

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

    def start(self, *words: str) -> "subprocess.Popen[bytes]":
        """Start a module of Python, in a group of its own."""
        return self.run(f"{words[0]}-{self.count}", *PYTHON, *words)

    def run(self, name: str, *command: str) -> "subprocess.Popen[bytes]":
        """Run a command in a group of its own, with the cluster's settings."""
        self.count += 1
        with (self.folder / f"{name}.log").open("wb") as log:
            return subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                process_group=0,
                env={**os.environ, **self.settings},
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
def dask_cluster(folder: Path, workers: int = 2, settings: Mapping[str, str] | None = None) -> Iterator[DaskCluster]:
    """Yield a cluster that has started; its processes are killed at the end. Settings of certificates give it TLS."""
    cluster = DaskCluster(folder, settings)
    try:
        cluster.start_scheduler()
        for _ in range(workers):
            cluster.start_worker()
        yield cluster
    finally:
        cluster.close()
