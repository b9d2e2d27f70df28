"""Lost files cost nobody a game: a version plays with its own files, or rests until they are back."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import arena
from arena.course.administration.organiser import Organiser
from arena.course.ladder.files import note_lost_files
from arena.course.ladder.ladder import Ladder
from arena.course.ladder.roster import versions
from arena.course.ladder.sitting import play
from arena.course.register import Register
from arena.course.seasons.ending import prepare
from arena.entrants.cache import cache_folder, remove, unpacked
from arena.errors import CourseError, EntrantError
from arena.store.store import Store
from tests.arena.command import arena as run
from tests.arena.course.conftest import ANN, BOB, LIMITS, NOON, SPRING, bundle
from tests.arena.course.ladder.test_ladder import FIRST, NAMES, PLAN, accept, store

__all__ = ["store"]
TEXTS = {ANN: f"{FIRST}# of Ann, whose files are lost", BOB: f"{FIRST}# of Bob"}


@pytest.fixture
def register(tmp_path: Path) -> Iterator[Register]:
    """A register with a version of Ann's and one of a team."""
    with Register(tmp_path) as found:
        for person, text in TEXTS.items():
            accept(found, person, text)
        yield found


def digest_of(text: str) -> str:
    """The digest of a mind's files."""
    return bundle(text).digest


def lose_cache() -> None:
    """Remove Ann's unpacked files, as somebody does who empties the cache."""
    remove(cache_folder() / digest_of(TEXTS[ANN]))


def lose_all(store: Store, register: Register) -> None:
    """Remove all copies of Ann's files."""
    lose_cache()
    with register.change() as db:
        db.execute("DELETE FROM bundles WHERE digest = ?", (digest_of(TEXTS[ANN]),))
    store.db.execute("DELETE FROM bundles WHERE digest = ?", (digest_of(TEXTS[ANN]),))


def admit(ladder: Ladder, register: Register) -> None:
    """Let all versions play that can, and note the others, as the course's process does."""
    ladder.admit(versions(register.hand_ins(), NAMES), register.bundle_of)
    note_lost_files(register, ladder.files.lost)


def play_on(ladder: Ladder, games: int, at: int = -1, event: Callable[[], None] = lambda: None) -> None:
    """Play some games more; something happens after some of them."""
    left, until = [event], len(ladder.rows) + games

    def is_over() -> bool:
        if left and len(ladder.rows) >= at >= 0:
            left.pop()()
        return len(ladder.rows) >= until

    play(ladder, is_over, lambda: False)


def test_files_come_back_from_the_store(store: Store, register: Register) -> None:
    """Games that were played without them are void, and played again: there are no forfeits, and pairs are whole."""
    ladder = Ladder(store, PLAN)
    admit(ladder, register)
    play_on(ladder, 16, 4, lose_cache)
    assert ladder.files.lost == {}
    assert arena.load(store.folder).faults.empty
    assert (cache_folder() / digest_of(TEXTS[ANN]) / "mind.py").is_file()
    assert sum(2 in seats for seats in store.seats().values()) >= 6


def test_a_version_rests_whose_files_are_lost(store: Store, register: Register) -> None:
    """The others play on, and nobody is charged; it plays again when its files were handed in again."""
    ladder = Ladder(store, PLAN)
    admit(ladder, register)
    play_on(ladder, 16, 4, lambda: lose_all(store, register))
    assert arena.load(store.folder).faults.empty
    assert ladder.matchmaker.teams == {3: BOB.key}
    assert [one.standing for one in store.entrants()[2:]] == ["withdrawn", "playing"]
    assert "hand-in 1" in ladder.files.lost[1]
    assert ladder.matchmaker.accounts.reserved[ANN.key] == pytest.approx(0)
    admit(ladder, register)
    assert ladder.matchmaker.teams == {3: BOB.key}
    again = register.hand_in(ANN, bundle(TEXTS[ANN]), SPRING, LIMITS, NOON)
    assert (again.number, again.state) == (1, "accepted")
    admit(ladder, register)
    assert (ladder.files.lost, ladder.matchmaker.teams) == ({}, {2: ANN.key, 3: BOB.key})
    before = len(store.seats())
    play_on(ladder, 8)
    assert sum(2 in seats for seats in list(store.seats().values())[before:]) > 0


