"""When the engine leaves it at what it has found: by its share of the clock, and by how sure it is."""

from hypothesis import given
from hypothesis import strategies as st

from minds.engine.clock import Clock
from minds.search.allowance import Allowance


class Still(Clock):
    """A clock that stands where it is put."""

    seconds = 0.0  # type: ignore[assignment]


def stands(clock: Still, seconds: float) -> Still:
    clock.seconds = seconds  # type: ignore[misc]
    return clock


def test_an_easy_move_takes_less() -> None:
    """Where all effort goes into the same move, half of the share is enough; where little does, not even the whole."""
    easy = stands(Still(Allowance(1.0, 4.0), is_fixed=False), 0.6)
    hard = stands(Still(Allowance(1.0, 4.0), is_fixed=False), 1.1)
    assert [easy.enough(5, 20, 1.0) for _ in range(6)][-1]
    assert not any(hard.enough(move, 20, 0.2) for move in range(6))


def test_a_falling_score_takes_more() -> None:
    """What would have been enough is not when the best move turns out worse."""
    for fallen, enough in ((0, True), (100, False)):
        clock = stands(Still(Allowance(1.0, 4.0), is_fixed=False), 0.0)
        clock.enough(5, 20, 0.5)
        assert stands(clock, 1.4).enough(5, 20 - fallen, 0.5) is enough


def test_nothing_is_saved_where_nothing_can_be() -> None:
    """A fixed time is used; who has no clock is never in a hurry."""
    assert not stands(Still(Allowance(1.0, 1.0), is_fixed=True), 0.99).enough(5, 0, 1.0)
    assert not stands(Still(None, is_fixed=False), 1e9).enough(5, 0, 1.0)


@given(st.integers(-30000, 30000), st.floats(0, 1), st.integers(0, 5))
def test_every_move_has_its_end(score: int, effort: float, move: int) -> None:
    """However it goes, one new move is worth half of its share, and none more than three of them."""
    clock = stands(Still(Allowance(1.0, 4.0), is_fixed=False), 0.0)
    clock.enough(0, 30_000, 0.0)
    assert not stands(clock, 0.5).enough(move, score, effort)
    assert stands(clock, 5.0).enough(move, score, effort)
