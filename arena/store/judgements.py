"""The judgements of positions in a store, each with a checksum: a damaged one is not read, and judged again."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from arena.analyse.judgement import Judge, Judgement
from arena.store.change import change
from arena.store.checksums import digest

KEPT = "what was judged is kept, and the same command goes on"
JUDGES = "SELECT number, spec, version, nodes FROM judges ORDER BY used, number"
ENROL = """
INSERT INTO judges (spec, version, nodes, used) VALUES (?, ?, ?, (SELECT 1 + ifnull(max(used), 0) FROM judges))
ON CONFLICT (spec, version, nodes) DO UPDATE SET used = excluded.used
"""
INSERT = "INSERT OR REPLACE INTO judgements VALUES (?, ?, ?, ?, ?, ?)"
FIND = "SELECT best, score, mate, checksum FROM judgements WHERE judge = ? AND state = ?"
ALL = "SELECT state, best, score, mate, checksum FROM judgements WHERE judge = ? ORDER BY state"


class Judgements:
    """The judgements of one judge in a store."""

    def __init__(self, db: sqlite3.Connection, number: int, judge: Judge, file: Path) -> None:
        self.db, self.number, self.judge, self.file = db, number, judge, file

    def get(self, state: str) -> Judgement | None:
        """Return the judgement of a position; None if there is none that is whole."""
        row = self.db.execute(FIND, (self.number, state)).fetchone()
        return self._read(state, *row) if row is not None else None

    def add(self, found: Iterable[Judgement]) -> None:
        """Add judgements, in place of damaged ones; when this returns they survive a power failure."""
        with change(self.db, self.file, KEPT):
            self.db.executemany(INSERT, map(self.row, found))

    def row(self, one: Judgement) -> tuple[str | int | None, ...]:
        """Return a judgement as a row of its table."""
        return (self.number, *msgspec.structs.astuple(one), self._checksum(one))

    def __iter__(self) -> Iterator[Judgement]:
        """Yield all judgements that are whole, as far as the file can be read."""
        with suppress(sqlite3.DatabaseError):
            for row in self.db.execute(ALL, (self.number,)):
                if (one := self._read(*row)) is not None:
                    yield one

    def _read(self, state: str, best: str, score: int | None, mate: int | None, checksum: str) -> Judgement | None:
        try:
            found = msgspec.convert({"state": state, "best": best, "score": score, "mate": mate}, Judgement)
            return found if self._checksum(found) == checksum else None
        except (ValueError, TypeError):
            return None

    def _checksum(self, one: Judgement) -> str:
        return digest([*msgspec.structs.astuple(self.judge), *msgspec.structs.astuple(one)])


def judges_in(db: sqlite3.Connection, file: Path) -> list[Judgements]:
    """Return what each judge has judged, the one that was used last at the end; none of an older arena's store."""
    found = []
    with suppress(sqlite3.OperationalError):
        for number, *fields in db.execute(JUDGES):
            with suppress(msgspec.ValidationError):  # damaged: its judgements are of no known judge
                judge = msgspec.convert(dict(zip(Judge.__struct_fields__, fields, strict=True)), Judge)
                found.append(Judgements(db, number, judge, file))
    return found


def enrol(db: sqlite3.Connection, judge: Judge, file: Path) -> Judgements:
    """Return the judgements of a judge, which is the one used last from now on."""
    with change(db, file, KEPT):
        db.execute(ENROL, msgspec.structs.astuple(judge))
    return judges_in(db, file)[-1]


def copy_judgements(db: sqlite3.Connection, copy: sqlite3.Connection, file: Path) -> None:
    """Copy the judgements that are whole into another store, within a transaction."""
    with suppress(sqlite3.DatabaseError):
        for judged in judges_in(db, file):
            copy.execute(ENROL, msgspec.structs.astuple(judged.judge))
            copied = judges_in(copy, file)[-1]
            copy.executemany(INSERT, map(copied.row, judged))
