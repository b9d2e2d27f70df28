"""A backup of a course, also while it is served: one file from which the folder can be made again."""

import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.course import register, settings
from arena.course.ladder.begun import FOLDER
from arena.course.participants import people
from arena.course.seasons.ending import folder_of
from arena.course.seasons.final_standings import file_of
from arena.errors import CourseError
from arena.store.store import FILE as GAMES
from minds.errors import quoted

TEXTS = (settings.FILE, people.FILE)
REGISTER, LADDER = register.FILE, f"{FOLDER}/{GAMES}"
SEASONS = (f"{folder_of('*')}/{GAMES}", file_of("*"))  # patterns of what the ends of seasons leave


def back_up(folder: Path, file: Path) -> list[str]:
    """Write a course into a tar file, packed by gzip; return the names of the files in it.

    The games are copied before the register, so that every version that has played is in it. Raise CourseError if there
    is no course, or the file is there already.
    """
    settings.read_course(folder)
    if file.exists():
        raise CourseError(f"{quoted(str(file))} is there already; expected a new file")
    found = []
    with TemporaryDirectory() as own, _written(file) as archive:
        for name in TEXTS:
            archive.add(folder / name, name)
            found.append(name)
        for name in _later(folder):
            archive.add(_copied(folder / name, Path(own)), name)
            found.append(name)
    return found


def _later(folder: Path) -> Iterator[str]:
    """Yield the names of the files that come to a course with time, the register last."""
    for pattern in (LADDER, *SEASONS, REGISTER):
        for path in sorted(folder.glob(pattern)):
            yield path.relative_to(folder).as_posix()


def _copied(source: Path, own: Path) -> Path:
    """Return a copy of a database that others may be writing; any other file stays where it is."""
    if source.suffix != ".sqlite":
        return source
    target = own / "copy.sqlite"
    target.unlink(missing_ok=True)
    _copy(source, target)
    return target


def _copy(source: Path, target: Path) -> None:
    """Copy a database that others may be writing."""
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as db,
            closing(sqlite3.connect(target)) as copy,
        ):
            db.backup(copy)
    except sqlite3.Error as problem:
        raise CourseError(f"{quoted(str(source))} cannot be copied: {problem}") from None


@contextmanager
def _written(file: Path) -> Iterator[tarfile.TarFile]:
    """Yield an archive that has its name only when it is whole."""
    part = file.with_name(f"{file.name}.part")
    try:
        with tarfile.open(part, "w:gz") as archive:
            yield archive
        part.rename(file)
    except OSError as problem:
        raise CourseError(f"{quoted(str(file))} cannot be written: {problem.strerror}") from None
    finally:
        part.unlink(missing_ok=True)