def test_a_new_version_without_files_waits_for_them(store: Store, register: Register) -> None:
    """It is not entered; others are."""
    lose_all(store, register)
    ladder = Ladder(store, PLAN)
    admit(ladder, register)
    assert [one.name for one in store.entrants()[2:]] == ["rooks@1"]
    assert set(ladder.files.lost) == {1}
    with register.change() as db:
        db.execute("INSERT INTO bundles VALUES (?, ?)", (digest_of(TEXTS[ANN]), b"damaged"))
    admit(ladder, register)
    assert "damaged" in ladder.files.lost[1]
    register.hand_in(ANN, bundle(TEXTS[ANN]), SPRING, LIMITS, NOON)
    admit(ladder, register)
    assert [one.name for one in store.entrants()[2:]] == ["rooks@1", "Ann@1"]


def test_a_new_version_waits_for_room(store: Store, register: Register, monkeypatch: pytest.MonkeyPatch) -> None:
    """A version whose files cannot be unpacked, on a full disk, rests; the ladder goes on with the others."""
    ladder = Ladder(store, PLAN)
    unpacked(digest_of(TEXTS[BOB]), lambda _: bundle(TEXTS[BOB]))
    lose_cache()

    def fail(*_: object) -> None:
        raise EntrantError("no room")

    monkeypatch.setattr("arena.entrants.cache._unpack", fail)
    admit(ladder, register)
    assert [one.name for one in store.entrants()[2:]] == ["rooks@1"]
    assert ladder.files.lost == {1: "no room"}
    monkeypatch.undo()
    admit(ladder, register)
    assert [one.name for one in store.entrants()[2:]] == ["rooks@1", "Ann@1"]


def test_the_organiser_is_told(course: Path) -> None:
    """The list of faults begins with versions whose files are lost, also with those that have never played."""
    with Organiser(course) as organiser:
        accept(organiser.register, ANN, FIRST)
        with organiser.register.change() as db:
            db.execute("DELETE FROM bundles")
        with pytest.raises(CourseError, match="hand-in 1 are not in the register") as problem:
            organiser.register.bundle_of(organiser.register.find(1))
        note_lost_files(organiser.register, {1: str(problem.value)})
        (faulty,) = organiser.faults()
        assert (faulty.name, faulty.number, faulty.lost) == ("Ann@1", 1, str(problem.value))
    assert "it rests until its files are back: the files of hand-in 1" in run("course", "status", str(course)).stdout


def test_a_season_s_end_names_the_version_without_files(course: Path) -> None:
    """The message says what to do; without that version the end is played."""
    with Register(course) as register:
        for person, text in TEXTS.items():
            accept(register, person, text)
        with register.change() as db:
            db.execute("DELETE FROM bundles WHERE digest = ?", (digest_of(TEXTS[ANN]),))
        with pytest.raises(CourseError, match=r"hand-in 1 are not in .* arena course withdraw FOLDER 1 takes it out"):
            prepare(course, "spring", is_early=True)
        register.withdraw(1)
        entered = prepare(course, "spring", is_early=True).entered
    assert entered is not None
    assert [one.entrant.name for one in entered[2:]] == ["rooks@1"]


def test_a_season_ends_once_lost_files_were_handed_in_again(course: Path) -> None:
    """They are taken though nobody has noted that they are lost: the ladder may have a copy of its own."""
    with Register(course) as register:
        accept(register, ANN, TEXTS[ANN])
        with register.change() as db:
            db.execute("DELETE FROM bundles")
        with pytest.raises(CourseError, match="may hand in the same files again"):
            prepare(course, "spring", is_early=True)
        assert register.hand_in(ANN, bundle(TEXTS[ANN]), SPRING, LIMITS, NOON).number == 1
        assert prepare(course, "spring", is_early=True).entered is not None
