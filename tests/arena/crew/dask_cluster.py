"""A Dask scheduler and its workers as processes of this machine, over TCP on the loopback, for tests and drills."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tests.conftest import until

PYTHON = (sys.executable, "-W", "ignore", "-m")
LOOPBACK = "127.0.0.1"
PAGE = ("--dashboard-address", f"{LOOPBACK}:0")  # a page of figures, else on all networks whatever the host


class Host(NamedTuple):
    """A machine: its address, and the words before each command that runs there."""

    address: str
    prefix: tuple[str, ...] = ()


HERE = Host(LOOPBACK)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with closing(socket.socket()) as found:
        found.bind((LOOPBACK, 0))
        return int(found.getsockname()[1])


class DaskCluster:
    """A scheduler on the first host, and workers of one thread each, which can be killed and started again."""

    def __init__(
        self, folder: Path, settings: Mapping[str, str] | None = None, hosts: Sequence[Host] = (HERE,)
    ) -> None:
        self.folder, self.hosts, self.port = folder, hosts, free_port()
        self.settings, self.protocol = settings or {}, "tls" if settings else "tcp"
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []
        self.count = 0

    @property
    def crew(self) -> str:
        """The cluster's name for --crew."""
        return f"{'dasks' if self.protocol == 'tls' else 'dask'}://{self.hosts[0].address}:{self.port}"

    @property
    def address(self) -> str:
        """The scheduler's address as Dask writes it."""
        return f"{self.protocol}://{self.hosts[0].address}:{self.port}"

    def start_scheduler(self) -> None:
        """Start the scheduler, and wait until it listens."""
        host = f"{self.protocol}://{self.hosts[0].address}"
        words = ("--host", host, "--port", str(self.port), "--no-dashboard", "--no-show", "--idle-timeout", "10m")
        log, self.scheduler = self.start(self.hosts[0], *PYTHON, "distributed.cli.dask_scheduler", *words, *PAGE)
        until(lambda: b"Scheduler at:" in log.read_bytes())

    def start_worker(self) -> None:
        """Start another worker, on the next host."""
        self.workers.append(self._worker(len(self.workers)))

    def replace_worker(self, place: int) -> None:
        """Kill a worker, and start another one on its host."""
        kill(self.workers[place])
        self.workers[place] = self._worker(place)

    def _worker(self, place: int) -> "subprocess.Popen[bytes]":
        """Start a worker, without a nanny that would start it again."""
        host = self.hosts[place % len(self.hosts)]
        words = ("--nthreads", "1", "--no-dashboard", "--no-nanny", "--death-timeout", "60")
        local = ("--local-directory", str(self.folder / "dask"), "--host", host.address)
        return self.start(host, *PYTHON, "distributed.cli.dask_worker", self.address, *words, *local, *PAGE)[1]

    def restart_scheduler(self) -> None:
        """Kill the scheduler and start it again at its port, with new workers: Dask's end with their scheduler."""
        assert self.scheduler is not None
        kill(self.scheduler)
        self.start_scheduler()
        for place in range(len(self.workers)):
            self.replace_worker(place)

    def close(self) -> None:
        """Kill all that is left."""
        for process in (*self.workers, self.scheduler):
            if process is not None:
                kill(process)

    def start(self, host: Host, *command: str) -> "tuple[Path, subprocess.Popen[bytes]]":
        """Start a command on a host, in a group of its own, with the cluster's settings; return its log, too."""
        self.count += 1
        path = self.folder / f"dask-{self.count}.log"
        with path.open("wb") as log:
            return path, subprocess.Popen(
                (*host.prefix, *command),
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                process_group=0,
                env={**os.environ, **self.settings},
            )


def kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process and its group, with no chance to tidy up."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@contextmanager
def dask_cluster(
    folder: Path, workers: int = 2, settings: Mapping[str, str] | None = None, hosts: Sequence[Host] = (HERE,)
) -> Iterator[DaskCluster]:
    """Yield a cluster that has started; its processes are killed at the end. Settings of certificates give it TLS."""
    cluster = DaskCluster(folder, settings, hosts)
    try:
        cluster.start_scheduler()
        for _ in range(workers):
            cluster.start_worker()
        yield cluster
    finally:
        cluster.close()
