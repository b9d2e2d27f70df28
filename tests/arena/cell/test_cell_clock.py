"""What a mind is told of its time and what it is charged, by either kind of clock."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from arena.cell import patience
from arena.cell.clock import CellClock, reason_not_measured, threads_of, told_budget
from arena.cell.patience import MIN_WAIT, CpuPatience
from minds.registry import Spec
from world.api import Budget
from world.budget import LIMITS, ClockKind

seconds = st.floats(0.001, 10**4)
budgets = st.builds(
    Budget,
    depth=st.none() | st.integers(1, 9),
    nodes=st.none() | st.integers(1, 10**9),
    movetime=st.none() | seconds,
    bank=st.none() | st.floats(0, 10**4),
    increment=st.floats(0, 10),
    margin=st.floats(0, 1),
)


@given(budgets, st.integers(1, 1024))
def test_threads_share_their_time(budget: Budget, threads: int) -> None:
    """A mind with several threads is told its time divided by their number, and its other limits as they are."""
    told = told_budget(budget, threads)
    assert (told.depth, told.nodes) == (budget.depth, budget.nodes)
    if threads == 1 or not budget.is_timed:
        assert told is budget
        return
    for name in ("movetime", "bank", "increment", "margin"):
        given_, shown = getattr(budget, name), getattr(told, name)
        assert (given_ is None) == (shown is None)
        assert given_ is None or shown == max(LIMITS[name][0], given_ / threads)


@pytest.mark.parametrize(
    ("parameters", "threads"),
    [
        ({}, 1),
        ({"threads": "4"}, 4),
        ({"Threads": "8", "Hash": "16"}, 8),
        ({"threads": "0"}, 1),
        ({"threads": "many"}, 1),
        ({"threads": "9" * 5000}, 1),
    ],
)
def test_a_spec_names_its_threads(parameters: dict[str, str], threads: int) -> None:
    """The number of threads is a mind's parameter or an engine's option; one that makes no sense counts as one."""
    assert threads_of(Spec("x", "builtin", "x", "", parameters)) == threads


@pytest.mark.parametrize(
    ("kind", "trusted", "reason"),
    [
        ("builtin", False, ""),
        ("builtin", True, ""),
        ("file", False, ""),
        ("cmd", False, ""),
        ("file", True, "is trusted"),
        ("cmd", True, "is trusted"),
        ("installed", False, "may start processes"),
    ],
)
def test_processor_time_of_minds_that_start_nothing_is_measured(kind: str, trusted: bool, reason: str) -> None:
    """House minds and jailed ones are measured; others may have processes that no clock of theirs counts."""
    assert reason_not_measured(Spec("x", kind, "x"), trusted) == reason  # type: ignore[arg-type]


class Process:
    """A process whose processor time is that of a list, one for each reading."""

    def __init__(self, *readings: float) -> None:
        self.readings = list(readings)

    def cpu(self) -> float:
        return self.readings.pop(0)

    def number(self) -> int:
        return 0


@pytest.mark.parametrize(("kind", "charged"), [("processor", 0.5), ("wall", None)])
def test_a_move_is_charged_for_what_was_used_since_the_last_one(kind: ClockKind, charged: float | None) -> None:
    """Time used between an answer and the next question is charged to the next move."""
    clock = CellClock(Spec("x", "builtin", "x"), False, 32)
    clock.kind = kind
    process: Any = Process(*([1.0, 1.3, 1.5] if kind == "processor" else [1.0, 1.5]))
    clock.take(process)
    before = clock.start_move(process, Budget(bank=1.0, margin=0.0), 60.0)
    assert before.seconds == pytest.approx(0.7 if kind == "processor" else 1.0)
    cpu = clock.end_move(process)
    assert cpu == pytest.approx(0.5)
    assert clock.charge(cpu, 0.0) == (charged and pytest.approx(charged))


class Machine:
    """A machine whose time is told by a test, with a process that uses `rate` processors."""

    def __init__(self, rate: float) -> None:
        self.now, self.rate = 0.0, rate

    def monotonic(self) -> float:
        return self.now

    def cpu(self) -> float:
        return self.rate * self.now


@given(st.floats(0.01, 10), st.integers(1, 64), st.floats(0, 1), st.floats(0, 0.5))
def test_threads_are_stopped_when_together_they_have_used_the_time(
    limit: float, parallel: int, share: float, off_turn: float
) -> None:
    """However many threads run at once, they are stopped a few milliseconds after they have used their time."""
    assume(off_turn < limit)
    machine = Machine(1 + share * (parallel - 1))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(patience, "monotonic", machine.monotonic)
        one = CpuPatience(limit, machine.cpu, lambda: 0, parallel, off_turn)
        polls = 0
        while (left := one.left()) > 0:
            machine.now += left
            polls += 1
    assert limit - off_turn - 1e-6 <= machine.cpu() <= limit - off_turn + parallel * MIN_WAIT + 1e-6
    assert polls < 100 + limit / MIN_WAIT


def test_parallel_work_does_not_pay_for_sleep_afterwards() -> None:
    """A mind that has used two processors at once and then sleeps is stopped like any other that sleeps."""
    machine = Machine(2.0)
    used = [0.0]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(patience, "monotonic", machine.monotonic)
        one = CpuPatience(10.0, lambda: used[0], lambda: 0, 2)
        machine.now = 10.5
        assert one.left() > 0
        for _ in range(4):
            machine.now += 1.0
            used[0] += 2.0
            assert one.left() > 0
        while one.left() > 0:
            machine.now += MIN_WAIT
    assert machine.now == pytest.approx(24.5, abs=0.1)
    assert "it slept" in str(one)


def test_time_used_off_its_turn_counts_and_is_named() -> None:
    """A mind that has used up its time before it was asked gets none, and the message says why."""
    one = CpuPatience(0.1, lambda: 0.0, lambda: 0, off_turn=0.3)
    assert one.left() <= 0
    assert str(one) == "no answer within 0 s of processor time, after 0.3 s off its turn"
