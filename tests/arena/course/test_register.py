"""The register: tokens and hand-ins, which nobody can forge, flood or lose."""

import sqlite3
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from arena.course.handin import HandIn
from arena.course.people import Person
from arena.course.register import FILE, ORGANISER, Register
from arena.course.settings import HandInLimits
from arena.course.tables import MIGRATIONS
from arena.errors import CourseError, StoreError
from tests.arena.course.conftest import ANN, BOB, CAT, LIMITS, NOON, SPRING, bundle
from world.tokens import hashed

HOUR = timedelta(hours=1)


@pytest.fixture
def register(tmp_path: Path) -> Iterator[Register]:
    """An empty register."""
    with Register(tmp_path) as found:
        yield found


def test_a_token_names_its_holder_and_is_kept_nowhere(register: Register, tmp_path: Path) -> None:
    """The file holds hashes only, so that who reads it cannot hand in for others."""
    token = register.invite(ANN.id, NOON)
    assert register.holder_of(token) == ANN.id
    assert register.holder_of(token[:-1]) is None
    assert not any(token.encode() in path.read_bytes() for path in tmp_path.iterdir())


def test_a_new_invitation_ends_the_one_before(register: Register) -> None:
    """A token that was sent to the wrong address is void once it is renewed or revoked."""
    old, new = register.invite(ANN.id, NOON), register.invite(ANN.id, NOON)
    assert (register.holder_of(old), register.holder_of(new)) == (None, ANN.id)
    assert register.revoke(ANN.id)
    assert not register.revoke(ANN.id)
    assert register.holder_of(new) is None


def test_the_organiser_is_nobody_of_the_people(register: Register) -> None:
    """The organiser's token is told from everybody else's."""
    assert register.holder_of(register.invite(ORGANISER, NOON)) == ORGANISER
    assert register.holder_of("") is None


def test_a_team_has_its_versions_together(register: Register) -> None:
    """Members of a team hand in to the same row of versions, and nobody else's."""
    first = register.hand_in(BOB, bundle("1"), SPRING, LIMITS, NOON)
    second = register.hand_in(CAT, bundle("2"), SPRING, LIMITS, NOON + HOUR)
    other = register.hand_in(ANN, bundle("1"), SPRING, LIMITS, NOON)
    assert [(one.version, one.person) for one in (first, second, other)] == [(1, "bob"), (2, "cat"), (1, "ann")]
    assert register.hand_ins(BOB.key) == [second, first]
    assert register.bundle_of(second) == bundle("2")


def test_an_upload_that_is_repeated_counts_once(register: Register) -> None:
    """A browser that sends the same files twice gets the same answer."""
    first = register.hand_in(ANN, bundle(), SPRING, LIMITS, NOON)
    assert register.hand_in(ANN, bundle(), SPRING, LIMITS, NOON + HOUR) == first
    assert len(register.hand_ins()) == 1


def test_hand_ins_are_bounded_in_number(register: Register) -> None:
    """A team that hands in too often is told when the next one is welcome, and then it is."""
    limits = HandInLimits(hand_ins_an_hour=2, hand_ins_a_day=3)
    register.hand_in(ANN, bundle("1"), SPRING, limits, NOON)
    register.hand_in(ANN, bundle("2"), SPRING, limits, NOON + HOUR / 2)
    with pytest.raises(CourseError, match="2 hand-ins an hour are allowed; the next one is from 13:00:00 UTC on"):
        register.hand_in(ANN, bundle("3"), SPRING, limits, NOON + HOUR * 0.9)
    register.hand_in(BOB, bundle("3"), SPRING, limits, NOON + HOUR * 0.9)
    register.hand_in(ANN, bundle("3"), SPRING, limits, NOON + HOUR)
    with pytest.raises(CourseError, match="3 hand-ins a day"):
        register.hand_in(ANN, bundle("4"), SPRING, limits, NOON + 5 * HOUR)


