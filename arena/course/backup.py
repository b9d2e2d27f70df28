"""A backup of a course, also while it is served: one file from which the folder can be made again."""

import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.course import people, register, settings
from arena.course.begun import FOLDER
from arena.errors import CourseError
from arena.store.store import FILE as GAMES
from minds.errors import quoted

TEXTS = (settings.FILE, people.FILE)
DATABASES = (register.FILE, f"{FOLDER}/{GAMES}")


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
        for name in reversed(DATABASES):
            if (folder / name).is_file():
                copy = Path(own) / Path(name).name
                _copy(folder / name, copy)
                archive.add(copy, name)
                found.append(name)
    return found


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
