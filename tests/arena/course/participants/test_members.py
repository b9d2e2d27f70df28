"""Names of members: real ones or pseudonyms, which stay, and which nobody can compute."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.course.notices import Notices
from arena.course.participants import pseudonyms as drawing
from arena.course.participants.members import Members
from arena.course.participants.pseudonyms import pseudonyms
from arena.course.people import Person
from arena.course.register import Register
from arena.errors import CourseError, StoreError
from tests.arena.course.conftest import ANN, BOB, CAT, LIMITS, NOON, SPRING, bundle


@pytest.fixture
def register(course: Path) -> Iterator[Register]:
    """The register of a course with three people, two of them in a team."""
    with Register(course) as found:
        yield found


def test_pseudonyms_stay(course: Path, register: Register) -> None:
    """A team keeps its pseudonym when others come before it, and after a restart."""
    before = Members(course, register, "pseudonyms").shown
    assert len(set(before.values())) == 2
    assert not {"Ann", "rooks"} & set(before.values())
    (course / "people.csv").write_text("name,id,team\nAaron,a0,\nAnn,ann,\nCat,cat,rooks\n", encoding="utf-8")
    with Register(course) as other:
        after = Members(course, other, "pseudonyms")
        assert {key: after.shown[key] for key in before} == before
        assert after.real == {"person a0": "Aaron", ANN.key: "Ann", BOB.key: "rooks"}


def test_pseudonyms_depend_on_a_secret(tmp_path: Path) -> None:
    """Two courses with the same people have other pseudonyms; a secret is made once."""
    found = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        with Register(tmp_path / name) as register:
            found.append(pseudonyms(register, [f"person {number}" for number in range(20)]))
            assert Notices(register).secret == Notices(register).secret
    assert found[0].keys() == found[1].keys()
    assert sum(found[0][team] == found[1][team] for team in found[0]) < 5


def test_no_two_teams_share_a_pseudonym(register: Register, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers tell pseudonyms apart when words run out."""
    monkeypatch.setattr(drawing, "FIRST", ["quiet"])
    monkeypatch.setattr(drawing, "SECOND", ["owl", "otter"])
    found = pseudonyms(register, [f"team {number}" for number in range(6)])
    assert len(set(found.values())) == 6
    assert {"Quiet Owl", "Quiet Otter"} < set(found.values())


def test_words_are_single_and_plain() -> None:
    """No word stands twice in a list, and all are of small letters."""
    for words in (drawing.FIRST, drawing.SECOND):
        assert len(set(words)) == len(words) > 80
        assert all(word.isalpha() and word.islower() for word in words)


def test_people_who_come_later_are_known(course: Path, register: Register) -> None:
    """A line that is added to people.csv counts at once; a mistake in it leaves the people of before, and is told."""
    members = Members(course, register, "real")
    text = (course / "people.csv").read_text(encoding="utf-8")
    (course / "people.csv").write_text(f"{text}Dan,dan,\n", encoding="utf-8")
    assert members.real["person dan"] == "Dan"
    (course / "people.csv").write_text(f"{text}Dan,dan,\nEve,d n,\n", encoding="utf-8")
    assert members.people.keys() == {"ann", "bob", "cat", "dan"}
    assert "line 6" in members.problem
    (course / "people.csv").write_text(text, encoding="utf-8")
    assert members.people.keys() == {"ann", "bob", "cat"}
    assert members.problem == ""
    (course / "people.csv").unlink()
    with pytest.raises(CourseError, match=r"people\.csv"):
        Members(course, register, "real")


def test_a_token_is_a_person_s_or_a_team_s(course: Path, register: Register) -> None:
    """Members of a team may share a token, by which they hand in for it; nobody else is taken for a team."""
    members = Members(course, register, "real")
    assert members.holder("cat") == CAT
    team = members.holder("team rooks")
    assert team is not None
    assert (team.key, team.name) == (BOB.key, "rooks")
    assert members.holder("team kings") is None
    assert members.holder("person ann") is None


KINGS = Person("Dan", "dan", "kings")
HEAD = "name,id,team\nAnn,ann,\n"


@pytest.fixture
def handed_in(course: Path, register: Register) -> dict[str, int]:
    """The hand-ins of two teams and a person alone, by the id of who sent them; one team has a token and more time."""
    (course / "people.csv").write_text(f"{HEAD}Bob,bob,rooks\nCat,cat,rooks\nDan,dan,kings\n", encoding="utf-8")
    Members(course, register, "real")
    register.extend(BOB.key, SPRING.name, SPRING.closes)
    return {one.id: register.hand_in(one, bundle(one.id), SPRING, LIMITS, NOON).number for one in (ANN, BOB, KINGS)}


