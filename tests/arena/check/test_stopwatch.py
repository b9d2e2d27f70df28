"""The time of an examination is that which a machine gives it."""

import os
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest

from arena.check import stopwatch
from arena.check.stopwatch import BACKSTOP, Stopwatch, waited
from tests.conftest import until


class Machine:
    """A machine whose clocks stand still until they are set."""

    def __init__(self) -> None:
        self.now, self.waits = 100.0, {"self": 5.0, "7": 1.0}


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine on which the check has waited before, and a mind too."""
    found = Machine()
    monkeypatch.setattr(stopwatch, "monotonic", lambda: found.now)
    monkeypatch.setattr(stopwatch, "waited", lambda process: found.waits.get(process, 0.0))
    return found


def test_waiting_for_a_processor_is_no_time(machine: Machine) -> None:
    """Neither that of the check nor that of the mind, also of one that has ended; all other time counts."""
    watch = Stopwatch(10.0)
    machine.now += 12.0
    machine.waits = {"self": 9.0, "7": 3.0}
    watch.look(7)
    assert watch.spent() == pytest.approx(0.5)
    del machine.waits["7"]
    watch.look(7)
    assert watch.spent() == pytest.approx(0.5)
    machine.now += 5.0
    assert watch.spent() == pytest.approx(1.0)


def test_the_wall_is_a_limit_all_the_same(machine: Machine) -> None:
    """A mind whose threads wait for each other for ever ends its examination after a few times as long."""
    watch = Stopwatch(10.0)
    machine.now += 10.0 * BACKSTOP
    machine.waits["7"] = 1e9
    watch.look(7)
    assert watch.spent() == pytest.approx(1.0)


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="this system counts no waiting")
def test_a_busy_machine_is_seen() -> None:
    """The seconds for which a process waits are counted where two share one processor; nobody's are 0."""
    before, cores = waited("self"), os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    child = os.fork()
    if child == 0:
        spin(lambda: monotonic() > 1e18)
    try:
        until(lambda: spin(lambda: True) or waited("self") > before)
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
        os.sched_setaffinity(0, cores)
    assert waited("nobody") == 0.0


def spin(is_over: Callable[[], bool]) -> bool:
    """Use the processor for a while."""
    while True:
        sum(range(2_000_000))
        if is_over():
            return False
