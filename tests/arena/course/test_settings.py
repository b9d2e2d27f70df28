"""course.toml: what it says, and what is wrong with it."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from arena.course.settings import read_course
from arena.errors import CourseError
from tests.arena.course.conftest import COURSE
from tests.conftest import ROOT

TEMPLATE = ROOT / "arena" / "course" / "template"


def test_the_template_is_a_course() -> None:
    """The settings that `arena course init` writes are accepted as they stand."""
    course = read_course(TEMPLATE)
    assert course.plan.nodes == 5000
    assert course.season[0].name == "practice"


def test_baselines_are_the_minds_of_the_ladder(folder: Path) -> None:
    """The ladder's plan has the course's baselines, name and budget."""
    plan = read_course(folder).plan
    assert plan.minds == ("any-random-legal-move", "minimax")
    assert (plan.name, plan.nodes, plan.world) == ("Minds", 100, "chess")


def test_times_without_a_zone_are_those_of_the_server(folder: Path) -> None:
    """A season's times are compared with any clock, because they have a zone."""
    (season,) = read_course(folder).season
    assert season.opens == datetime(2026, 11, 10, 12).astimezone()
    assert season.is_open(season.opens)
    assert not season.is_open(season.closes)


def test_the_present_season(folder: Path) -> None:
    """The season that is open counts, after it the one that closed last, before all the first to come."""
    second = '[[season]]\nname = "summer"\nopens = 2026-12-10 12:00:00\ncloses = 2026-12-20 12:00:00\n'
    (folder / "course.toml").write_text(COURSE + second, encoding="utf-8")
    course = read_course(folder)
    spring, summer = course.season
    assert course.season_at(spring.opens - timedelta(days=1)) == spring
    assert course.season_at(spring.opens) == spring
    assert course.season_at(spring.closes + timedelta(days=1)) == spring
    assert course.season_at(summer.opens) == summer
    assert course.season_at(summer.closes + timedelta(days=99)) == summer


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("minimax", "minimix", "minimax"),
        ('name = "Minds"', "", "name"),
        ('name = "Minds"', 'name = ""', "1 to 100 printable"),
        ('name = "Minds"', 'name = "Minds"\nsecret = 1', "secret"),
        ("nodes = 100", "nods = 100", "nodes"),
        ("nodes = 100", 'format = "swiss"', "the course decides"),
        ("nodes = 100", 'world = "maze"', "seat"),
        ('"spring"', '"../spring"', "small letters"),
        ("2026-11-30", "2026-11-01", "expected a time after"),
        ("2026-11-30 12:00:00", '"soon"', "season"),
        ("[[season]]", "[season]", "season"),
        ("[play]", "[play", "line"),
    ],
)
def test_a_mistake_is_told_in_a_line(folder: Path, old: str, new: str, expected: str) -> None:
    """An error names the file and what is wrong in it."""
    (folder / "course.toml").write_text(COURSE.replace(old, new), encoding="utf-8")
    with pytest.raises(CourseError) as problem:
        read_course(folder)
    assert "course.toml" in str(problem.value)
    assert expected in str(problem.value)
    assert "\n" not in str(problem.value)


def test_seasons_follow_each_other(folder: Path) -> None:
    """Two seasons at a time, or of the same name, are refused."""
    (folder / "course.toml").write_text(COURSE + COURSE[COURSE.index("[[season]]") :], encoding="utf-8")
    with pytest.raises(CourseError, match="one at a time"):
        read_course(folder)


def test_a_folder_without_a_course(tmp_path: Path) -> None:
    """The error says how to make one."""
    with pytest.raises(CourseError, match="arena course init"):
        read_course(tmp_path)
