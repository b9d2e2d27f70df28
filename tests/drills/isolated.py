"""Work in a forked process, which may crash by a signal or hang without harm to the drill."""

import json
import os
import select
import signal
import tempfile
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.errors import ArenaError


@dataclass(frozen=True)
class Ended:
    """The end of some work: what it returned, what it wrote to stderr, and what went wrong."""

    value: Any
    stderr: str
    wrong: str  # a signal, a hang, or a traceback; else ""

    @property
    def is_refused(self) -> bool:
        """True if it ended with an error of the arena's own."""
        return self.value is None and not self.wrong


def isolated(work: Callable[[], Any], scratch: Path, seconds: float = 120.0) -> Ended:
    """Do some work in a process of its own, whose temporary files are in a folder; return its end.

    The work returns what JSON can hold, and writes an ArenaError as one line to stderr.
    """
    answer, stderr = scratch / "answer", scratch / "stderr"
    answer.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        _run(work, answer, stderr, scratch)
    how = _wait(child, seconds)
    said = stderr.read_text(encoding="utf-8", errors="replace") if stderr.exists() else ""
    if how:
        return Ended(None, said, how)
    value, wrong = json.loads(answer.read_text(encoding="utf-8")) if answer.exists() else (None, "no answer")
    return Ended(value, said, wrong or ("a traceback on stderr" if "Traceback" in said else ""))


def _run(work: Callable[[], Any], answer: Path, stderr: Path, scratch: Path) -> None:
    """Do the work in the child, which never returns."""
    os.setsid()
    tempfile.tempdir = str(scratch)
    value, wrong = None, ""
    with stderr.open("w", encoding="utf-8") as said, redirect_stderr(said):
        os.dup2(said.fileno(), 2)
        try:
            value = work()
        except ArenaError as problem:
            said.write(f"arena: {problem}\n")
        except BaseException:
            wrong = traceback.format_exc(limit=-6)
    answer.write_text(json.dumps((value, wrong)), encoding="utf-8")
    os._exit(0)


def _wait(child: int, seconds: float) -> str:
    """Wait for a child's end; return "" or what was wrong with it. What it started ends with it."""
    handle = os.pidfd_open(child)
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    try:
        in_time = bool(poll.poll(1000 * seconds))
    finally:
        os.close(handle)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    if not in_time:
        return f"hangs for {seconds:.0f} seconds"
    return f"ended by signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else ""
