"""The end of a season: which versions play it, when, and what it leaves."""

import csv
import os
import shutil
import signal
import subprocess
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest

import arena
from arena.course.administration.organiser import Organiser
from arena.course.ladder.begun import FOLDER
from arena.course.ladder.ladder import Ladder
from arena.course.people import Person
from arena.course.register import Register
from arena.course.seasons.ending import folder_of, prepare, reopen
from arena.course.seasons.final_standings import final_rows
from arena.course.settings import read_course
from arena.errors import CourseError, StoreError
from arena.store.store import open_store
from tests.arena.command import ARENA, without_plots
from tests.arena.course.conftest import ANN, BOB, CAT, COURSE, LIMITS, NOON, SPRING, bundle
from tests.arena.course.ladder.test_ladder import FIRST
from tests.conftest import until

LAST = FIRST.replace("[0]", "[-1]")
HOUR = timedelta(hours=1)
SHORT = COURSE.replace("nodes = 100", "nodes = 20\nmax_plies = 10\ngames = 2\nconcurrency = 1").replace(
    "minimax", "capture-priority-random-legal-move"
)


@pytest.fixture
def course(course: Path) -> Path:
    """A course of short games, in which a person and a team have two accepted versions each."""
    (course / "course.toml").write_text(SHORT, encoding="utf-8")
    (course / "people.csv").write_text("name,id,team\n=Ann(),ann,\nBob,bob,rooks\nCat,cat,rooks\n", encoding="utf-8")
    with Register(course) as register:
        for person, text in ((ANN, FIRST), (ANN, LAST), (BOB, FIRST), (CAT, LAST)):
            accept(register, person, text)
    return course


def accept(register: Register, person: Person, text: str) -> int:
    """Hand in and accept; return the number."""
    one = register.hand_in(person, bundle(text), SPRING, LIMITS, NOON)
    register.decide(one.number, "accepted", "ready")
    return one.number


def test_a_season_ends_by_the_rules_of_its_ladder(course: Path) -> None:
    """With other names in course.toml than the ladder has begun with, no end is chosen: it would make them public."""
    (course / FOLDER).mkdir()
    with open_store(course / FOLDER, must_exist=False) as store:
        Ladder(store, read_course(course).plan)
    (course / "course.toml").write_text(f'names = "pseudonyms"\n{SHORT}', encoding="utf-8")
    with pytest.raises(CourseError, match="begun with names"):
        prepare(course, "spring", is_early=True)
    with Register(course) as register:
        assert register.finished() == {}


