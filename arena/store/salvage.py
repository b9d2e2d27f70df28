"""Copies of damaged stores that hold only the games that can be trusted."""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from arena.store.checksums import UNKNOWN, GameRows, Row, add_checksum, add_table_checksums, read_games
from arena.store.judgements import copy_judgements
from arena.store.schema import migrate

COPIED = ("plans", "circumstances", "minds", "bundles", "openings")


def copy_whole_games(db: sqlite3.Connection, numbers: tuple[int, ...], path: Path) -> None:
    """Make a store at a path with the small tables of another one and the games of these numbers.

    They are numbered anew, so that in every store the last number is that of the games. The copy survives a power
    failure when this returns.
    """
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as copy:
        migrate(copy)
        copy.execute("PRAGMA synchronous = OFF")
        copy.execute("BEGIN")
        for table in COPIED:
            _insert(copy, table, db.execute(f"SELECT * FROM {table}"))
        for number, rows in enumerate(_games(db, numbers), 1):
            _add(copy, number, rows)
        copy_judgements(db, copy, path)
        add_table_checksums(copy)
        copy.execute("COMMIT")
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _games(db: sqlite3.Connection, numbers: tuple[int, ...]) -> Iterator[GameRows]:
    for number in numbers:
        yield from read_games(db, "WHERE number = ?", (number,))


def _add(copy: sqlite3.Connection, number: int, rows: GameRows) -> None:
    """Add a game under another number."""
    _insert(copy, "games", [(number, *tuple(rows.game)[1:])])
    _insert(copy, "moves", ((number, *row[1:]) for row in rows.moves))
    _insert(copy, "incidents", ((number, *row[1:]) for row in rows.faults))
    _insert(copy, "memories", ((number, seat, text) for seat, (text,) in enumerate(rows.memories)))
    if rows.game["checksum"] != UNKNOWN:
        add_checksum(copy, number)


def _insert(copy: sqlite3.Connection, table: str, rows: Iterable[Row]) -> None:
    marks = ", ".join("?" * len(copy.execute(f"SELECT * FROM {table} LIMIT 0").description))
    copy.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
