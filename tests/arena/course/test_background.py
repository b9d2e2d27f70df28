"""The process that checks and plays for a course notices within seconds what others have changed."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Thread

import pytest

from arena.course import background
from arena.course.administration.organiser import Organiser
from arena.course.background import MAX_FAILURES, Background, _work
from arena.course.child import WRONG_COURSE
from arena.course.hand_ins.examination import SECONDS, Verdict
from arena.course.handin import HandIn
from arena.course.ladder.accounts import Accounts
from arena.course.ladder.begun import FOLDER
from arena.course.ladder.files import VersionFiles, lost_files
from arena.course.ladder.ladder import Ladder
from arena.course.ladder.matchmaking import Matchmaker
from arena.course.ladder.roster import Climber
from arena.course.notices import Notices
from arena.course.register import Register
from arena.course.settings import FILE
from arena.errors import CourseError, EntrantError
from arena.niceness import MAX_NICENESS
from arena.store.store import open_store
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


class StandIn(Ladder):
    """A ladder on which somebody plays, without a store: it notes the versions that it is to admit."""

    def __init__(self) -> None:
        self.matchmaker, self.files = Matchmaker(Accounts(), frozenset(), {2: ANN.key}), VersionFiles(None)  # type: ignore[arg-type]
        self.seen: list[Sequence[Climber]] = []

    def admit(self, versions: Sequence[Climber], _bundle_of: object) -> None:
        """Note the versions."""
        self.seen.append(versions)


def test_a_pause_stops_checks_but_not_hand_ins(course: Path, work: Background) -> None:
    """A hand-in waits during a pause, and is checked when the course goes on; the ladder hears of both."""
    with Organiser(course) as organiser:
        organiser.pause()
        until(work.changed.is_set)
        assert work.is_over(StandIn())
        assert work.is_over(StandIn())  # until the games under way are over
        one = organiser.register.hand_in(ANN, bundle("1"), SPRING, LIMITS, NOON)
        work.news.set()
        until(lambda: not work.news.is_set())  # the checks have looked, and wait
        assert organiser.register.find(one.number).state == "waiting"
        organiser.go_on()
        until(lambda: organiser.register.find(one.number).state == "accepted")
        until(work.changed.is_set)


@pytest.mark.parametrize(("job", "niceness"), [("check", background.CHECKS), ("finish", background.GAMES)])
def test_pages_come_before_checks_and_checks_before_games(work: Background, job: str, niceness: int) -> None:
    """The thread that checks, and all that it starts, leaves the processor to pages, and games leave it to checks."""
    seen: list[tuple[int, int]] = []

    def look() -> None:
        before = os.getpriority(os.PRIO_PROCESS, 0)  # of this thread
        getattr(work, job)()
        seen.append((before, os.getpriority(os.PRIO_PROCESS, 0)))

    work.stopped.set()
    thread = Thread(target=look)
    thread.start()
    thread.join()
    ((before, after),) = seen
    assert after == min(before + niceness, MAX_NICENESS)
    assert 0 < background.CHECKS < background.GAMES


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
        assert not work._wishes().is_urgent


def test_versions_come_and_go_while_games_are_played(course: Path, work: Background) -> None:
    """A sitting of the ladder goes on with a new version; it ends for a pause, and when nobody is left."""
    ladder = StandIn()
    assert not work.is_over(ladder)
    work.register.hand_in(ANN, bundle("1"), SPRING, LIMITS, NOON)
    work.woken.set()
    until(lambda: not work.is_over(ladder) and len(ladder.seen) == 1)
    assert [one.name for one in ladder.seen[0]] == ["Ann@1"]
    assert not work.is_over(ladder)
    assert len(ladder.seen) == 1
    ladder.matchmaker.teams.clear()
    assert work.is_over(ladder)


def test_files_that_are_lost_are_looked_for_again(work: Background, monkeypatch: pytest.MonkeyPatch) -> None:
    """A version that rests because of them plays once they are back, though nothing else has changed."""
    monkeypatch.setattr(background, "LOST_FILES_INTERVAL", 0.0)
    ladder = StandIn()
    ladder.files.lost[1] = "gone"
    work._admit(ladder)
    assert lost_files(work.register) == {1: "gone"}
    ladder.files.lost.clear()
    ladder.files.lost[2] = "gone"
    assert not work.is_over(ladder)
    assert lost_files(work.register) == {2: "gone"}
    ladder.files.lost.clear()
    seen = len(ladder.seen)
    assert not work.is_over(ladder)
    assert len(ladder.seen) == seen


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


def test_damaged_files_are_refused_in_the_end(course: Path) -> None:
    """A hand-in whose files cannot be read is not tried for ever; its team reads why."""
    work = Background(course)
    work.register.hand_in(ANN, bundle("1"), SPRING, LIMITS, NOON)
    with work.register.change() as db:
        db.execute("UPDATE bundles SET packed = ?", (b"damaged",))
    for _ in range(MAX_FAILURES):
        with pytest.raises(CourseError, match="the files of hand-in 1"):
            work._check_next()
    assert work.register.find(1).state == "rejected"
    assert "the files of hand-in 1" in work.register.find(1).words
    work.register.close()


def test_a_mistake_that_stops_the_work_is_noted(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings by which the ladder has begun were edited, and the process is started again; until it is mended."""
    monkeypatch.setattr(Background, "run", lambda _: None)
    work = Background(course)
    (course / FOLDER).mkdir()
    with open_store(course / FOLDER, must_exist=False) as store:
        work._ladder(store)
    work.register.close()
    settings = (course / FILE).read_text()
    (course / FILE).write_text(f'names = "pseudonyms"\n{settings}')
    assert _work(course) == WRONG_COURSE
    with Register(course) as register:
        assert 'the ladder has begun with names = "real"' in Notices(register).standstill
        (course / FILE).write_text(settings)
        assert _work(course) == 0
        assert Notices(register).standstill == ""