def test_hand_ins_are_bounded_in_size(register: Register) -> None:
    """Files beyond the course's limit are refused, and nothing of them is kept."""
    with pytest.raises(CourseError, match="expected at most 1 KiB"):
        register.hand_in(ANN, bundle("#" * 1025), SPRING, HandInLimits(kibibytes=1), NOON)
    assert register.hand_ins() == []


def test_late_ones_are_marked_and_early_ones_refused(register: Register) -> None:
    """A season that has closed still takes hand-ins; one that has not opened does not."""
    with pytest.raises(CourseError, match="opens at"):
        register.hand_in(ANN, bundle(), SPRING, LIMITS, SPRING.opens - HOUR)
    assert register.hand_in(ANN, bundle(), SPRING, LIMITS, SPRING.closes).is_late


def test_a_bundle_without_a_mind(register: Register) -> None:
    """Files among which there is no mind are refused in words."""
    with pytest.raises(CourseError, match=r"mind\.py"):
        register.hand_in(ANN, bundle(name="notes.txt"), SPRING, LIMITS, NOON)


def test_a_clock_that_was_ahead_keeps_nobody_out(register: Register) -> None:
    """Hand-ins made while the clock was days ahead do not count against a team until then."""
    limits = HandInLimits(hand_ins_an_hour=1, hand_ins_a_day=1)
    register.hand_in(ANN, bundle("1"), SPRING, limits, NOON + 48 * HOUR)
    assert register.hand_in(ANN, bundle("2"), SPRING, limits, NOON).version == 2
    with pytest.raises(CourseError, match="1 hand-ins an hour"):
        register.hand_in(ANN, bundle("3"), SPRING, limits, NOON)


def test_who_hands_in_often_waits_behind_the_others(register: Register) -> None:
    """The queue takes one of each team before the second of any."""
    for number in range(3):
        register.hand_in(ANN, bundle(f"a{number}"), SPRING, LIMITS, NOON)
    register.hand_in(BOB, bundle("b"), SPRING, LIMITS, NOON)
    order = []
    while (found := register.next_waiting()) is not None:
        register.decide(found.number, "accepted", "ready")
        order.append((found.person, found.version))
    assert order == [("ann", 1), ("bob", 1), ("ann", 2), ("ann", 3)]


def test_the_latest_accepted_in_time_ends_the_season(register: Register) -> None:
    """Neither refused nor late ones count, unless a late one is all there is; a nominated one goes first."""
    times = [NOON, NOON + HOUR, NOON + 2 * HOUR, SPRING.closes + HOUR]
    first, second, refused, late = (register.hand_in(ANN, bundle(str(at)), SPRING, LIMITS, at) for at in times)
    for one in (first, second, late):
        register.decide(one.number, "accepted", "")
    register.decide(refused.number, "rejected", "it crashes")
    assert register.entered("spring")[ANN.key].number == second.number
    register.nominate(first.number)
    assert register.entered("spring")[ANN.key].number == first.number
    register.nominate(late.number)
    assert register.entered("spring")[ANN.key].number == late.number
    assert register.entered("spring", ANN.key) == register.entered("spring")
    assert register.entered("spring", BOB.key) == {}
    with pytest.raises(CourseError, match="rejected; expected an accepted one"):
        register.nominate(refused.number)


def test_what_was_taken_in_is_there_after_a_restart(tmp_path: Path) -> None:
    """Another process finds tokens and hand-ins as they were confirmed."""
    with Register(tmp_path) as register:
        token = register.invite(ANN.id, NOON)
        one = register.hand_in(ANN, bundle(), SPRING, LIMITS, NOON)
        with Register(tmp_path) as other:
            assert other.holder_of(token) == ANN.id
            assert other.find(one.number) == one


def test_a_file_that_is_no_register(tmp_path: Path) -> None:
    """A damaged file, or one of a newer arena, is refused in words."""
    (tmp_path / FILE).write_bytes(b"no database" * 100)
    with pytest.raises(StoreError, match="cannot be used"):
        Register(tmp_path)
    (tmp_path / FILE).unlink()
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(StoreError, match="newer arena"):
        Register(tmp_path)


