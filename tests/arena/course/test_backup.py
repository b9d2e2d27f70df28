"""A backup is whole, also while the course goes on, and a folder made from it is a course."""

import tarfile
from pathlib import Path

import pytest

from arena.course.backup import back_up
from arena.course.register import Register
from arena.errors import CourseError
from tests.arena.course.conftest import ANN, BOB, LIMITS, NOON, SPRING, bundle


@pytest.fixture
def course(folder: Path) -> Path:
    """A course with a person, who has handed in."""
    (folder / "people.csv").write_text("name,id\nAnn,ann\n", encoding="utf-8")
    with Register(folder) as register:
        register.hand_in(ANN, bundle("1"), SPRING, LIMITS, NOON)
    return folder


def test_a_course_is_restored_from_its_backup(course: Path, tmp_path: Path) -> None:
    """A backup holds what was confirmed before, while the register is open elsewhere, and nothing that came after."""
    with Register(course) as register:
        token = register.invite(ANN.id, NOON)
        back_up(course, tmp_path / "course.tar.gz")
        register.hand_in(BOB, bundle("2"), SPRING, LIMITS, NOON)
        before = register.hand_ins(ANN.key)
    with tarfile.open(tmp_path / "course.tar.gz") as archive:
        archive.extractall(tmp_path / "new", filter="data")
    assert {path.name for path in (tmp_path / "new").iterdir()} == {"course.toml", "people.csv", "course.sqlite"}
    with Register(tmp_path / "new") as restored:
        assert restored.hand_ins() == before
        assert restored.bundle_of(before[0]) == bundle("1")
        assert restored.holder_of(token) == ANN.id


def test_no_file_is_overwritten_and_none_left_half(course: Path, tmp_path: Path) -> None:
    """A file that is there stays as it is; a backup that fails leaves nothing behind."""
    there = tmp_path / "there"
    there.write_text("mine", encoding="utf-8")
    with pytest.raises(CourseError, match="is there already"):
        back_up(course, there)
    assert there.read_text(encoding="utf-8") == "mine"
    (course / "people.csv").unlink()
    with pytest.raises(CourseError, match="cannot be written"):
        back_up(course, tmp_path / "new.tar.gz")
    assert not list(tmp_path.glob("new*"))


def test_a_folder_without_a_course(tmp_path: Path) -> None:
    """Nothing is written of a folder that is no course."""
    with pytest.raises(CourseError, match="arena course init"):
        back_up(tmp_path, tmp_path / "new.tar.gz")
