"""Versions are known by their hand-ins: other names in people.csv change nothing but what is shown."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import arena
from arena.course.handin import HandIn
from arena.course.ladder.comparing import Comparer
from arena.course.ladder.ladder import Ladder
from arena.course.ladder.roster import versions
from arena.course.people import Person
from arena.course.register import Register
from arena.store.store import Store
from tests.arena.course.conftest import ANN, BOB, LIMITS, NOON, SPRING, bundle
from tests.arena.course.ladder.test_ladder import FIRST, PLAN, accept, climb, store

__all__ = ["store"]
NAMES = {ANN.key: "Ann", BOB.key: "Bob"}
SWAPPED = {ANN.key: "Bob", BOB.key: "Ann"}
LAST = FIRST.replace("[0]", "[-1]")


@pytest.fixture
def register(tmp_path: Path) -> Iterator[Register]:
    """A register in which Ann has handed in two versions and Bob one, of other files."""
    with Register(tmp_path) as found:
        for person, text in ((ANN, "# a mind of before"), (BOB, LAST), (ANN, FIRST)):
            accept(found, person, text)
        yield found


def admit(store: Store, register: Register, names: dict[str, str]) -> Ladder:
    """A ladder that goes on with these names."""
    ladder = Ladder(store, PLAN)
    ladder.admit(versions(register.hand_ins(), names), register.bundle_of)
    return ladder


def shown(store: Store) -> list[tuple[str, str, bool]]:
    """The versions on the ladder: names, files, and whether they play."""
    return [(one.name, one.bundle, one.is_playing) for one in store.entrants()[2:]]


def test_swapped_names_swap_nothing_but_labels(store: Store, register: Register) -> None:
    """Files, games, accounts and resting versions stay with those whose they are; the pages show the other name."""
    first, bob, ann = (one.digest for one in reversed(register.hand_ins()))
    before = Ladder(store, PLAN)
    before.admit(versions(register.hand_ins()[2:], NAMES), register.bundle_of)  # Ann's first
    admit(store, register, NAMES)
    climb(store, register, 6, NAMES)
    assert shown(store) == [("Ann@1", first, False), ("Bob@1", bob, True), ("Ann@2", ann, True)]
    seats, paid = store.seats(), admit(store, register, NAMES).matchmaker.accounts.paid
    for _ in range(2):
        after = admit(store, register, SWAPPED)
        assert shown(store) == [("Bob@1", first, False), ("Ann@1", bob, True), ("Bob@2", ann, True)]
        assert after.matchmaker.teams == {3: BOB.key, 4: ANN.key}
        assert after.matchmaker.accounts.paid == paid
        assert store.seats() == seats
    climb(store, register, 2, SWAPPED)
    assert set(arena.load(store.folder).standings["mind"]) == {*PLAN.minds, "Ann@1", "Bob@2"}


def test_a_ladder_keeps_a_plan_for_each_change_of_names_only(store: Store, register: Register) -> None:
    """Each version adds to the latest plan; with one plan a version, a ladder of thousands would be mostly plans."""
    for count in (1, 2, 3):
        ladder = Ladder(store, PLAN)
        ladder.admit(versions(register.hand_ins()[-count:], NAMES), register.bundle_of)
    assert names_of_plans(store) == [["Ann@1", "Bob@1", "Ann@2"]]
    admit(store, register, SWAPPED)
    accept(register, BOB, "# Bob's second")
    admit(store, register, SWAPPED)
    assert names_of_plans(store) == [["Ann@1", "Bob@1", "Ann@2"], ["Bob@1", "Ann@1", "Bob@2", "Ann@2"]]


def names_of_plans(store: Store) -> list[list[str]]:
    """The names of the versions in each of the store's plans."""
    rows = store.db.execute("SELECT toml FROM plans ORDER BY number")
    plans = [tomllib.loads(toml) for (toml,) in rows]
    return [[mind["name"] for mind in plan["minds"] if isinstance(mind, dict)] for plan in plans]


