"""The process that checks and plays for a course notices within seconds what others have changed."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import monotonic

import pytest

from arena.course import background
from arena.course.administration.organiser import Organiser
from arena.course.background import Background
from arena.course.hand_ins.examination import SECONDS, Verdict
from arena.course.hand_ins.handin import HandIn
from arena.errors import EntrantError
from tests.arena.course.conftest import ANN, BOB, LIMITS, NOON, SPRING, bundle
from tests.conftest import until


@pytest.fixture
def work(course: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Background]:
    """The work of a course whose checks accept everything at once, without its ladder."""
    monkeypatch.setattr(background, "examine", lambda *_: Verdict(True, "ready"))
    monkeypatch.setattr(background, "INTERVAL", 0.05)
    found = Background(course)
    threads = [Thread(target=one) for one in (found.watch, found.check)]
    for thread in threads:
        thread.start()
    yield found
    found.stopped.set()
    for event in (found.news, found.changed, found.woken):
        event.set()
    for thread in threads:
        thread.join()
    found.register.close()


def test_a_pause_stops_checks_but_not_hand_ins(course: Path, work: Background) -> None:
    """A hand-in waits during a pause, and is checked when the course goes on; the ladder hears of both."""
    with Organiser(course) as organiser:
        organiser.pause()
        until(work.changed.is_set)
        assert work.is_over(monotonic())
        work.changed.clear()
        work.wishes = work._wishes()
        one = organiser.register.hand_in(ANN, bundle("1"), SPRING, LIMITS, NOON)
        work.news.set()
        until(lambda: not work.news.is_set())  # the checks have looked, and wait
        assert organiser.register.find(one.number).state == "waiting"
        organiser.go_on()
        until(lambda: organiser.register.find(one.number).state == "accepted")
        until(work.changed.is_set)


def test_the_ladder_hears_of_withdrawn_versions_only(course: Path, work: Background) -> None:
    """A version that leaves ends the ladder's sitting; an announcement or a nomination does not."""
    with Organiser(course) as organiser:
        one = organiser.register.hand_in(ANN, bundle("1"), SPRING, LIMITS, NOON)
        until(lambda: organiser.register.find(one.number).state == "accepted")
        until(work.changed.is_set)
        work.changed.clear()
        work.wishes = work._wishes()  # as the next sitting does
        organiser.announce("hello")
        organiser.register.nominate(one.number)
        assert work._wishes().is_like(work.wishes)
        organiser.withdraw(one.number)
        until(work.changed.is_set)
        assert not work.is_urgent


def test_the_ladder_plays_for_a_while_between_two_new_versions(work: Background) -> None:
    """Its workers take seconds to start, and many people may hand in at once; a server that stops does not wait."""
    assert not work.is_over(monotonic() - 3600)
    work.changed.set()
    assert not work.is_over(monotonic())
    assert work.is_over(monotonic() - background.MIN_SITTING)
    work.stopped.set()
    assert work.is_over(monotonic())


def test_a_check_that_cannot_be_made_keeps_nobody_waiting(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hand-in stays; all others are checked before it is tried again, with more time: the machine may be busy."""
    asked = []

    def fail(hand_in: HandIn, _bundle: object, _plan: object, seconds: int) -> Verdict:
        asked.append((hand_in.number, seconds))
        if hand_in.number == 1:
            raise EntrantError("submitted files cannot be unpacked")
        return Verdict(True, "ready")

    monkeypatch.setattr(background, "examine", fail)
    work = Background(course)
    for person in (ANN, BOB):
        work.register.hand_in(person, bundle(person.id), SPRING, LIMITS, NOON)
    with pytest.raises(EntrantError):
        work._check_next()
    work._check_next()
    with pytest.raises(EntrantError):
        work._check_next()
    assert asked == [(1, SECONDS), (2, SECONDS), (1, 4 * SECONDS)]
    assert [one.state for one in work.register.hand_ins()] == ["accepted", "waiting"]
    work.register.close()
