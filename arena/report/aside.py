"""Run parts of a report in processes forked from this one, so that it takes less time on several processors."""

import ctypes
import gc
import os
import pickle
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

Work = Callable[[], object]
PR_SET_PDEATHSIG = 1
GARBAGE = 100_000  # new objects after which a work searches for garbage


def processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def aside(*works: Work) -> Iterator[None]:
    """Do these works beside the body of the `with` block, and wait for them; raise the first error of one.

    A process with threads must not be forked: there the works are done one after the other, before the body.
    """
    if not hasattr(os, "fork") or threading.active_count() > 1:
        for work in works:
            work()
        yield
        return
    started: list[tuple[int, int]] = []
    try:
        for work in works:
            started.append(_fork(work))
        yield
        while started:
            _wait(*started.pop(0))
    finally:  # after an error or an interruption
        for process, errors in started:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            os.close(errors)


def _fork(work: Work) -> tuple[int, int]:
    """Start a work; return its process and the pipe that an error would come through."""
    ours, theirs = os.pipe()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # about the threads of numpy, which survive a fork
        process = os.fork()
    if process == 0:
        _do(work, theirs)
    os.close(theirs)
    return process, ours


def _do(work: Work, errors: int) -> NoReturn:
    """Do a work, send its error if there is one, and end this process."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends its children
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        gc.freeze()  # what the parent has made is no garbage
        gc.set_threshold(GARBAGE)  # a tenth of the time less: games leave no garbage
        work()
    except BaseException as problem:
        with open(errors, "wb") as pipe:
            pipe.write(_packed(problem))
        os._exit(1)
    os._exit(0)


def _packed(problem: BaseException) -> bytes:
    """Return an error as bytes; one that cannot be unpacked again becomes a ChildProcessError with its message."""
    with suppress(Exception):
        packed = pickle.dumps(problem)
        pickle.loads(packed)
        return packed
    return pickle.dumps(ChildProcessError(f"{type(problem).__name__}: {problem}"))


def _wait(process: int, errors: int) -> None:
    """Wait for a work to be done, and raise its error."""
    with open(errors, "rb") as pipe:
        packed = pipe.read()
    _, status = os.waitpid(process, 0)
    if packed:
        raise pickle.loads(packed)
    if status:
        raise ChildProcessError(f"a process of the report was killed: {os.waitstatus_to_exitcode(status)}")
