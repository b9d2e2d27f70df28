"""Somebody who is forgotten is in no file of the course, and the games are still there."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

import arena
from arena.cli import arena as group
from arena.course.administration.forgetting import erase_from, forget, is_to_erase
from arena.course.ladder.begun import FOLDER
from arena.course.ladder.ladder import Ladder
from arena.course.ladder.roster import versions
from arena.course.participants.members import Members
from arena.course.people import Person, read_people
from arena.course.register import Register
from arena.course.seasons.ending import prepare
from arena.course.settings import read_course
from arena.entrants.cache import cache_folder, unpacked
from arena.errors import CourseError
from arena.store.erasure import REMOVED
from arena.store.store import open_store
from arena.tournament.driver import enter
from arena.tournament.live import cleared
from tests.arena.command import Here, without_plots
from tests.arena.course.conftest import ANN, BOB, CAT, LIMITS, NOON, SPRING, bundle
from tests.arena.course.ladder.test_ladder import FIRST as FIRST_MOVE
from tests.arena.course.seasons.test_ending import SHORT
from world.record import read_record

MILLER = Person("Ann Miller", "ann@school")
PEOPLE = "name,id,team\nAnn Miller,ann@school,\nBob,bob,rooks\nCat,cat,rooks\n"
MAX_PAIRS = 200
FIRST = f"{FIRST_MOVE}# forgotten, which removes it from the cache that other tests use at the same time\n"
SHOUTS = FIRST.replace("return", "print('Miller was here'); raise ValueError('by Miller')  #")


@pytest.fixture
def course(folder: Path) -> Path:
    """A course with a person alone, whose mind crashes and says so, and a team of two."""
    (folder / "course.toml").write_text(SHORT, encoding="utf-8")
    (folder / "people.csv").write_text(PEOPLE, encoding="utf-8")
    with Register(folder) as register:
        register.invite(MILLER.id, NOON)
        for person, text in ((MILLER, SHOUTS), (BOB, FIRST), (CAT, FIRST.replace("[0]", "[-1]"))):
            accept(register, person, text)
    return folder


def accept(register: Register, person: Person, text: str) -> None:
    """Hand in a mind, and accept it."""
    one = register.hand_in(person, bundle(text), SPRING, LIMITS, NOON)
    register.decide(one.number, "accepted", f"checked for {person.name}")


def climb(course: Path, pairs: int, rivals: Sequence[str] = ()) -> None:
    """Play some pairs of games on the ladder in this process, and go on until two rivals have met.

    Who plays next depends on the processor time of the games before.
    """
    (course / FOLDER).mkdir()
    settings = read_course(course)
    with open_store(course / FOLDER, must_exist=False) as store, store.alone(), Register(course) as register:
        ladder = Ladder(store, settings.plan)
        names = Members(course, register, "real").shown
        ladder.admit(versions(register.hand_ins(), names), register.bundle_of)
        with cleared(store.folder), Here(ladder.plan, store.players(), 1, False, store.folder) as crew:
            wanted = frozenset(map(ladder.names.index, rivals))
            for played in range(MAX_PAIRS):
                if played >= pairs and (not rivals or ladder.matchmaker.met[wanted]):
                    break
                for task in ladder.next_games():
                    ladder.finish([(task, read_record(crew.submit(task).result()))])


def files_with(folder: Path, *words: str) -> list[str]:
    """The files below a folder that hold one of these words, in whatever case."""
    return [
        path.name
        for path in sorted(folder.rglob("*"))
        if path.is_file() and any(word.lower().encode() in path.read_bytes().lower() for word in words)
    ]


def test_nothing_of_a_person_is_left_but_games(course: Path) -> None:
    """Neither register nor ladder, season, report or standings hold name, id, files or logs; all games are there."""
    climb(course, 4)
    assert without_plots("course", "finish", str(course), "spring", "--now").returncode == 0
    games = {place: len(arena.load(course / place).games) for place in ("ladder", "season-spring")}
    with Register(course) as register:
        digest = register.find(1).digest
    assert {"people.csv", "course.sqlite", "arena.sqlite", "report.html", "standings-spring.csv"} <= set(
        files_with(course, "miller", "ann@school")
    )
    found = forget(course, "ann@school")
    assert (found.hand_ins, found.waiting) == (1, ())
    assert files_with(course, "miller", "ann@school") == []
    assert not (cache_folder() / digest).exists()
    for place, count in games.items():
        results = arena.load(course / place)
        assert len(results.games) == count
        assert f"{found.pseudonym}@1" in set(results.standings["mind"])
        with open_store(course / place, read_only=True, examine="games") as store:
            assert store.damage == ""
            (entrant,) = (one for one in store.entrants() if one.name == f"{found.pseudonym}@1")
            assert (store.bundle(entrant.bundle), entrant.standing) == (REMOVED, "withdrawn")
    assert f",{found.pseudonym},,," in (course / "standings-spring.csv").read_text(encoding="utf-8")
    with pytest.raises(CourseError, match="no person 'ann@school'"):
        forget(course, "ann@school")


def test_a_command_that_is_killed_leaves_no_name(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Report and standings go before the note of what is to be erased, and the command goes on with that."""
    climb(course, 2)
    assert without_plots("course", "finish", str(course), "spring", "--now").returncode == 0

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("arena.course.administration.forgetting._renew", die)
    with pytest.raises(KeyboardInterrupt):
        forget(course, "ann@school")
    with suppress(KeyboardInterrupt, CourseError):
        forget(course, "ann@school")
    assert files_with(course, "miller", "ann@school") == []


