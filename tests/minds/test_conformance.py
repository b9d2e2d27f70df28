"""The checks that authors of minds run, and what they say of time."""

from collections.abc import Iterator

import pytest

from minds import Mind
from minds.api import Answer
from minds.conformance import TRIES, check_mind
from world.api import State


class First(Mind):
    """Plays the first legal move."""

    name = "first"

    def getaction(self, state: State) -> Answer:
        return state.position.legal_moves()[0]


def clock(late: int) -> Iterator[float]:
    """Read a clock on which the first answers, so many of those with a time limit, take five seconds."""
    now, answers = 0.0, 0
    while True:
        yield now
        is_timed = answers % 10 >= 6  # each position is asked twice for each of five budgets; the last two are of time
        now += 5.0 if is_timed and late > 0 else 0.0
        late, answers = late - is_timed, answers + 1
        yield now


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    readings = clock(request.param)
    monkeypatch.setattr("minds.player.perf_counter", lambda: next(readings))


@pytest.mark.parametrize("late", [TRIES - 1], indirect=True)
@pytest.mark.usefixtures("late")
def test_a_mind_that_is_late_by_chance_passes() -> None:
    """A mind that a busy machine made late is asked again, and passes when it is in time."""
    check_mind(First())


@pytest.mark.parametrize("late", [10**6], indirect=True)
@pytest.mark.usefixtures("late")
def test_a_mind_that_is_always_late_is_told() -> None:
    """A mind that is late each time is told by how much, and how often it was asked."""
    with pytest.raises(AssertionError, match=rf"the start: 5\.00 s for .*movetime=0\.05.*, each of {TRIES} times"):
        check_mind(First())
