"""The end of a season that the organiser's page asks for is played by the server, also after a restart."""

from pathlib import Path
from threading import Event

import pytest

from arena.course.administration.organiser import Organiser
from arena.course.seasons import finisher
from arena.course.seasons.finisher import play_wished_end
from arena.errors import CourseError
from tests.arena.course.conftest import ANN, LIMITS, NOON, SPRING, bundle


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """The exit codes that the command has, one after the other; what is left was not run."""
    codes: list[int | None] = []
    monkeypatch.setattr(finisher, "_run", lambda *_: codes.pop(0))
    monkeypatch.setattr(finisher, "PATIENCE", 0.0)
    return codes


def wished(course: Path) -> Organiser:
    """A course whose organiser has asked for the end of its season."""
    organiser = Organiser(course)
    one = organiser.register.hand_in(ANN, bundle(), SPRING, LIMITS, NOON)
    organiser.register.decide(one.number, "accepted", "ready")
    with pytest.raises(CourseError, match="closes at"):
        organiser.finish("spring")
    assert organiser.season_to_finish is None
    organiser.finish("spring", is_early=True)
    return organiser


def test_the_end_is_played_once(course: Path, runs: list[int | None]) -> None:
    """A try that fails is repeated; one that succeeds ends the wish."""
    runs += [2, 0, 0]
    with wished(course) as organiser:
        assert "spring" in organiser.register.finished()
        assert play_wished_end(course, organiser.notices, Event()) == "season spring is finished"
        assert play_wished_end(course, organiser.notices, Event()) == ""
        assert runs == [0]
        assert organiser.season_to_finish is None


def test_an_end_that_cannot_be_played_is_given_up(course: Path, runs: list[int | None]) -> None:
    """After many tries the server says which command says why."""
    runs += [2] * finisher.MAX_TRIES
    with wished(course) as organiser:
        assert "arena course finish says why" in play_wished_end(course, organiser.notices, Event())
        assert organiser.season_to_finish is None


def test_a_server_that_stops_keeps_the_wish(course: Path, runs: list[int | None]) -> None:
    """The next one goes on with it."""
    runs += [None, 0]
    stopped = Event()
    stopped.set()
    with wished(course) as organiser:
        assert play_wished_end(course, organiser.notices, stopped) == ""
        assert organiser.season_to_finish == "spring"
    with Organiser(course) as organiser:
        assert play_wished_end(course, organiser.notices, Event()) == "season spring is finished"