def test_a_version_plays_with_its_own_files_after_a_swap(store: Store, register: Register) -> None:
    """A new version gets the files that were handed in, though another had its name before."""
    admit(store, register, NAMES)
    accept(register, BOB, "# Bob's second")
    admit(store, register, SWAPPED)
    wanted = {one.number: one.digest for one in register.hand_ins()}
    assert [(one.name, wanted[one.hand_in]) for one in store.entrants()[2:]] == [
        (name, digest) for name, digest, _ in shown(store)
    ]
    assert shown(store)[-1][0] == "Ann@2"


def test_who_has_left_gives_the_name_to_another(store: Store, register: Register) -> None:
    """The version of before keeps its games under another name, and the new one begins without games."""
    climb(store, register, 4, NAMES)
    cat = Person("Ann", "cat")
    accept(register, cat, FIRST)
    accept(register, cat, LAST)
    ladder = admit(store, register, {BOB.key: "Bob", cat.key: "Ann"})
    assert [name for name, _, is_playing in shown(store) if is_playing] == ["Bob@1", "Ann@2"]
    assert ladder.store.entrants()[3].name == "Ann@2-2"
    place = ladder.hand_ins[5]
    assert not any(place in seats for seats in store.seats().values())


def test_an_older_ladder_goes_on(store: Store, register: Register) -> None:
    """Its versions are found by files and numbers, equal ones by their names: nobody begins anew."""
    accept(register, BOB, FIRST)  # as Ann's second
    climb(store, register, 4, NAMES)
    before = [one.hand_in for one in store.entrants()]
    store.db.execute("UPDATE minds SET hand_in = 0")
    admit(store, register, NAMES)
    assert [one.hand_in for one in store.entrants()] == before == [0, 0, 3, 4]
    store.db.execute("UPDATE minds SET hand_in = 0")
    admit(store, register, {ANN.key: "Anna", BOB.key: "Bob"})
    assert [one.hand_in for one in store.entrants()] == before


def test_a_register_of_an_older_backup_takes_nobody_s_games(store: Store, register: Register, tmp_path: Path) -> None:
    """A hand-in that has the number of a lost one is another version, with its own files and no games."""
    climb(store, register, 4, NAMES)
    (tmp_path / "older").mkdir()
    with Register(tmp_path / "older") as older:
        for person, text in ((ANN, "# a mind of before"), (BOB, LAST), (BOB, "# has the number of Ann's second")):
            accept(older, person, text)
        ladder = admit(store, older, NAMES)
        wanted = {one.number: one.digest for one in older.hand_ins()}
    entrants = store.entrants()
    assert [(one.name, one.hand_in, one.is_playing) for one in entrants[2:]] == [
        ("Bob@1", 2, False),
        ("Ann@2", 0, False),
        ("Ann@1", 1, True),
        ("Bob@2", 3, True),
    ]
    assert all(one.bundle == wanted[one.hand_in] for one in entrants[2:] if one.hand_in)
    assert not any(ladder.hand_ins[3] in seats for seats in store.seats().values())


def test_versions_are_compared_by_their_hand_ins(store: Store, register: Register) -> None:
    """A comparison is of the own versions, whatever others are called now."""
    climb(store, register, 8, NAMES)
    own, other = register.hand_ins(ANN.key)[0], register.hand_ins(BOB.key)[0]
    comparer = Comparer(store.folder.parent, reuse=0.0)

    def games(one: HandIn) -> int:
        place = next(place for place, entrant in enumerate(store.entrants()) if entrant.bundle == one.digest)
        return sum(place in seats for seats in store.seats().values())

    for names in (NAMES, SWAPPED):
        admit(store, register, names)
        assert comparer.compare(own, other).games == (games(own), games(other))


def test_the_same_files_of_two_people_are_two_versions(store: Store, tmp_path: Path) -> None:
    """They have one bundle, and stay apart by their hand-ins."""
    with Register(tmp_path) as register:
        for person in (ANN, BOB):
            one = register.hand_in(person, bundle(FIRST), SPRING, LIMITS, NOON)
            register.decide(one.number, "accepted", "ready")
        for names in (NAMES, SWAPPED, NAMES):
            admit(store, register, names)
            assert [(one.name, one.hand_in) for one in store.entrants()[2:]] == [
                (f"{names[ANN.key]}@1", 1),
                (f"{names[BOB.key]}@1", 2),
            ]
