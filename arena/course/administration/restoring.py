"""A course made again from a backup: only the files of a course are unpacked, and each is read before it counts."""

import gzip
import re
import shutil
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from arena.course.administration.backup import SPARE_BYTES
from arena.course.ladder.begun import check_begun
from arena.course.people import read_people
from arena.course.register import Register
from arena.course.settings import SEASON_NAME, read_course
from arena.errors import ArenaError, CourseError
from arena.sweeper import swept_folder
from minds.errors import quoted

SEASON = SEASON_NAME.pattern
NAMES = re.compile(
    rf"course\.toml|people\.csv|course\.sqlite|(ladder|season-{SEASON})/arena\.sqlite|standings-{SEASON}\.csv"
)
MAX_FILES = 1000
MAX_READ = 1 << 20  # bytes at once


class _Reader(gzip.GzipFile):
    """An unpacked file that is read in parts: a header of an archive may claim any length, and is read at once."""

    def read(self, size: int | None = -1) -> bytes:
        """Return the next bytes; raise CourseError if they are too many."""
        if size is None or not 0 <= size <= MAX_READ:
            raise CourseError(f"it has a header of more than {MAX_READ >> 20} MiB")
        return super().read(size)


def restore(file: Path, folder: Path) -> list[str]:
    """Make a course in a new folder from a backup; return the names of its files.

    Raise CourseError if the folder is there, or the file is no whole backup; then nothing is left behind.
    """
    if folder.exists():
        raise CourseError(f"{quoted(str(folder))} is there already; expected a new folder")
    if not file.is_file():
        raise CourseError(f"{quoted(str(file))} is no file; expected one that arena course backup has written")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with swept_folder(f".{folder.name}-", folder.parent) as part:
        try:
            with _Reader(file) as plain, tarfile.open(fileobj=plain, mode="r:") as archive:
                found = list(_unpack(archive, part))
                _read_end(plain)
            _check(part)
            part.rename(folder)
        except (tarfile.TarError, EOFError, OSError, sqlite3.Error, ArenaError) as problem:
            words = str(problem).replace(str(part), file.name)
            raise CourseError(f"{quoted(str(file))} cannot be restored: {words}") from None
    return found


def _unpack(archive: tarfile.TarFile, part: Path) -> Iterator[str]:
    """Unpack the files, and yield their names."""
    seen: set[str] = set()
    for member in archive:
        if not member.isreg() or not NAMES.fullmatch(member.name) or member.name in seen or len(seen) == MAX_FILES:
            raise CourseError(f"it holds {quoted(member.name[:100])}, which is no file of a course")
        if member.size > shutil.disk_usage(part).free - SPARE_BYTES:
            raise CourseError(f"{member.name} needs {member.size >> 20} MiB, which the disk has not left")
        target = part / member.name
        target.parent.mkdir(exist_ok=True)
        source = archive.extractfile(member)
        assert source is not None  # of a regular file
        with source, target.open("xb") as copy:
            shutil.copyfileobj(source, copy)
        seen.add(member.name)
        yield member.name


def _read_end(plain: gzip.GzipFile) -> None:
    """Read the zeros behind the archive: at their end its checksum is compared, and an OSError raised if it differs."""
    if len(plain.read(MAX_READ)) == MAX_READ:
        raise CourseError("it goes on after its end")


def _check(folder: Path) -> None:
    """Raise an error unless a folder holds a course whose databases are whole."""
    course = read_course(folder)
    read_people(folder)
    for path in sorted(folder.rglob("*.sqlite")):
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            (words,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if words != "ok":
            raise CourseError(f"{path.relative_to(folder)} is damaged: {words}")
    Register(folder).close()
    check_begun(folder, course)
