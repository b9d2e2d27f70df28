"""Bounds on time and memory, within which a reader must be done with one input, and the end of a fuzzer by a signal."""

import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

MAX_SECONDS = 10.0  # for one input, on a busy machine
MAX_ADDRESSES = 8 << 30  # bytes; the compiled core reserves more than it holds


class TooSlow(Exception):
    """One input has taken too long."""


def _give_up(_number: int, _frame: FrameType | None) -> None:
    raise TooSlow(f"one input has taken more than {MAX_SECONDS:g} s")


@contextmanager
def bounded(seconds: float = MAX_SECONDS) -> Iterator[None]:
    """Raise TooSlow if the `with` block takes longer."""
    before = signal.signal(signal.SIGALRM, _give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def bound_memory() -> None:
    """Let this process have so many addresses and no more: a reader without bounds then raises MemoryError."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = MAX_ADDRESSES if hard == resource.RLIM_INFINITY else min(MAX_ADDRESSES, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def memory_peak() -> int:
    """Return the most MiB of memory that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


@contextmanager
def interrupted_by_signals() -> Iterator[None]:
    """Raise KeyboardInterrupt in the body at SIGTERM and SIGHUP, which hypothesis takes for no fault of an input.

    The exit code is the signal's.
    """
    ended: list[int] = []

    def end(number: int, _frame: FrameType | None) -> None:
        ended.append(number)
        raise KeyboardInterrupt

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    except KeyboardInterrupt:
        if not ended:
            raise
        sys.exit(128 + ended[0])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
