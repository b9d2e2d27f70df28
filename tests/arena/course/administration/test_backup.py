"""A backup is whole, also while the course goes on, and a folder made from it is a course."""

import gzip
import io
import random
import signal
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from arena.course.administration import backup
from arena.course.administration.backup import back_up
from arena.course.administration.restoring import restore
from arena.course.register import Register
from arena.course.settings import HandInLimits
from arena.errors import CourseError
from tests.arena.course.conftest import ANN, BOB, LIMITS, NOON, SPRING, bundle
from tests.conftest import until


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
    restore(tmp_path / "course.tar.gz", tmp_path / "new")
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
    with pytest.raises(CourseError, match=r"cannot be copied.*people\.csv"):
        back_up(course, tmp_path / "new.tar.gz")
    with pytest.raises(CourseError, match="cannot be written"):
        back_up(course, tmp_path / "nowhere" / "new.tar.gz")
    assert not list(tmp_path.glob("new*"))
    assert not list(course.glob(".backup-*"))


def test_a_backup_that_is_broken_off_is_none(course: Path, tmp_path: Path) -> None:
    """Wherever the pieces of a backup end too early, what there is of it is refused; its copies are removed."""
    with Register(course) as register:
        register.hand_in(
            BOB, bundle(random.Random(1).randbytes(3 << 20).hex()), SPRING, HandInLimits(kibibytes=8 << 10), NOON
        )
    whole = list(backup.packed(course))
    assert len(whole) > 3
    for count in range(1, len(whole)):
        (tmp_path / "part.tar.gz").write_bytes(b"".join(whole[:count]))
        with pytest.raises(CourseError, match="cannot be restored"):
            restore(tmp_path / "part.tar.gz", tmp_path / "new")
    pieces = backup.packed(course)
    while not list(course.glob(".backup-*/copy")):
        next(pieces)
    pieces.close()
    assert not list(course.glob(".backup-*"))


def test_a_backup_needs_room_for_one_copy(course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a disk that is almost full it is refused before anything is written."""
    monkeypatch.setattr(backup, "disk_usage", lambda _: SimpleNamespace(free=64 << 20))
    with pytest.raises(CourseError, match="needs 1 MiB for a while"):
        back_up(course, tmp_path / "new.tar.gz")
    assert not list(tmp_path.glob("new*"))


def test_a_folder_without_a_course(tmp_path: Path) -> None:
    """Nothing is written of a folder that is no course."""
    with pytest.raises(CourseError, match="arena course init"):
        back_up(tmp_path, tmp_path / "new.tar.gz")


def test_ends_of_seasons_are_backed_up(course: Path, tmp_path: Path) -> None:
    """Games and standings of a season that is finished come back, without reports and files of others."""
    place = course / "season-spring"
    place.mkdir()
    with closing(sqlite3.connect(place / "arena.sqlite")) as db:
        db.execute("CREATE TABLE games (name TEXT)")
    for name in ("season-spring/report.html", "standings-spring.csv", "notes.txt"):
        (course / name).write_text("text", encoding="utf-8")
    back_up(course, tmp_path / "course.tar.gz")
    found = restore(tmp_path / "course.tar.gz", tmp_path / "new")
    names = ["course.toml", "people.csv", "season-spring/arena.sqlite", "standings-spring.csv", "course.sqlite"]
    assert found == names


def packed(path: Path, *members: tuple[str, bytes | str]) -> Path:
    """A tar file of files, by their contents, and of links, by their targets."""
    with tarfile.open(path, "w:gz") as archive:
        for name, content in members:
            one = tarfile.TarInfo(name)
            if isinstance(content, str):
                one.type, one.linkname = tarfile.SYMTYPE, content
            else:
                one.size = len(content)
            archive.addfile(one, None if isinstance(content, str) else io.BytesIO(content))
    return path


@pytest.mark.parametrize(
    "member",
    [
        ("../outside", b"x"),
        ("/tmp/outside", b"x"),
        ("people.csv", "/etc/passwd"),
        ("ladder", "/tmp"),
        ("ladder/../people.csv", b"x"),
        ("ladder/arena.py", b"x"),
        ("season-../arena.sqlite", b"x"),
    ],
)
def test_nothing_but_the_files_of_a_course_is_unpacked(course: Path, tmp_path: Path, member: tuple[str, bytes]) -> None:
    """Paths that lead elsewhere, links and other files are refused, and nothing is left of them."""
    texts = [(name, (course / name).read_bytes()) for name in ("course.toml", "people.csv")]
    file = packed(tmp_path / "bad.tar.gz", *texts[: 1 if member[0] == "people.csv" else 2], member)
    before = sorted(tmp_path.iterdir())
    with pytest.raises(CourseError, match="no file of a course"):
        restore(file, tmp_path / "new")
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.GNUTYPE_LONGNAME])
def test_a_header_that_claims_to_be_long_is_not_read(tmp_path: Path, kind: bytes) -> None:
    """Gigabytes of a header, which take no place when they are packed, would fill the memory."""
    header = tarfile.TarInfo("header")
    header.type, header.size = kind, 50 << 20
    with gzip.open(tmp_path / "bad.tar.gz", "wb", compresslevel=1) as file:
        file.write(header.tobuf(tarfile.GNU_FORMAT) + bytes(header.size))
    with pytest.raises(CourseError, match="a header of more than 1 MiB"):
        restore(tmp_path / "bad.tar.gz", tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_backup_that_is_damaged(course: Path, tmp_path: Path) -> None:
    """One that was cut off or changed, or holds a damaged register, is refused; a folder that is there stays."""
    file = tmp_path / "course.tar.gz"
    back_up(course, file)
    with pytest.raises(CourseError, match="is there already"):
        restore(file, course)
    (tmp_path / "cut.tar.gz").write_bytes(file.read_bytes()[:-400])
    texts = [(name, (course / name).read_bytes()) for name in ("course.toml", "people.csv")]
    register = bytearray((course / "course.sqlite").read_bytes())
    register[4096:8192] = bytes(4096)
    packed(tmp_path / "bad.tar.gz", *texts, ("course.sqlite", bytes(register)))
    (tmp_path / "none.tar.gz").write_bytes(b"no archive")
    changed = file.read_bytes()  # its checksum is before the last four bytes
    (tmp_path / "changed.tar.gz").write_bytes(changed[:-8] + bytes([changed[-8] ^ 1]) + changed[-7:])
    with gzip.open(tmp_path / "long.tar.gz", "wb") as long:
        long.write(gzip.decompress(changed) + bytes(2 << 20))
    for name in ("cut", "bad", "none", "missing", "changed", "long"):
        with pytest.raises(CourseError, match=rf"{name}\.tar\.gz"):
            restore(tmp_path / f"{name}.tar.gz", tmp_path / "new")
        assert not (tmp_path / "new").exists()


KILLED = """
import os, signal, sys
from pathlib import Path
from arena.course.administration import restoring

restoring._check = lambda _: os.kill(os.getpid(), signal.SIGKILL)
restoring.restore(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def test_a_restore_that_is_killed_leaves_nothing_behind(course: Path, tmp_path: Path) -> None:
    """The folder into which it unpacks is swept up."""
    home = tmp_path / "home"
    home.mkdir()
    back_up(course, tmp_path / "course.tar.gz")
    command = [sys.executable, "-c", KILLED, str(tmp_path / "course.tar.gz"), str(home / "new")]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    until(lambda: not list(home.iterdir()))
