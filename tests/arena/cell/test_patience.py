"""Patience by processor time: sleep counts, and waiting for a free processor does not."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

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
        if over:
            assert "it slept" in str(patience)
