"""Transactions of a store."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import StoreError
from minds.errors import quoted

GAMES_ARE_KEPT = "finished games are kept, and arena resume plays the others"


@contextmanager
def change(db: sqlite3.Connection, file: Path, kept: str = GAMES_ARE_KEPT) -> Iterator[None]:
    """Change a store in one transaction; a StoreError of a full disk says what is `kept`."""
    try:
        with db:  # commits, or rolls back after an error
            db.execute("BEGIN IMMEDIATE")
            yield
    except sqlite3.Error as problem:
        is_full = getattr(problem, "sqlite_errorname", "") == "SQLITE_FULL"
        step = f"; make room; {kept}" if is_full else ""
        raise StoreError(f"{quoted(str(file))} cannot be written: {problem}{step}") from None
