"""The engine stops according to its share of the clock and how settled its choice is."""

from hypothesis import given
from hypothesis import strategies as st

from minds.engine.clock import Clock
from minds.search.allowance import Allowance


class Still(Clock):
    """A clock that shows a fixed time."""

    seconds = 0.0  # type: ignore[assignment]


def stands(clock: Still, seconds: float) -> Still:
    clock.seconds = seconds  # type: ignore[misc]
    return clock


def test_an_easy_move_takes_less() -> None:
    """With all effort in one move half of the share is enough; with little, not even the whole."""
    easy = stands(Still(Allowance(1.0, 4.0), is_fixed=False), 0.6)
    hard = stands(Still(Allowance(1.0, 4.0), is_fixed=False), 1.1)
    assert [easy.should_stop(5, 20, 1.0) for _ in range(6)][-1]
    assert not any(hard.should_stop(move, 20, 0.2) for move in range(6))


def test_a_falling_score_takes_more() -> None:
    """A time that would be enough is not when the best move's score falls."""
    for fallen, enough in ((0, True), (100, False)):
        clock = stands(Still(Allowance(1.0, 4.0), is_fixed=False), 0.0)
        clock.should_stop(5, 20, 0.5)
        assert stands(clock, 1.4).should_stop(5, 20 - fallen, 0.5) is enough


def test_a_fixed_time_is_used_up() -> None:
    """A fixed time is used up, and without a clock the search never stops early."""
    assert not stands(Still(Allowance(1.0, 1.0), is_fixed=True), 0.99).should_stop(5, 0, 1.0)
    assert not stands(Still(None, is_fixed=False), 1e9).should_stop(5, 0, 1.0)


@given(st.integers(-30000, 30000), st.floats(0, 1), st.integers(0, 5))
def test_every_move_has_its_bounds(score: int, effort: float, move: int) -> None:
    """Any new move takes at least half of its share and at most five times as much."""
    clock = stands(Still(Allowance(1.0, 4.0), is_fixed=False), 0.0)
    clock.should_stop(0, 30_000, 0.0)
    assert not stands(clock, 0.5).should_stop(move, score, effort)
    assert stands(clock, 5.0).should_stop(move, score, effort)
