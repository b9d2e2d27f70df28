"""SQLite's second file, with what was written last: a killed arena leaves it, and the next one reads it.

SQLite plays its pages back up to the first that is damaged, and says nothing. But its third file, an index of the
second, tells how many pages were written, until it is made again.
"""

import sqlite3
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from minds.errors import quoted

HEADER = 32  # bytes, the last eight of which are the checksum of the others
BIG_ENDIAN, LITTLE_ENDIAN = 0x377F0683, 0x377F0682  # the first word, by the order of bytes in checksums
INDEX_HEADER = struct.Struct("=IIIBBHI12xII")  # version, -, changes, is made, order of bytes, page, frames, salts
INDEX_VERSION = 3_007_000


class Index(NamedTuple):
    """The number of pages of the second file that count, and the salts that say which life of that file it is."""

    frames: int
    salts: tuple[int, int]


def read_index(file: Path) -> Index | None:
    """Return what SQLite's third file says of the second one, if both are there."""
    with suppress(OSError, struct.error):
        with file.with_name(f"{file.name}-shm").open("rb") as opened:
            version, _, _, is_made, _, _, frames, *salts = INDEX_HEADER.unpack(opened.read(INDEX_HEADER.size))
        if version == INDEX_VERSION and is_made == 1 and file.with_name(f"{file.name}-wal").exists():
            return Index(frames, (salts[0], salts[1]))
    return None


@contextmanager
def telling_lost_games(file: Path) -> Iterator[None]:
    """Tell on stderr if the second file of a store is damaged, or lost pages when the store was opened in the body."""
    tell_lost_games(file.with_name(f"{file.name}-wal"))
    before = read_index(file)
    yield
    after = read_index(file)
    if before is not None and after is not None and after.salts == before.salts and after.frames < before.frames:
        lost = f"{before.frames - after.frames} of its {before.frames} pages are lost"
        step = "and with them games played last; arena resume plays them again"
        print(f"arena: {quoted(f'{file}-wal')} is damaged: {lost}, {step}", file=sys.stderr)


def tell_lost_games(file: Path) -> None:
    """Tell on stderr if the file's header is damaged, since SQLite then takes the whole file for empty."""
    with suppress(OSError):
        if file.stat().st_size > HEADER:
            with file.open("rb") as opened:
                header = opened.read(HEADER)
            if not is_whole(header):
                print(
                    f"arena: {quoted(str(file))} is damaged, and all that it held is lost: the games played last, and "
                    "perhaps the last command; repeat that command, or arena resume, to play lost games again",
                    file=sys.stderr,
                )


def is_whole(header: bytes) -> bool:
    """Return True if a header has the checksum that it says."""
    (magic,) = struct.unpack(">I", header[:4])
    if magic not in (BIG_ENDIAN, LITTLE_ENDIAN):
        return False
    one = other = 0
    for first, second in struct.iter_unpack(">II" if magic == BIG_ENDIAN else "<II", header[:24]):
        one = (one + first + other) & 0xFFFF_FFFF
        other = (other + second + one) & 0xFFFF_FFFF
    return (one, other) == struct.unpack(">II", header[24:])


def write_back(db: sqlite3.Connection) -> None:
    """Empty the second file, unless it is being read: what cannot be played again is safer in the first."""
    (patience,) = db.execute("PRAGMA busy_timeout").fetchone()
    db.execute("PRAGMA busy_timeout = 0")
    with suppress(sqlite3.Error):  # no room, for example: it stays where it is
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.execute(f"PRAGMA busy_timeout = {patience}")
