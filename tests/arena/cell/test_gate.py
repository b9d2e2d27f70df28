"""The gate's counts: threads that were allowed and have not started yet, and programs that look like the last one."""

import errno
import os
import sys
from contextlib import closing
from pathlib import Path

import pytest

from arena.cell.cell import Cell
from arena.cell.gate import TICKS, Gate
from tests.arena.cell.test_jail import STATE
from world.api import Run


class Busy(Gate):
    """A gate before a process of one thread, where those that asked for more wait for a processor."""

    def __init__(self, threads: int) -> None:
        super().__init__(-1, os.getpid(), threads, 0, 0)
        self.states: dict[int, tuple[str, int]] = {}

    def _count(self) -> int:
        return 1

    def _state(self, thread: int) -> tuple[str, int]:
        return self.states.get(thread, ("R", 5))


def test_an_allowed_thread_counts_before_it_starts() -> None:
    """Threads that ask at once are allowed as far as there is room for them, however long they take to start."""
    gate = Busy(threads=3)
    assert [gate._thread(asker) for asker in (11, 12, 13, 14)] == [0, 0, errno.EAGAIN, errno.EAGAIN]


@pytest.mark.parametrize("state", [("S", 5), ("T", 5), ("X", 0), ("R", 5 + TICKS)])
def test_an_asker_that_has_gone_on_makes_room(state: tuple[str, int]) -> None:
    """A thread that asked and now waits, is stopped, has ended or has run for long has started the other or failed."""
    gate = Busy(threads=2)
    assert gate._thread(11) == 0
    assert gate._thread(12) == errno.EAGAIN
    gate.states[11] = state
    assert gate._thread(12) == 0


def test_a_thread_that_asks_again_makes_room() -> None:
    """A thread asks again only when its last request is done, so it may start one after the other without a wait."""
    gate = Busy(threads=2)
    assert [gate._thread(11) for _ in range(5)] == [0] * 5


AGAIN = """#!{python} -IS
import os, sys
starts = int(os.environ.get("STARTS", "1"))
try:
    os.execve(sys.executable, sys.orig_argv, {{"STARTS": str(starts + 1)}})
except OSError:
    print(f"{{starts}} starts", file=sys.stderr, flush=True)
for line in sys.stdin:
    for word, answer in (("uci", "uciok"), ("isready", "readyok"), ("go", "bestmove e2e4")):
        if line.split()[:1] == [word]:
            print(answer, flush=True)
"""


def test_an_engine_starts_twice_under_the_same_name(tmp_path: Path) -> None:
    """A wrapper may start an engine; a program that starts itself with the same words is counted all the same."""
    engine = tmp_path / "engine"
    engine.write_text(AGAIN.format(python=sys.executable), encoding="utf-8")
    engine.chmod(0o755)
    with closing(Cell(f"uci:{engine}")) as cell:
        cell.newrun(Run("chess", 0, start=STATE.start))
        assert cell.getaction(STATE).action == "12,28"
        assert cell.log == "2 starts\n"