def test_a_season_is_finished_by_one_command(course: Path, tmp_path: Path) -> None:
    """After it has closed, the nominated versions and the baselines meet, in a folder that is resumed anywhere."""
    (course / "course.toml").write_text(SHORT.replace("2026", "2020"), encoding="utf-8")  # when it was open is past
    with Register(course) as register:
        register.nominate(1)
    done = without_plots("course", "finish", str(course), "spring")
    assert done.returncode == 0, done.stderr
    results = arena.load(course / "season-spring")
    names = {"=Ann()@1", "rooks@2", "any-random-legal-move", "capture-priority-random-legal-move"}
    assert set(results.standings["mind"]) == names
    assert len(results.games) == 12
    with (course / "standings-spring.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["shown_as"]: row for row in csv.DictReader(file)}
    assert rows.keys() == {name.replace("=Ann", "'=Ann") for name in names}
    ann, rooks = rows["'=Ann()@1"], rows["rooks@2"]
    assert [ann[field] for field in ("name", "ids", "team", "hand_in", "version")] == ["'=Ann()", "ann", "", "1", "1"]
    assert [rooks[field] for field in ("name", "ids", "team", "hand_in")] == ["rooks", "bob cat", "rooks", "4"]
    assert [float(rows[name.replace("=Ann", "'=Ann")]["points"]) for name in results.standings["mind"]] == list(
        results.standings["points"]
    )
    moved = (course / "season-spring").rename(tmp_path / "elsewhere")
    assert without_plots("resume", str(moved), "--games", "4").returncode == 0
    assert len(arena.load(moved).games) == 24
    with open_store(moved, read_only=True) as store:
        (entrant,) = (one for one in store.entrants() if one.name == "rooks@2")
        assert store.bundle(entrant.bundle) == bundle(LAST)


def test_standings_know_versions_by_their_hand_ins(course: Path) -> None:
    """Neither equal files of a version that was withdrawn, nor another name of a team, confuses them."""
    prepare(course, "spring", is_early=True)
    with Register(course) as register:
        register.withdraw(2)
    assert without_plots("course", "finish", str(course), "spring").returncode == 0
    (course / "people.csv").write_text("name,id,team\nAnn,ann,\nBob,bob,castles\nCat,cat,castles\n", encoding="utf-8")
    rows = {row.shown_as: row for row in final_rows(course, "spring")}
    found = rows["rooks@2"]
    assert (found.name, found.ids, found.team, found.hand_in) == ("castles", "bob cat", "castles", 4)
    assert len(rows) == 3


def test_a_season_that_is_still_open_is_not_finished(course: Path) -> None:
    """Neither before it closes for all, nor while hand-ins in time wait; nothing is frozen by trying."""
    closes = SPRING.closes
    with Organiser(course) as organiser:
        closes = organiser.season("spring").closes
        organiser.extend(BOB.key, closes + HOUR)
        with pytest.raises(CourseError, match=r"closes at .*; --now does not wait"):
            prepare(course, "spring", now=closes + HOUR / 2)
        waiting = organiser.register.hand_in(ANN, bundle("new"), SPRING, LIMITS, NOON)
        with pytest.raises(CourseError, match=f"hand-ins {waiting.number} wait"):
            prepare(course, "spring", now=closes + HOUR)
        assert organiser.register.finished() == {}
        organiser.register.decide(waiting.number, "rejected", "it crashes")
        final = prepare(course, "spring", now=closes + HOUR)
        assert [getattr(one, "name", one) for one in final.plan.minds][2:] == ["=Ann()@2", "rooks@2"]
        assert organiser.register.finished().keys() == {"spring"}


def test_the_versions_of_the_end_are_chosen_once(course: Path) -> None:
    """A hand-in after the choice changes nothing, even if the command was killed before the first game."""
    first = prepare(course, "spring", is_early=True)
    with Register(course) as register:
        accept(register, ANN, "changed")
    assert prepare(course, "spring", is_early=True).plan == first.plan


def test_who_has_left_ends_no_season(course: Path) -> None:
    """Neither a team that is in people.csv no more, nor a version that was withdrawn after the choice, plays."""
    (course / "people.csv").write_text("name,id,team\nAnn,ann,\nDan,dan,\n", encoding="utf-8")
    with Register(course) as register:
        accept(register, Person("Dan", "dan"), "dan")
        final = prepare(course, "spring", is_early=True)
        assert [getattr(one, "name", one) for one in final.plan.minds][2:] == ["Ann@2", "Dan@1"]
        register.withdraw(2)
    final = prepare(course, "spring", is_early=True)
    assert [getattr(one, "name", one) for one in final.plan.minds][2:] == ["Dan@1"]


def test_a_rehearsal_is_taken_back(course: Path) -> None:
    """Once its results are moved away, a season is open again."""
    with pytest.raises(CourseError, match="spring is not finished"):
        reopen(course, "spring")
    prepare(course, "spring", is_early=True)
    (course / folder_of("spring")).mkdir()
    with pytest.raises(CourseError, match="move it away first"):
        reopen(course, "spring")
    (course / folder_of("spring")).rmdir()
    reopen(course, "spring")
    with Register(course) as register:
        register.nominate(1)
        assert register.finished() == {}


def test_a_season_without_versions(folder: Path) -> None:
    """It is refused in words, and not marked as finished; so is a season that is none."""
    (folder / "people.csv").write_text("name,id\nAnn,ann\n", encoding="utf-8")
    with pytest.raises(CourseError, match="no accepted hand-in"):
        prepare(folder, "spring", is_early=True)
    with pytest.raises(CourseError, match="no season 'autumn'; expected one of spring"):
        prepare(folder, "autumn", is_early=True)
    with Register(folder) as register:
        assert register.finished() == {}


def finishing(course: Path) -> "subprocess.Popen[bytes]":
    """The command in a process of its own, in a group that can be killed."""
    command = [ARENA, "course", "finish", str(course), "spring", "--now"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def games_in(course: Path) -> dict[str, str]:
    """The hashes of the games of a season's end, by name."""
    folder = course / folder_of("spring")
    with suppress(StoreError), open_store(folder, read_only=True) as store:  # which may just be made
        return dict(store.db.execute("SELECT name, moves_hash FROM games"))
    return {}


def has_come_to(course: Path, games: int) -> bool:
    """True if the versions are chosen, and so many games are stored."""
    with Register(course) as register:
        return bool(register.finished()) and len(games_in(course)) >= games


@pytest.mark.drill  # plays hundreds of games
def test_a_finish_that_is_killed_goes_on_to_the_same_end(course: Path, tmp_path: Path) -> None:
    """Killed before its first game and twice among them, it ends with the games that an undisturbed one has."""
    text = SHORT.replace("games = 2", "games = 40")
    (course / "course.toml").write_text(text, encoding="utf-8")
    calm = Path(shutil.copytree(course, tmp_path / "calm"))
    for games in (0, 20, 120):
        process = finishing(course)
        until(lambda: has_come_to(course, games), seconds=300)  # noqa: B023
        os.killpg(process.pid, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    with Register(course) as register:
        accept(register, ANN, "changed meanwhile")
    for folder in (course, calm):
        assert finishing(folder).wait(600) == 0
    assert len(games_in(course)) == 240
    assert games_in(course) == games_in(calm)
    rows = [(folder / "standings-spring.csv").read_text(encoding="utf-8") for folder in (course, calm)]
    assert rows[0] == rows[1]
