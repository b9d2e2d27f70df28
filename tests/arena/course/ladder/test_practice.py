"""Practice on demand comes soon, is bounded, and costs the team that asked for it only."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from arena.course.ladder import practice
from arena.course.ladder.begun import FOLDER
from arena.course.ladder.ladder import PRACTICE_LEAD, Ladder
from arena.course.ladder.practice import MAX_PAIRS, Practice, ask, begin_next, practices
from arena.course.ladder.roster import versions
from arena.course.people import Person
from arena.course.register import Register
from arena.course.settings import read_course
from arena.errors import CourseError
from arena.store.store import open_store
from tests.arena.course.conftest import ANN, BOB, LIMITS, NOON, SPRING, bundle

NAMES = {ANN.key: "Ann", BOB.key: "rooks"}


@pytest.fixture
def register(course: Path) -> Iterator[Register]:
    """A register in which a person and a team have an accepted version each."""
    with Register(course) as found:
        for person in (ANN, BOB):
            accept(found, person, person.id)
        yield found


def accept(register: Register, person: Person, text: str) -> int:
    """Hand in and accept; return the number."""
    one = register.hand_in(person, bundle(text), SPRING, LIMITS, NOON)
    register.decide(one.number, "accepted", "ready")
    return one.number


@pytest.fixture
def ladder(course: Path, register: Register) -> Iterator[Ladder]:
    """The ladder of both, who have met each baseline."""
    (course / FOLDER).mkdir()
    with open_store(course / FOLDER, must_exist=False) as store, store.alone():
        found = Ladder(store, read_course(course).plan)
        found.admit(versions(register.hand_ins(), NAMES), register.bundle_of)
        found.matchmaker.met.update(frozenset(pair) for pair in product(found.matchmaker.teams, range(2)))
        yield found


def practise(ladder: Ladder, register: Register) -> None:
    """Connect the ladder to what teams ask for, as the course's process does."""

    def next_wish(ready: object) -> tuple[int, str] | None:
        found = begin_next(register, ready)  # type: ignore[arg-type]
        return (found.hand_in, found.baseline) if found else None

    ladder.practice_of = next_wish


def test_practice_is_every_second_pair_until_it_is_played(course: Path, register: Register, ladder: Ladder) -> None:
    """Three pairs that Ann asks for come among the next six; others are not kept waiting, and it is charged to her."""
    practise(ladder, register)
    ask(register, course, ANN.key, "minimax", 3, NOON)
    found = [frozenset(ladder.names[mind] for mind in ladder.next_games()[0].seats) for _ in range(6)]
    assert found[0] == found[2] == found[4] == {"Ann@1", "minimax"}
    assert Counter("rooks@1" in one for one in found)[True] >= 2
    assert [(one.begun, one.pairs) for one in practices(register, 1)] == [(3, 3)]
    balance = ladder.matchmaker.accounts.balance
    assert balance(ANN.key) > balance(BOB.key)
    numbers = [task.name for task in ladder.next_games()]
    assert len(set(numbers)) == 2


def test_a_new_version_meets_each_baseline_before_it_practises(
    course: Path, register: Register, ladder: Ladder
) -> None:
    """Games that were asked for come after the first pair against each."""
    practise(ladder, register)
    ladder.matchmaker.met.clear()
    del ladder.matchmaker.teams[ladder.hand_ins[2]]
    ask(register, course, ANN.key, "minimax", 4, NOON)
    found = [ladder.names[ladder.next_games()[0].seats[0]] for _ in range(4)]
    assert sorted(found[:2]) == ["any-random-legal-move", "minimax"]
    assert "minimax" in found[2:]


def test_a_team_that_is_far_ahead_waits(course: Path, register: Register, ladder: Ladder) -> None:
    """A mind that costs hours practises when the others have caught up, and not before."""
    practise(ladder, register)
    ask(register, course, ANN.key, "minimax", 1, NOON)
    ladder.matchmaker.accounts.paid[ANN.key] += 2 * PRACTICE_LEAD
    for _ in range(4):
        assert "Ann@1" not in {ladder.names[mind] for task in ladder.next_games() for mind in task.seats}
    ladder.matchmaker.accounts.paid[BOB.key] += 2 * PRACTICE_LEAD
    ladder.next_games()
    ladder.next_games()
    assert practices(register, 1)[0].begun == 1


def test_practice_is_bounded(course: Path, register: Register, ladder: Ladder) -> None:
    """So many pairs at most are to come; baselines are named, and a version that is none does not practise."""
    del ladder
    ask(register, course, ANN.key, "minimax", MAX_PAIRS - 1, NOON)
    for pairs in (0, -1, 2, 10**9):
        with pytest.raises(CourseError, match="expected 1 or more, and at most 50"):
            ask(register, course, ANN.key, "minimax", pairs, NOON)
    ask(register, course, ANN.key, "minimax", 1, NOON)
    with pytest.raises(CourseError, match="no baseline 'rooks@1'; expected one of any-random-legal-move, minimax"):
        ask(register, course, BOB.key, "rooks@1", 1, NOON)
    with pytest.raises(CourseError, match="no version of yours plays"):
        ask(register, course, "team kings", "minimax", 1, NOON)


def test_what_an_old_version_has_asked_for_is_not_played(course: Path, register: Register, ladder: Ladder) -> None:
    """A new version begins with nothing to come."""
    practise(ladder, register)
    ask(register, course, ANN.key, "minimax", 2, NOON)
    new = accept(register, ANN, "2")
    ladder.admit(versions(register.hand_ins(), NAMES), register.bundle_of)
    for _ in range(4):
        ladder.next_games()
    assert practices(register, 1)[0].begun == 0
    assert ask(register, course, ANN.key, "minimax", MAX_PAIRS, NOON).hand_in == new


def test_a_ladder_that_has_not_begun(course: Path, register: Register) -> None:
    """It has no baselines yet to practise against."""
    with pytest.raises(CourseError, match="has not begun"):
        ask(register, course, ANN.key, "minimax", 1, NOON)


def test_two_who_ask_at_once_get_no_more_than_one(
    course: Path, register: Register, ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games to come are counted where they are noted, so that requests at the same moment do not miss each other."""
    in_change: list[bool] = []

    def noted(*given: object) -> list[Practice]:
        in_change.append(register.db.in_transaction)
        return practices(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(practice, "practices", noted)
    ask(register, course, ANN.key, "minimax", 1, NOON)
    assert in_change[0]
