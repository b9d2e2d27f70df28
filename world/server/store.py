"""The server's store: one SQLite file, one thread that writes it, and nothing is told before it is in there."""

import queue
import sqlite3
from concurrent.futures import Future
from pathlib import Path
from threading import Thread
from typing import Any

from world.errors import WorldError, quoted

VERSION = 1
SCHEMA = """
CREATE TABLE runs (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    terms TEXT NOT NULL,
    summary TEXT,  -- of a run that is over
    record TEXT    -- and all of it, as a line of JSON
);
CREATE TABLE plies (
    run TEXT NOT NULL,
    number INTEGER NOT NULL,
    ply TEXT NOT NULL,
    PRIMARY KEY (run, number)
) WITHOUT ROWID;
CREATE INDEX open_runs ON runs (number) WHERE record IS NULL;
"""
AT_ONCE = 256  # statements that wait together are committed together
Statement = tuple[str, tuple[Any, ...]]
Rows = list[tuple[Any, ...]]


class StoreError(WorldError):
    """The store cannot be used."""


class Store:
    """Takes statements from any thread; a future is done when what it asked for is on the disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.jobs: queue.SimpleQueue[tuple[list[Statement], Future[Rows]] | None] = queue.SimpleQueue()
        opened: Future[Rows] = Future()
        self.thread = Thread(target=self._work, args=[opened], name="keep", daemon=True)
        self.thread.start()
        opened.result()

    def submit(self, *statements: Statement) -> "Future[Rows]":
        """Do all of these or none; the rows of the last."""
        future: Future[Rows] = Future()
        self.jobs.put((list(statements), future))
        return future

    def do(self, statement: str, *values: Any) -> Rows:
        """Do one and wait for it."""
        return self.submit((statement, values)).result()

    def close(self) -> None:
        """Finish what was asked for, and let go of the file."""
        self.jobs.put(None)
        self.thread.join()

    def _work(self, opened: "Future[Rows]") -> None:
        try:
            connection = _open(self.path)
        except (sqlite3.Error, StoreError) as problem:
            said = f"{quoted(str(self.path))} cannot be used: {problem}"
            opened.set_exception(StoreError(said if "locked" not in said else f"{said}; another server is using it"))
            return
        opened.set_result([])
        while (job := self.jobs.get()) is not None:
            batch = [job]
            while len(batch) < AT_ONCE and not self.jobs.empty() and (more := self._next()) is not None:
                batch.append(more)
            _do(connection, batch)
        connection.close()

    def _next(self) -> "tuple[list[Statement], Future[Rows]] | None":
        """One more that waits already; the end is put back, to be found again."""
        job = self.jobs.get()
        if job is None:
            self.jobs.put(None)
        return job


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=0.5)
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # a second server would play the same runs
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("BEGIN EXCLUSIVE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == 0:
        for statement in SCHEMA.split(";\n"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")
    if version not in (0, VERSION):
        raise StoreError(f"it is of version {version}; expected {VERSION}")
    return connection


def _do(connection: sqlite3.Connection, batch: list[tuple[list[Statement], "Future[Rows]"]]) -> None:
    """A batch in one transaction; whoever waits hears of it when it is done."""
    results: list[Rows] = []
    try:
        connection.execute("BEGIN IMMEDIATE")
        for statements, _ in batch:
            rows: Rows = []
            for statement, values in statements:
                rows = connection.execute(statement, values).fetchall()
            results.append(rows)
        connection.execute("COMMIT")
    except sqlite3.Error as problem:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        for _, future in batch:
            future.set_exception(StoreError(f"the store fails: {problem}"))
        return
    for (_, future), rows in zip(batch, results, strict=True):
        future.set_result(rows)
