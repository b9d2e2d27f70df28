"""A ladder that has begun is gone on with by the same rules, or refused in a line that says what to do."""

from pathlib import Path

import pytest

from arena.course.ladder.begun import FOLDER, check_begun
from arena.course.ladder.ladder import Ladder
from arena.course.settings import read_course
from arena.errors import CourseError
from arena.store.store import open_store
from tests.arena.command import arena
from tests.arena.course.conftest import COURSE


@pytest.fixture
def begun(course: Path) -> Path:
    """A course whose ladder has begun."""
    (course / FOLDER).mkdir()
    settings = read_course(course)
    with open_store(course / FOLDER, must_exist=False) as store, store.alone():
        Ladder(store, settings.plan, settings.names)
    return course


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"minimax"', '"alphabeta"', "other baselines; expected any-random-legal-move, minimax"),
        ("nodes = 100", "nodes = 200", "another nodes, 200 is new; expected nodes = 100, or another folder"),
        ("nodes = 100", "depth = 2", "another depth, 2 is new; expected no depth, or another folder"),
        ("nodes = 100", "nodes = 100\nmemory = 64", "another memory, 64 is new; expected memory = 1024"),
        ('name = "Minds"', 'name = "Minds"\nnames = "pseudonyms"', 'has begun with names = "real"'),
    ],
)
def test_other_rules_are_refused(begun: Path, old: str, new: str, expected: str) -> None:
    """Games under another budget, or under other names, would not be comparable with those that were played."""
    (begun / "course.toml").write_text(COURSE.replace(old, new), encoding="utf-8")
    with pytest.raises(CourseError, match=expected) as problem:
        check_begun(begun, read_course(begun))
    assert "and all versions play anew" in str(problem.value)


def test_what_changes_no_game_may_change(begun: Path) -> None:
    """The course's name, its seasons and the number of workers are free; so is everything before the first game."""
    text = COURSE.replace('name = "Minds"', 'name = "Others"').replace("nodes = 100", "nodes = 100\nconcurrency = 2")
    (begun / "course.toml").write_text(text, encoding="utf-8")
    check_begun(begun, read_course(begun))
    (begun / FOLDER).rename(begun / "old-ladder")
    (begun / "course.toml").write_text(COURSE.replace("nodes = 100", "nodes = 200"), encoding="utf-8")
    check_begun(begun, read_course(begun))


def test_a_server_does_not_start_by_other_rules(begun: Path) -> None:
    """It says why in a line, before anything is played."""
    (begun / "course.toml").write_text(COURSE.replace("nodes = 100", "nodes = 200"), encoding="utf-8")
    done = arena("serve", "--course", str(begun), "--port", "0")
    assert done.returncode == 2
    assert "the ladder has begun with another nodes, 200 is new; expected nodes = 100" in done.stderr
    assert done.stderr.count("\n") == 1