def test_a_team_with_a_new_name_is_the_same_team(course: Path, register: Register, handed_in: dict[str, int]) -> None:
    """Its hand-ins, token, pseudonym and extension go with its people, also if they were alone before."""
    token, members = register.invite(BOB.key, NOON), Members(course, register, "real")
    before = pseudonyms(register, [BOB.key, ANN.key])
    (course / "people.csv").write_text(
        "name,id,team\nAnn,ann,lions\nBob,bob,castles\nCat,cat,castles\nDan,dan,kings\n", encoding="utf-8"
    )
    assert members.people["bob"].key == "team castles"
    assert [one.number for one in register.hand_ins("team castles")] == [handed_in["bob"]]
    assert [one.number for one in register.hand_ins("team lions")] == [handed_in["ann"]]
    assert register.hand_ins(BOB.key) == register.hand_ins(ANN.key) == []
    assert register.holder_of(token) == "team castles"
    assert register.extensions(SPRING.name) == {"team castles": SPRING.closes}
    after = pseudonyms(register, ["team castles", "team lions"])
    assert list(after.values()) == list(before.values())


def test_teams_that_swap_names_keep_their_hand_ins(course: Path, register: Register, handed_in: dict[str, int]) -> None:
    """Nobody reads the files of others because of a name; to name them back restores all."""
    members, before = Members(course, register, "real"), (course / "people.csv").read_text(encoding="utf-8")
    swapped = f"{HEAD}Bob,bob,kings\nCat,cat,kings\nDan,dan,rooks\n"
    for text, key in ((swapped, KINGS.key), (before, BOB.key), (swapped, KINGS.key)):
        (course / "people.csv").write_text(text, encoding="utf-8")
        assert members.people["bob"].key == key
        assert [one.number for one in register.hand_ins(key)] == [handed_in["bob"]]
        assert [one.number for one in register.hand_ins(members.people["dan"].key)] == [handed_in["dan"]]


def test_the_name_of_a_team_that_has_left_is_free(course: Path, register: Register, handed_in: dict[str, int]) -> None:
    """A team that is renamed so gets nothing of it."""
    members = Members(course, register, "real")
    (course / "people.csv").write_text(f"{HEAD}Bob,bob,rooks\nCat,cat,rooks\n", encoding="utf-8")
    assert members.people.keys() == {"ann", "bob", "cat"}
    (course / "people.csv").write_text(f"{HEAD}Bob,bob,kings\nCat,cat,kings\n", encoding="utf-8")
    assert members.people["cat"].key == KINGS.key
    assert [one.number for one in register.hand_ins(KINGS.key)] == [handed_in["bob"]]
    assert [one.number for one in register.hand_ins("left 1")] == [handed_in["dan"]]


def test_people_come_and_go(course: Path, register: Register, handed_in: dict[str, int]) -> None:
    """A team keeps its name and hand-ins when members change; one who leaves for another team takes nothing along."""
    members = Members(course, register, "real")
    (course / "people.csv").write_text(f"{HEAD}Bob,bob,rooks\nCat,cat,kings\nDan,dan,kings\n", encoding="utf-8")
    assert members.people["cat"].key == KINGS.key
    assert [one.number for one in register.hand_ins(BOB.key)] == [handed_in["bob"]]
    assert [one.number for one in register.hand_ins(KINGS.key)] == [handed_in["dan"]]


@pytest.mark.parametrize("error", [StoreError, sqlite3.OperationalError])
def test_a_full_disk_only_delays_new_people(
    course: Path, register: Register, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """The people of before stay while the register cannot be written, and the new ones are there as soon as it can."""
    members = Members(course, register, "real")

    def fail(*_: object) -> None:
        raise error("the disk is full")

    with (course / "people.csv").open("a", encoding="utf-8") as file:
        file.write("Dan,dan,kings\n")
    with monkeypatch.context() as patched:
        patched.setattr("arena.course.participants.members.follow_renamed_teams", fail)
        for _ in range(2):
            assert members.people.keys() == {"ann", "bob", "cat"}
            assert members.problem == "the disk is full"
    assert "dan" in members.people
    assert members.problem == ""