def test_who_was_renamed_is_forgotten_all_the_same(course: Path) -> None:
    """Versions are known by their hand-ins, so those under the name of before lose it, too."""
    climb(course, 2)
    (course / "people.csv").write_text(PEOPLE.replace("Ann Miller", "Ann Smith"), encoding="utf-8")
    forget(course, "ann@school")
    assert files_with(course, "miller", "smith", "ann@school") == []


def test_neither_the_name_of_before_nor_the_present_one_is_left(course: Path) -> None:
    """Plans of before a renaming hold the old name until then, and so do logs of opponents."""
    says = "rival = self.run.opponent; print('I meet', rival); assert '@' not in rival, rival; return"
    with Register(course) as register:
        accept(register, MILLER, f"{FIRST}#")
        accept(register, BOB, FIRST.replace("return", says))
    climb(course, 1, ("Ann Miller@2", "rooks@3"))
    (course / "people.csv").write_text(PEOPLE.replace("Ann Miller", "Ann Smith"), encoding="utf-8")
    with open_store(course / FOLDER) as store, store.alone(), Register(course) as register:
        accept(register, CAT, "another plan")
        names = Members(course, register, "real").shown
        Ladder(store, read_course(course).plan).admit(versions(register.hand_ins(), names), register.bundle_of)
        assert "Ann Smith@2" in [entrant.name for entrant in store.entrants()]
    assert b"I meet Ann Miller@2" in (course / FOLDER / "arena.sqlite").read_bytes()
    forget(course, "ann@school")
    assert files_with(course, "miller", "smith", "ann@school") == []


def test_the_ladder_goes_on_without_the_forgotten(course: Path) -> None:
    """Their version rests, and the others play."""
    climb(course, 2)
    forget(course, "ann@school")
    settings = read_course(course)
    with open_store(course / FOLDER) as store, store.alone(), Register(course) as register:
        ladder = Ladder(store, settings.plan)
        names = Members(course, register, "real").shown
        ladder.admit(versions(register.hand_ins(), names), register.bundle_of)
        assert [ladder.names[mind] for mind in ladder.matchmaker.teams] == ["rooks@2"]
        assert store.players()[2].name == ladder.names[2] != "Ann Miller@1"


def test_a_team_goes_on_without_a_member(course: Path) -> None:
    """Files that the others of the team have handed in stay, and so does its name; the last one takes all with it."""
    with Register(course) as register:
        before = register.hand_ins(BOB.key)
        again = register.hand_in(CAT, bundle(FIRST), SPRING, LIMITS, NOON)  # the same files as Bob's
        found = forget(course, "cat")
        assert (found.hand_ins, found.pseudonym) == (1, "")
        states = [(one.state, one.person) for one in register.hand_ins(BOB.key)]
        assert states == [("waiting", ""), ("withdrawn", ""), ("accepted", "bob")]
        assert register.bundle_of(register.find(again.number)) == bundle(FIRST)
        assert [person.id for person in read_people(course)] == ["ann@school", "bob"]
        last = forget(course, "bob")
        assert last.pseudonym
        assert register.hand_ins(BOB.key) == []
        assert {one.team for one in register.hand_ins()} == {MILLER.key, "forgotten 1"}
        assert len(register.hand_ins("forgotten 1")) == len(before) + 1


def test_the_files_of_others_stay_where_they_play(course: Path) -> None:
    """A team of which one was forgotten before has hand-ins without files; the cache is not removed for them."""
    other = bundle("of somebody else")
    place = unpacked(other.digest, lambda _: other)
    for person in (BOB, CAT):
        forget(course, person.id)
    assert (place / "mind.py").is_file()


def test_a_pseudonym_is_kept(course: Path) -> None:
    """Games stay under the pseudonym that they were played under, and nobody else gets it."""
    (course / "course.toml").write_text(f'names = "pseudonyms"\n{SHORT}', encoding="utf-8")
    with Register(course) as register:
        before = Members(course, register, "pseudonyms").shown[MILLER.key]
    assert forget(course, "ann@school").pseudonym == before
    assert files_with(course, "miller", "ann@school") == []
    (course / "people.csv").write_text(PEOPLE, encoding="utf-8")
    with Register(course) as register:
        assert Members(course, register, "pseudonyms").shown[MILLER.key] != before


@pytest.fixture
def played(course: Path) -> Iterator[Path]:
    """A course whose ladder is being played."""
    climb(course, 1)
    with open_store(course / FOLDER) as store, store.alone():
        yield course


