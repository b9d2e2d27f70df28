"""The organiser's view of a course, and what an organiser does to it while it is served."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from arena.course.administration.organiser import Organiser, place_in_queue
from arena.course.handin import HandIn
from arena.course.ladder.begun import FOLDER
from arena.course.ladder.ladder import Ladder
from arena.course.ladder.roster import versions
from arena.course.people import Person
from arena.course.settings import read_course
from arena.errors import CourseError
from arena.store.store import open_store
from tests.arena.course.conftest import ANN, BOB, CAT, LIMITS, NOON, SPRING, bundle


@pytest.fixture
def organiser(course: Path) -> Iterator[Organiser]:
    """The organiser of a course with three people."""
    with Organiser(course) as found:
        yield found


def hand_in(organiser: Organiser, person: Person, text: str, state: str = "waiting") -> HandIn:
    """A hand-in of this state."""
    one = organiser.register.hand_in(person, bundle(text), SPRING, LIMITS, NOON)
    if state != "waiting":
        organiser.register.decide(one.number, "accepted" if state == "accepted" else "rejected", "words")
    return one


def disqualified(organiser: Organiser, one: HandIn) -> None:
    """Let the ladder disqualify a version."""
    (organiser.folder / FOLDER).mkdir()
    with open_store(organiser.folder / FOLDER, must_exist=False) as store, store.alone():
        ladder = Ladder(store, read_course(organiser.folder).plan)
        ladder.admit(versions([organiser.register.find(one.number)], organiser.members.shown), lambda _: bundle())
        store.disqualify("Ann@1", [])


def test_a_course_is_paused_and_goes_on(organiser: Organiser) -> None:
    """The switch is seen by another process, and survives it."""
    assert not organiser.is_paused
    organiser.pause()
    with Organiser(organiser.folder) as other:
        assert other.is_paused
        other.go_on()
    assert not organiser.is_paused


def test_everybody_reads_one_announcement(organiser: Organiser) -> None:
    """A new announcement replaces the one before, an empty one ends it; long or unprintable ones are refused."""
    organiser.announce("  first\r\nsecond line ")
    assert organiser.announcement is not None
    assert organiser.announcement.text == "first\nsecond line"
    for text in ("x" * 2001, "red \x1b[31m", "right to left \u202e"):
        with pytest.raises(CourseError, match="announcement"):
            organiser.announce(text)
    organiser.announce("x" * 2000)
    organiser.announce(" ")
    assert organiser.announcement is None


def test_withdrawn_and_checked_again(organiser: Organiser) -> None:
    """A hand-in that was withdrawn or refused goes back to the queue, and one that plays does not."""
    waiting, refused = hand_in(organiser, ANN, "1"), hand_in(organiser, BOB, "2", "refused")
    assert organiser.withdraw(waiting.number).state == "withdrawn"
    assert organiser.queue() == []
    for one in (waiting, refused):
        assert organiser.play_again(one.number).state == "waiting"
    assert [one.name for one in organiser.queue()] == ["Ann@1", "rooks@1"]
    organiser.register.decide(waiting.number, "accepted", "ready")
    with pytest.raises(CourseError, match="accepted and not disqualified"):
        organiser.play_again(waiting.number)
    with pytest.raises(CourseError, match="no hand-in 99"):
        organiser.withdraw(99)


def test_a_disqualified_version_is_to_play_again(organiser: Organiser) -> None:
    """The ladder is asked to reinstate it, since no other process writes the ladder's games."""
    one = hand_in(organiser, ANN, "1", "accepted")
    disqualified(organiser, one)
    organiser.play_again(one.number)
    assert organiser.register.reinstatements() == [one.number]


def test_an_extension_is_for_one_team(organiser: Organiser) -> None:
    """It is for a team of people.csv, in a season that is not finished, and later than its end."""
    closes = organiser.course.season[0].closes
    organiser.extend(BOB.key, closes + timedelta(hours=1))
    assert [one.until for one in organiser.people()] == [None, closes + timedelta(hours=1), closes + timedelta(hours=1)]
    for team, until, season, expected in (
        ("team kings", closes + timedelta(hours=1), "", "no team"),
        (ANN.key, closes, "", "expected a later time"),
        (ANN.key, closes + timedelta(hours=1), "autumn", "no season 'autumn'; expected one of spring"),
    ):
        with pytest.raises(CourseError, match=expected):
            organiser.extend(team, until, season)
    organiser.register.finish("spring", NOON)
    with pytest.raises(CourseError, match="finished"):
        organiser.extend(ANN.key, closes + timedelta(hours=1))


def test_people_are_listed_with_what_became_of_their_hand_ins(organiser: Organiser) -> None:
    """A row a person, with the team's hand-ins, the token, and the standing on the ladder."""
    organiser.invite([CAT.id])
    disqualified(organiser, hand_in(organiser, ANN, "1", "accepted"))
    hand_in(organiser, BOB, "2", "refused")
    found = organiser.people()
    assert [(one.name, one.has_token, one.hand_ins, one.latest, one.state, one.standing) for one in found] == [
        ("Ann", False, 1, 1, "accepted", "disqualified"),
        ("Bob", False, 1, 2, "rejected", None),
        ("Cat", True, 1, 2, "rejected", None),
    ]
    assert organiser.revoke([CAT.id]) == [CAT.id]
    assert not organiser.people()[2].has_token


def test_the_queue_is_in_the_order_of_the_checks(organiser: Organiser) -> None:
    """One of each team comes before the second of any, as the checks take them."""
    numbers = [hand_in(organiser, person, text).number for person, text in ((ANN, "1"), (ANN, "2"), (BOB, "3"))]
    assert [(one.place, one.number) for one in organiser.queue()] == [(1, numbers[0]), (2, numbers[2]), (3, numbers[1])]
    assert place_in_queue(organiser.register, numbers[1]) == 3
    organiser.register.decide(numbers[0], "accepted", "ready")
    assert place_in_queue(organiser.register, numbers[0]) is None
    assert place_in_queue(organiser.register, numbers[1]) == 2


def test_a_time_without_a_zone_is_the_server_s(organiser: Organiser) -> None:
    """A time as a form sends it is taken as local."""
    organiser.extend(ANN.key, datetime(2099, 1, 1))
    assert organiser.people()[0].until == datetime(2099, 1, 1).astimezone()


def test_the_course_is_woken_by_what_it_is_to_do(course: Path) -> None:
    """Pausing, withdrawing and the like wake the process that checks and plays; an announcement does not."""
    told = []
    with Organiser(course, lambda: told.append(1)) as organiser:
        number = hand_in(organiser, ANN, "1").number
        organiser.announce("hello")
        assert told == []
        organiser.pause()
        organiser.withdraw(number)
        organiser.play_again(number)
        organiser.go_on()
    assert len(told) == 4