def test_a_register_of_before_keeps_everything(tmp_path: Path) -> None:
    """A file of the first version gets the tables that it lacks; tokens, hand-ins and files stay as they were."""
    db = sqlite3.connect(tmp_path / FILE)
    db.executescript(f"{MIGRATIONS[0]} PRAGMA user_version = 1;")
    row = (1, 1, ANN.key, ANN.id, NOON.isoformat(), "spring", bundle().digest, "mind.py", 0, "accepted", "ready", 1)
    db.execute(f"INSERT INTO hand_ins VALUES ({', '.join('?' * len(row))})", row)
    db.execute("INSERT INTO bundles VALUES (?, ?)", (bundle().digest, bundle().pack()))
    db.execute("INSERT INTO tokens VALUES (?, ?, ?)", (hashed("secret"), ANN.id, NOON.isoformat()))
    db.commit()
    db.close()
    for _ in range(2):
        with Register(tmp_path) as register:
            (one,) = register.hand_ins()
            assert (one.at, one.state, one.words, one.is_nominated) == (NOON, "accepted", "ready", True)
            assert register.bundle_of(one) == bundle()
            assert register.holder_of("secret") == ANN.id
            assert register.finished() == {}


def accepted(register: Register, text: str, at: datetime = NOON, person: Person = ANN) -> HandIn:
    """A hand-in that was accepted."""
    one = register.hand_in(person, bundle(text), SPRING, LIMITS, at)
    register.decide(one.number, "accepted", "ready")
    return register.find(one.number)


def test_a_finished_season_is_frozen(register: Register) -> None:
    """Nothing is nominated for a finished season, and its versions are those of its end, however often it is asked."""
    first, second = accepted(register, "1"), accepted(register, "2", NOON + HOUR)
    assert [one.number for one in register.finish("spring", NOON + 2 * HOUR)] == [second.number]
    with pytest.raises(CourseError, match="season spring is finished"):
        register.nominate(first.number)
    late = accepted(register, "3", NOON + 3 * HOUR)
    assert late.is_late
    assert [one.number for one in register.finish("spring", NOON + 4 * HOUR)] == [second.number]
    assert register.finished() == {"spring": NOON + 2 * HOUR}


def test_a_team_with_an_extension_is_in_time(register: Register) -> None:
    """An extension moves the end for one team; it never makes it earlier."""
    register.extend(ANN.key, "spring", SPRING.closes + HOUR)
    register.extend(BOB.key, "spring", SPRING.closes - HOUR)
    after = SPRING.closes + HOUR / 2
    assert not register.hand_in(ANN, bundle("1"), SPRING, LIMITS, after).is_late
    assert register.hand_in(ANN, bundle("2"), SPRING, LIMITS, SPRING.closes + HOUR).is_late
    assert not register.hand_in(BOB, bundle("1"), SPRING, LIMITS, SPRING.closes - HOUR / 2).is_late
    assert register.hand_in(CAT, bundle("2"), SPRING, LIMITS, after).is_late


def test_a_hand_in_that_is_withdrawn_stays_so(register: Register) -> None:
    """A check that ends after its hand-in was withdrawn changes nothing, and what is withdrawn ends no season."""
    one = register.hand_in(ANN, bundle("1"), SPRING, LIMITS, NOON)
    register.withdraw(one.number)
    register.decide(one.number, "accepted", "ready")
    assert register.find(one.number).state == "withdrawn"
    nominated = accepted(register, "2", NOON + HOUR)
    register.nominate(nominated.number)
    register.withdraw(nominated.number)
    assert register.entered("spring") == {}
    with pytest.raises(CourseError, match="withdrawn already"):
        register.withdraw(one.number)


def test_changes_of_other_processes_are_noticed(register: Register, tmp_path: Path) -> None:
    """The stamp changes when another connection has written, and not by looking."""
    before = register.stamp
    assert register.stamp == before
    with Register(tmp_path) as other:
        other.invite(ANN.id, NOON)
        assert register.stamp != before
