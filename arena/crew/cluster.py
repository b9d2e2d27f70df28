"""Dask as an Executor."""

import asyncio
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from arena.crew.scheduler import read_scheduler, security_for, warn
from arena.errors import CrewError
from minds.errors import quoted

TO_CONNECT, TO_ANSWER = 10.0, 30.0  # seconds


class DaskExecutor(Executor):
    """A Dask scheduler's workers. Each of their threads plays one batch at a time."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.inner = client.get_executor(pure=False)

    @property
    def places(self) -> int:
        """The threads of all workers that the scheduler knows now."""
        self._check()
        # Client.scheduler_info would wait for ever for a scheduler that hangs.
        found = self.client.sync(self.client.scheduler.identity, n_workers=-1, callback_timeout=TO_ANSWER)
        return sum(int(worker.get("nthreads", 1)) for worker in found.get("workers", {}).values())

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Submit a call to the scheduler."""
        self._check()
        future: Future[Any] = self.inner.submit(fn, *args, **kwargs)
        return future

    def _check(self) -> None:
        if self.client.status != "running":
            raise ConnectionError("the connection to the scheduler is lost")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Close the connection; the scheduler then forgets what is still to be done for it."""
        with suppress(Exception):  # the scheduler may be gone
            self.client.close(timeout=2)


def check(name: str) -> None:
    """Raise CrewError for a scheduler that nobody can reach from here, whether it is there or not."""
    security_for(read_scheduler(name))


def connect(name: str) -> DaskExecutor:
    """Return the Executor of a scheduler at dask://HOST:PORT, dasks://HOST:PORT, or in a scheduler file."""
    from distributed import Client

    scheduler = read_scheduler(name)
    security = security_for(scheduler)
    warn(scheduler)
    try:
        with ThreadPoolExecutor(1) as thread:  # ours may have a loop, as in a notebook
            thread.submit(asyncio.run, _try(scheduler.address, security)).result()
        return DaskExecutor(Client(scheduler.address, security=security, timeout=TO_CONNECT, set_as_default=False))
    except Exception as problem:  # MemoryError, too, from a server that is not Dask's
        said = " ".join(str(problem).split())[:200] or type(problem).__name__
        raise CrewError(f"--crew {quoted(name)}: no scheduler answers there ({said})") from None


async def _try(address: str, security: Any) -> None:
    """Connect and disconnect: a Client that cannot connect tries for long to tidy up, and then prints a traceback."""
    from distributed.comm import connect

    arguments = security.get_connection_args("client")
    comm = await asyncio.wait_for(connect(address, timeout=TO_CONNECT, **arguments), TO_CONNECT)
    comm.abort()
