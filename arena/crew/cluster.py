"""Dask as an Executor: a scheduler by its address or its scheduler file."""

from concurrent.futures import Executor, Future
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from arena.errors import CrewError
from minds.errors import quoted

INSTALL = 'needs the extra "cluster": pip install mind-arena[cluster]'
TO_CONNECT = 10.0  # seconds
PROTOCOLS = {"dask": "tcp", "dasks": "tls"}  # Dask finds its certificates by its own settings


class DaskExecutor(Executor):
    """A Dask scheduler's workers. Each of their threads plays one batch at a time."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.inner = client.get_executor(pure=False)

    @property
    def places(self) -> int:
        """The threads of all workers that the scheduler knows now."""
        workers = self.client.scheduler_info(n_workers=-1).get("workers", {})
        return sum(int(worker.get("nthreads", 1)) for worker in workers.values())

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Submit a call to the scheduler."""
        if self.client.status != "running":
            raise ConnectionError("the connection to the scheduler is lost")
        future: Future[Any] = self.inner.submit(fn, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Close the connection; the scheduler then forgets what is still to be done for it."""
        with suppress(Exception):  # the scheduler may be gone
            self.client.close(timeout=2)


def check(address: str) -> None:
    """Raise CrewError if Dask is not installed, or a scheduler file is not there."""
    if find_spec("distributed") is None:
        raise CrewError(f"--crew {quoted(address)} {INSTALL}")
    if "://" not in address and not Path(address).is_file():
        raise CrewError(f"--crew {quoted(address)}: no such scheduler file; dask scheduler --scheduler-file writes it")


def connect(address: str) -> DaskExecutor:
    """Return the Executor of a scheduler at dask://HOST:PORT, dasks://HOST:PORT, or in a scheduler file."""
    from distributed import Client

    options: dict[str, Any] = {"timeout": TO_CONNECT, "set_as_default": False}
    protocol, separator, place = address.partition("://")
    if separator:
        options["address"] = f"{PROTOCOLS[protocol]}://{place}"
    else:
        options["scheduler_file"] = address
    try:
        return DaskExecutor(Client(**options))
    except (OSError, ValueError, TypeError, RuntimeError) as problem:
        said = " ".join(str(problem).split())[:200]
        raise CrewError(f"--crew {quoted(address)}: no scheduler answers there ({said})") from None
