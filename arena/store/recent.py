"""SQLite's second file, with what was written last: a killed arena leaves it, and the next one reads it.

SQLite plays its pages back up to the first that is damaged, and says nothing. Its third file, an index of the second,
tells how many pages there were; but it must not be read here: when a process closes a file, it loses all its locks on
it, and SQLite's are on that one.
"""

import sqlite3
import struct
import sys
from contextlib import suppress
from pathlib import Path

from minds.errors import quoted

MAX_TOLD = 1000  # files that are remembered
HEADER = 32  # bytes, the last eight of which are the checksum of the others
BIG_ENDIAN, LITTLE_ENDIAN = 0x377F0683, 0x377F0682  # the first word, by the order of bytes in checksums


def tell_lost_games(file: Path) -> None:
    """Tell on stderr if the file's header is damaged, since SQLite then takes the whole file for empty."""
    with suppress(OSError):
        with file.open("rb") as opened:
            header = opened.read(HEADER)
            is_empty = not opened.read(1)  # or is being emptied
        if is_empty or len(header) < HEADER or is_whole(header) or (mark := (file, header)) in _told:
            return
        if len(_told) >= MAX_TOLD:
            _told.clear()
        _told.add(mark)  # a server opens a store for each page
        print(
            f"arena: {quoted(str(file))} is damaged, and all that it held is lost: the games played last, and "
            "perhaps the last command; repeat that command, or arena resume, to play lost games again",
            file=sys.stderr,
        )


_told: set[tuple[Path, bytes]] = set()


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
