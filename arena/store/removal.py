"""Removing games from a store: the numbers of the others stay without gaps, since a gap is a sign of damage."""

import sqlite3
from collections.abc import Sequence

from arena.store.checksums import add_checksum

TABLES = {"games": "number", "moves": "game", "incidents": "game", "memories": "game"}


def remove_games(db: sqlite3.Connection, names: Sequence[str]) -> None:
    """Remove the games of these names, within a transaction."""
    marks = ", ".join("?" * len(names))
    removed = [number for (number,) in db.execute(f"SELECT number FROM games WHERE name IN ({marks})", names)]
    if not removed:
        return
    for table, column in TABLES.items():
        db.executemany(f"DELETE FROM {table} WHERE {column} = ?", [(number,) for number in removed])
    first = min(removed)
    later = db.execute("SELECT number FROM games WHERE number > ? ORDER BY number", (first,)).fetchall()
    for number, (old,) in enumerate(later, first):
        for table, column in TABLES.items():
            db.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (number, old))
        add_checksum(db, number)
