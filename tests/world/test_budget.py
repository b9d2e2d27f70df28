"""Budgets and clocks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from world.budget import UNLIMITED, Budget, Clock, budget, read_clock
from world.errors import BudgetError


@pytest.mark.parametrize(
    ("text", "clock"), [("60+0.6", (60, 0.6)), ("60", (60, 0)), ("1:30+1", (90, 1)), ("0.5+0.01", (0.5, 0.01))]
)
def test_clocks_are_read(text: str, clock: tuple[float, float]) -> None:
    """A time control is seconds or minutes:seconds, with or without an increment."""
    assert read_clock(text) == clock


@given(st.text(max_size=30))
def test_other_text_is_not_a_time_control(text: str) -> None:
    """Any text is a time control or raises a BudgetError that quotes it on one line."""
    try:
        bank, increment = read_clock(text)
    except BudgetError as problem:
        assert "\n" not in str(problem)
        assert "expected seconds+increment" in str(problem)
    else:
        assert 0 <= bank < 10**7
        assert 0 <= increment < 10**6


@pytest.mark.parametrize("words", [{"depth": 0}, {"nodes": -1}, {"movetime": 0.0}, {"tc": "0+1"}, {"movetime": 1e9}])
def test_senseless_budgets_are_refused(words: dict[str, float]) -> None:
    """A budget without time, nodes or depth to spend raises a BudgetError."""
    with pytest.raises(BudgetError, match="expected"):
        budget(**words)  # type: ignore[arg-type]


def test_a_budget_says_what_it_is() -> None:
    """str() of a budget lists its limits."""
    assert str(UNLIMITED) == "unlimited"
    assert str(Budget(depth=3, nodes=1000)) == "depth=3 nodes=1000"
    assert str(budget(tc="60+0.6")) == "tc=60+0.6"
    assert [one.is_timed for one in (UNLIMITED, Budget(nodes=1), Budget(movetime=1), Budget(bank=1))] == [0, 0, 1, 1]


@given(st.floats(0.1, 100), st.floats(0, 5), st.lists(st.floats(0, 10), max_size=20))
def test_a_clock_adds_up(bank: float, increment: float, moves: list[float]) -> None:
    """A clock holds the bank, less the time spent, plus the increments; it can be overdrawn by the margin at most."""
    clock = Clock(Budget(bank=bank, increment=increment))
    left = bank
    for seconds in moves:
        late = clock.spend(seconds)
        assert (late is not None) == (seconds > left + 0.05)
        if late:
            break
        left = left - seconds + increment
        assert clock.left == pytest.approx(left, abs=1e-5)
        left = clock.left or 0.0
        assert clock.now().seconds == max(0.0, left)