def test_a_ladder_that_is_being_played_is_changed_by_its_player(played: Path) -> None:
    """The register keeps what is to be erased until it is."""
    found = forget(played, "ann@school")
    assert found.waiting == ("ladder",)
    with Register(played) as register, open_store(played / FOLDER) as store:
        assert is_to_erase(register, "ladder")
        erase_from(store, register)
        assert not is_to_erase(register, "ladder")
        assert "Ann Miller@1" not in [one.name for one in store.entrants()]
    assert files_with(played, "miller", "ann@school") == []


def test_who_is_forgotten_while_the_end_is_played_is_not_in_it(course: Path) -> None:
    """The command that plays the end of the season erases the name before it writes the standings."""
    final = prepare(course, "spring", is_early=True)
    final.folder.mkdir()
    with open_store(final.folder, must_exist=False) as store, store.alone():
        enter(store, final.plan, final.entered)
        found = forget(course, "ann@school")
        assert found.waiting == ("season-spring",)
    assert without_plots("course", "finish", str(course), "spring").returncode == 0
    assert files_with(course, "miller", "ann@school") == []
    assert set(arena.load(final.folder).standings["mind"]) == {*read_course(course).baselines, "rooks@2"}


def test_the_command_asks_and_says_what_remains(course: Path) -> None:
    """Nothing is removed without a yes."""
    done = CliRunner().invoke(group, ["course", "forget", str(course), "cat"], input="n\n")
    assert done.exit_code == 1
    assert len(read_people(course)) == 3
    done = CliRunner().invoke(group, ["course", "forget", str(course), "cat"], input="y\n")
    assert "what remains: backups" in done.stdout
    assert [person.id for person in read_people(course)] == ["ann@school", "bob"]


def test_the_command_asks_about_nobody_unknown(course: Path) -> None:
    """It says so at once, instead of after the question."""
    done = CliRunner().invoke(group, ["course", "forget", str(course), "dan"], input="n\n")
    assert isinstance(done.exception, CourseError)
    assert "Remove" not in done.output


def test_opponents_no_longer_mention_the_forgotten(course: Path) -> None:
    """Prints of others about them, in whatever case, name the pseudonym; the games are whole."""
    says = "rival = self.run.opponent; print('I meet', rival); assert '@' not in rival, rival.upper(); return"
    with Register(course) as register:
        accept(register, MILLER, f"{FIRST}#")
        accept(register, BOB, FIRST.replace("return", says))
    climb(course, 1, ("Ann Miller@2", "rooks@3"))
    ladder = course / FOLDER / "arena.sqlite"
    assert b"I meet Ann Miller@2" in ladder.read_bytes()
    found = forget(course, "ann@school")
    assert files_with(course, "miller") == []
    assert f"I meet {found.pseudonym}@2".encode() in ladder.read_bytes()
    with open_store(course / FOLDER, read_only=True, examine="games") as store:
        assert store.damage == ""


def test_who_is_forgotten_before_the_end_begins_is_not_in_it(course: Path) -> None:
    """The versions were chosen already, and the tournament is entered a moment later; it is erased when it is over."""
    climb(course, 1)
    final = prepare(course, "spring", is_early=True)
    found = forget(course, "ann@school")
    assert found.waiting == ()
    assert files_with(course, "miller", "ann@school") == []
    final.folder.mkdir()
    with open_store(final.folder, must_exist=False) as store, store.alone():
        enter(store, final.plan, final.entered)
    assert without_plots("course", "finish", str(course), "spring").returncode == 0
    assert files_with(course, "miller", "ann@school") == []
    assert set(arena.load(final.folder).standings["mind"]) == {*read_course(course).baselines, "rooks@2"}
    with pytest.raises(CourseError, match="no person"):
        forget(course, "ann@school")


def test_people_with_nothing_but_more_time_are_forgotten_one_after_the_other(folder: Path) -> None:
    """The remains of each have a key of their own: an extension of the season is kept by key, too."""
    (folder / "people.csv").write_text("name,id,team\nAnn,ann,\nDan,dan,\nEve,eve,\n", encoding="utf-8")
    with Register(folder) as register:
        for person in (ANN, Person("Dan", "dan")):
            register.extend(person.key, SPRING.name, SPRING.closes)
            assert forget(folder, person.id).hand_ins == 0
        assert register.extensions(SPRING.name).keys() == {"forgotten 1", "forgotten 2"}
    assert [person.id for person in read_people(folder)] == ["eve"]


def test_lines_of_others_stay_as_they_were_typed(folder: Path) -> None:
    """Only the one line goes, with quotes and blanks of the others as they were."""
    path = folder / "people.csv"
    path.write_bytes('\ufeffName, ID,team\r\n"Miller, Ann", ann ,\r\n\r\n"Bob ""B"" B", bob ,"x"\r\n'.encode())
    with closing(sqlite3.connect(folder / "course.sqlite")):
        forget(folder, ANN.id)
    assert path.read_bytes() == b'Name, ID,team\r\n\r\n"Bob ""B"" B", bob ,"x"\r\n'
