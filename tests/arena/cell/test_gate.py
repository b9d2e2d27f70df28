"""The gate's count of threads, for threads that were allowed and have not started yet."""

import errno
import os

import pytest

from arena.cell.gate import TICKS, Gate


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
    """Of threads that ask at once, only as many are allowed as there is room for, however long they take to start."""
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
