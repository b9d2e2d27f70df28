"""Patience by processor time: sleep counts, and waiting for a free processor does not."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic, sleep

import pytest

from arena.cell.patience import CpuPatience

BUSY = "print(flush=True)\nwhile True: pass"
ASLEEP = "print(flush=True)\nimport signal; signal.pause()"


@contextmanager
def process(program: str) -> Iterator[int]:
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as found:
        assert found.stdout is not None
        try:
            found.stdout.readline()
            yield found.pid
        finally:
            found.kill()


@pytest.mark.parametrize(("program", "over"), [(BUSY, False), (ASLEEP, True)])
def test_only_who_sleeps_has_slept(program: str, over: bool) -> None:
    """A process that waits for a processor is waited for, even if its clock stands still; one that sleeps is not."""
    with process(program) as number:
        patience = CpuPatience(0.05, cpu=lambda: 0.0, process=lambda: number)
        end = monotonic() + 1.0
        while (left := patience.left()) > 0 and monotonic() < end:
            pass
        assert (left <= 0) == over
        assert ("it slept" in str(patience)) == over


def test_a_busy_machine_does_not_use_up_the_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit by the wall does not count the time in which a process waits for a processor."""
    monkeypatch.setattr("arena.cell.patience.BACKSTOP", 0.1)
    with ExitStack() as stack:
        numbers = [stack.enter_context(process(BUSY)) for _ in range(4)]
        for number in numbers:
            os.sched_setaffinity(number, {min(os.sched_getaffinity(0))})
        patience = CpuPatience(0.01, cpu=lambda: 0.0, process=lambda: numbers[0])
        start = monotonic()
        while (left := patience.left()) > 0:
            sleep(left)
        assert monotonic() - start > 2 * 0.2  # it has a quarter of a processor; by the wall alone it would be 0.2 s
        assert "by the wall" in str(patience)
