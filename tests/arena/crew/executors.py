"""Executors for tests of crews, as `--crew tests.arena.crew.executors:NAME` finds them."""

from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context


def threads() -> Executor:
    """Two threads of this process."""
    return ThreadPoolExecutor(2)


def processes() -> Executor:
    """Two processes of Python's own pool."""
    return ProcessPoolExecutor(2, mp_context=get_context("spawn"))


def loky() -> Executor:
    """Two processes of loky."""
    from loky import ProcessPoolExecutor as Loky

    return Loky(2)


def executorlib() -> Executor:
    """Two processes of executorlib."""
    from executorlib import SingleNodeExecutor

    return SingleNodeExecutor(max_workers=2, block_allocation=True)
