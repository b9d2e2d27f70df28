"""Checksums by which damage to a store is noticed: one for each game, and one for each small table."""

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

UNKNOWN = "unknown"  # the checksum of games that an arena without checksums has stored
COLUMNS = (
    *("number", "name", "round", "pair", "first", "second", "opening", "given", "start", "seed", "date", "version"),
    *(
        "score_first",
        "score_second",
        "ending",
        "plies",
        "seconds",
        "moves_hash",
        "walls_first",
        "walls_second",
        "clock",
    ),
)
ADDED_LATER = ("init_first", "init_second", "worker")  # do not count while they are empty: older games lack them
SMALL_TABLES = ("plans", "minds", "openings", "circumstances")  # a bundle has its digest
ACTION = 3  # its place in a row of the table of moves

Row = tuple[Any, ...]


class GameRows(NamedTuple):
    """All rows of one game."""

    game: sqlite3.Row
    moves: list[Row]
    faults: list[Row]
    memories: list[Row]

    @property
    def is_whole(self) -> bool:
        """True if these are the rows that were stored. Games of an older arena only have a hash of their moves."""
        actions = [move[ACTION] for move in self.moves]
        if len(actions) != self.game["plies"] or not all(isinstance(action, str) for action in actions):
            return False
        if moves_hash(str(self.game["start"]), actions) != self.game["moves_hash"]:
            return False
        return self.game["checksum"] in (UNKNOWN, self.checksum)

    @property
    def checksum(self) -> str:
        """The checksum of everything that is stored about the game."""
        return checksum_of(*self)


def checksum_of(
    game: sqlite3.Row | dict[str, Any], moves: Sequence[Row], faults: Sequence[Row], memories: Sequence[Row]
) -> str:
    """Return the checksum of all rows of a game; `memories` are those of their column of texts."""
    added = [value for name in ADDED_LATER if (value := game[name]) is not None]
    return digest([[game[name] for name in COLUMNS] + added, moves, faults, memories])


def moves_hash(start: str, actions: Sequence[str]) -> str:
    """Return a hash that is the same for games with the same start and moves."""
    return hashlib.sha256(" ".join((start, *actions)).encode()).hexdigest()[:16]


def read_games(db: sqlite3.Connection, where: str = "", values: Sequence[Any] = ()) -> Iterator[GameRows]:
    """Yield all rows of each game; `where` is the end of the query that chooses and sorts them."""
    games = db.cursor()
    games.row_factory = sqlite3.Row
    for game in games.execute(f"SELECT * FROM games {where}", values):
        number = (game["number"],)
        moves = db.execute("SELECT * FROM moves WHERE game = ? ORDER BY ply", number).fetchall()
        faults = db.execute("SELECT * FROM incidents WHERE game = ? ORDER BY rowid", number).fetchall()
        memories = db.execute("SELECT text FROM memories WHERE game = ? ORDER BY seat", number).fetchall()
        yield GameRows(game, moves, faults, memories)


def add_checksum(db: sqlite3.Connection, number: int) -> None:
    """Store the checksum of a game whose rows have just been changed."""
    (rows,) = read_games(db, "WHERE number = ?", (number,))
    db.execute("UPDATE games SET checksum = ? WHERE number = ?", (rows.checksum, number))


def add_table_checksums(db: sqlite3.Connection) -> None:
    """Store the checksums of the small tables, one of which has just been written to."""
    rows = [(name, _table_checksum(db, name)) for name in SMALL_TABLES]
    db.executemany("INSERT OR REPLACE INTO checksums VALUES (?, ?)", rows)


def damaged_tables(db: sqlite3.Connection) -> tuple[str, ...]:
    """Return the small tables that are not as they were stored."""
    return tuple(name for name in SMALL_TABLES if not _is_whole(db, name))


def _is_whole(db: sqlite3.Connection, name: str) -> bool:
    try:
        stored = db.execute("SELECT value FROM checksums WHERE name = ?", (name,)).fetchone()
        return stored is None or stored[0] == _table_checksum(db, name)
    except sqlite3.Error:
        return False


def _table_checksum(db: sqlite3.Connection, name: str) -> str:
    return digest(sorted(db.execute(f"SELECT * FROM {name}").fetchall(), key=repr))


def digest(rows: Any) -> str:
    """Return a checksum of rows."""
    return hashlib.sha256(msgspec.msgpack.encode(rows)).hexdigest()[:16]
