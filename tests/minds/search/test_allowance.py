"""The seconds for a move: always within the budget."""

from hypothesis import given
from hypothesis import strategies as st

from minds.search.allowance import AT_LEAST, OVERHEAD, seconds_for
from world.api import Budget


def test_who_has_no_clock_has_all_the_time() -> None:
    """Without a clock the seconds are not limited."""
    assert seconds_for(Budget(depth=3, nodes=1000)) is None


def test_a_time_for_the_move_is_used() -> None:
    """Nearly all of the time for a move is used; a little is kept for the answer."""
    assert seconds_for(Budget(movetime=1.0)) == 1.0 - OVERHEAD


@given(st.floats(0, 1000), st.floats(0, 10))
def test_a_bank_is_shared_out(bank: float, increment: float) -> None:
    """A move takes at most half of the bank, and the bank lasts for a game's worth of moves."""
    seconds = seconds_for(Budget(bank=bank, increment=increment))
    assert seconds is not None
    assert AT_LEAST <= seconds <= max(AT_LEAST, bank / 2)
    left = bank
    for _ in range(40):
        left -= seconds_for(Budget(bank=max(0.0, left), increment=increment)) or 0.0
        left += increment
    assert left > -0.05, "what the margin forgives"
