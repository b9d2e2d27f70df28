"""A backup of a course, also while it is served: one file from which the folder can be made again.

It is made piece by piece, so that it can be sent while it is made: a megabyte is in memory, and one database after the
other is copied to the disk.
"""

import os
import sqlite3
import tarfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import disk_usage
from typing import BinaryIO

from arena.course import people, register, settings
from arena.course.ladder.begun import FOLDER
from arena.course.seasons.ending import folder_of
from arena.course.seasons.final_standings import file_of
from arena.errors import CourseError
from arena.store.store import FILE as GAMES
from arena.sweeper import swept_folder
from minds.errors import quoted

TEXTS = (settings.FILE, people.FILE)
REGISTER, LADDER = register.FILE, f"{FOLDER}/{GAMES}"
SEASONS = (f"{folder_of('*')}/{GAMES}", file_of("*"))  # patterns of what the ends of seasons leave
DATABASE, LOG = ".sqlite", "-wal"  # how the names of databases end, and of what was written to them lately
PIECE_BYTES = 1 << 20  # bytes at once
SPARE_BYTES = 64 << 20  # bytes of the disk that are left
GZIP = 31  # zlib's word for its format


def back_up(folder: Path, file: Path) -> list[str]:
    """Write a course into a tar file, packed by gzip; return the names of the files in it.

    Raise CourseError if there is no course, or the file is there already.
    """
    if file.exists():
        raise CourseError(f"{quoted(str(file))} is there already; expected a new file")
    found = list[str]()
    with _written(file) as out:
        out.writelines(packed(folder, found.append))
    return found


def packed(folder: Path, tell: Callable[[str], None] = lambda _: None) -> Iterator[bytes]:
    """Yield the pieces of a course as a tar file, packed by gzip; `tell` is called with the name of each file in it.

    What was yielded before a CourseError is no backup: its end is missing, and `restore` refuses it.
    """
    packer = zlib.compressobj(wbits=GZIP)
    try:
        for piece in _archived(folder, tell):
            if found := packer.compress(piece):
                yield found
    except (OSError, sqlite3.Error) as problem:
        raise CourseError(f"{quoted(str(folder))} cannot be copied: {problem}") from None
    yield packer.flush()


def _archived(folder: Path, tell: Callable[[str], None]) -> Iterator[bytes]:
    """Yield the pieces of the tar file.

    The games are copied before the register, so that every version that has played is in it.
    """
    settings.read_course(folder)
    _check_room(folder)
    with swept_folder(".backup-", folder) as own:
        for name in (*TEXTS, *_later(folder)):
            with _opened(folder / name, own) as source:
                yield from _member(name, source)
            tell(name)
    yield bytes(tarfile.RECORDSIZE)


def _later(folder: Path) -> Iterator[str]:
    """Yield the names of the files that come to a course with time, the register last."""
    for pattern in (LADDER, *SEASONS, REGISTER):
        for path in sorted(folder.glob(pattern)):
            yield path.relative_to(folder).as_posix()


def _check_room(folder: Path) -> None:
    """Raise CourseError unless the disk has room for a copy of the largest database."""
    sizes = [_size(folder / name) for name in _later(folder) if name.endswith(DATABASE)]
    most = max(sizes, default=0)
    if most > disk_usage(folder).free - SPARE_BYTES:
        raise CourseError(f"a backup needs {(most >> 20) + 1} MiB for a while, which the disk has not left")


def _size(database: Path) -> int:
    log = database.with_name(f"{database.name}{LOG}")
    return database.stat().st_size + (log.stat().st_size if log.exists() else 0)


@contextmanager
def _opened(source: Path, own: Path) -> Iterator[BinaryIO]:
    """Open a file; of a database, which others may be writing, a copy that is gone afterwards."""
    path = source
    if source.suffix == DATABASE:
        path = own / "copy"
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as db,
            closing(sqlite3.connect(path)) as copy,
        ):
            db.backup(copy)
    with path.open("rb") as file:
        yield file
    if path != source:
        path.unlink()


def _member(name: str, source: BinaryIO) -> Iterator[bytes]:
    """Yield a file as a part of a tar file."""
    found, one = os.fstat(source.fileno()), tarfile.TarInfo(name)
    one.size = left = found.st_size
    one.mtime, one.mode = int(found.st_mtime), 0o600
    yield one.tobuf()
    while left:
        piece = source.read(min(PIECE_BYTES, left))
        if not piece:
            raise CourseError(f"{name} has become shorter while it was copied; try again")
        left -= len(piece)
        yield piece
    yield bytes(-one.size % tarfile.BLOCKSIZE)


@contextmanager
def _written(file: Path) -> Iterator[BinaryIO]:
    """Yield a new file that has its name only when it is whole."""
    part = file.with_name(f"{file.name}.part")
    try:
        with part.open("wb") as out:
            yield out
        part.rename(file)
    except OSError as problem:
        raise CourseError(f"{quoted(str(file))} cannot be written: {problem.strerror}") from None
    finally:
        part.unlink(missing_ok=True)
