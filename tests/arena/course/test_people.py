"""people.csv: who takes part, and what is wrong with it."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from arena.course.handin import name_of
from arena.course.people import Person, people_in, read_people, team_names
from arena.course.register import Register
from arena.errors import CourseError
from tests.arena.course.conftest import LIMITS, NOON, SPRING, bundle


def test_people_with_and_without_teams() -> None:
    """A person without a team hands in alone; columns may stand in any order."""
    people = people_in(["Team,Name,ID", ",Ann,ann@school", 'rooks,"Bob, Jr.",b1', "rooks,Cat,c1"])
    assert people == [Person("Ann", "ann@school"), Person("Bob, Jr.", "b1", "rooks"), Person("Cat", "c1", "rooks")]
    assert people[1].key == people[2].key != people[0].key


def test_equal_names_are_told_apart() -> None:
    """Two people of one name, or a person called like a team, have something behind their names."""
    people = people_in(["name,id,team", "Ann,a1,", "ann,a2,", "Bob,b1,Zed", "Zed,z1,", "Eve,e1,"])
    assert sorted(team_names(people).values()) == ["Ann (a1)", "Eve", "Zed (team)", "Zed (z1)", "ann (a2)"]


@pytest.mark.parametrize(
    "lines",
    [
        ["Ann,student-2026-000000000000000000001,", "Ann,student-2026-000000000000000000002,"],
        ["Ann,a1,", "Ann,a2,", "Eve,e1,Ann (a1)", "Eve,e2,Ann (team)", "Bob,b1,Ann"],
    ],
)
def test_nobody_takes_the_name_that_another_one_gets(lines: list[str]) -> None:
    """Long ids that begin alike, and a team that calls itself like somebody with the id behind, are told apart, too."""
    names = team_names(people_in(["name,id,team", *lines]))
    assert len({name.casefold() for name in names.values()}) == len(lines)


def test_long_names_are_told_apart_on_the_ladder(tmp_path: Path) -> None:
    """Names that differ in blanks, or behind the letters that the ladder shows, are two people's all the same."""
    long = "A" * 58
    people = people_in(["name,id", f"{long}x,a1", f"{long}y,a2", "Bob  Ray,b1", "bob ray,b2"])
    with Register(tmp_path) as register:
        one = register.hand_in(people[0], bundle(), SPRING, LIMITS, NOON)
    labels = {name_of(replace(one, version=123456), name).casefold() for name in team_names(people).values()}
    assert len(labels) == 4


def test_a_team_is_never_taken_for_a_person() -> None:
    """A team called like somebody's id is another one's."""
    team, person = people_in(["name,id,team", "Ann,a1,b1", "Bob,b1,"])
    assert team.key != person.key


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([], "line 1"),
        (["name,team"], "expected name, id"),
        (["name,id,mark"], "mark"),
        (["name,id", "Ann,a1", "Bob,A1"], "two lines"),
        (["name,id", "Ann,a 1"], "line 2"),
        (["name,id", ",a1"], "line 2"),
        (["name,id", "Ann\x1b[2J,a1"], "line 2"),
        (["name,id", "Ann,a1,rooks"], "quotation marks"),
        (["name,id", f"{'A' * 61},a1"], "line 2"),
    ],
)
def test_a_mistake_is_told_with_its_line(lines: list[str], expected: str) -> None:
    """An error says where it is and what was expected."""
    with pytest.raises(CourseError, match=expected):
        people_in(lines)


@pytest.mark.parametrize("content", [b"\xff\xfe", b'name,id\n"Ann', b"name,id\nA\x00nn,a1"])
def test_a_file_that_is_none(tmp_path: Path, content: bytes) -> None:
    """A file that is no CSV file in UTF-8 is refused by name."""
    (tmp_path / "people.csv").write_bytes(content)
    with pytest.raises(CourseError, match=r"people\.csv"):
        read_people(tmp_path)


def test_a_file_of_excel(tmp_path: Path) -> None:
    """The mark that spreadsheets put first is no part of a name."""
    (tmp_path / "people.csv").write_bytes("name,id\r\nÄnne,a1\r\n".encode("utf-8-sig"))
    assert read_people(tmp_path) == [Person("Änne", "a1")]


@settings(deadline=None)
@given(st.lists(st.tuples(st.text(max_size=8), st.text(max_size=5), st.text(max_size=5)), max_size=4))
def test_any_rows_are_people_or_an_error(rows: list[tuple[str, str, str]]) -> None:
    """A file with any rows is read whole or refused in words."""
    text = io.StringIO()
    csv.writer(text).writerows([("name", "id", "team"), *rows])
    try:
        people = people_in(text.getvalue().splitlines())
    except (CourseError, csv.Error):
        return
    assert all(person.name.isprintable() and person.team.isprintable() for person in people)
    assert len(set(team_names(people).values())) == len({person.key for person in people})
