"""The SQLite file in which the server stores its runs, written by one thread."""

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
    summary TEXT,  -- of a finished run
    record TEXT    -- of a finished run, as a line of JSON
);
CREATE TABLE plies (
    run TEXT NOT NULL,
    number INTEGER NOT NULL,
    ply TEXT NOT NULL,
    PRIMARY KEY (run, number)
) WITHOUT ROWID;
CREATE INDEX open_runs ON runs (number) WHERE record IS NULL;
"""
MAX_BATCH = 256  # jobs committed in one transaction
Statement = tuple[str, tuple[Any, ...]]
Rows = list[tuple[Any, ...]]


class StoreError(WorldError):
    """The store cannot be used."""


class Store:
    """Runs SQL statements from any thread. A future is done when its statements are committed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.jobs: queue.SimpleQueue[tuple[list[Statement], Future[Rows]] | None] = queue.SimpleQueue()
        opened: Future[Rows] = Future()
        self.thread = Thread(target=self._work, args=[opened], name="store", daemon=True)
        self.thread.start()
        opened.result()

    def submit(self, *statements: Statement) -> "Future[Rows]":
        """Run statements in one transaction; the future holds the rows of the last one."""
        future: Future[Rows] = Future()
        self.jobs.put((list(statements), future))
        return future

    def do(self, statement: str, *values: Any) -> Rows:
        """Run one statement, wait for it, and return its rows."""
        return self.submit((statement, values)).result()

    def close(self) -> None:
        """Finish all submitted jobs, then close the file."""
        self.jobs.put(None)
        self.thread.join()

    def _work(self, opened: "Future[Rows]") -> None:
        try:
            connection = _open(self.path)
        except (sqlite3.Error, StoreError) as problem:
            message = f"{quoted(str(self.path))} cannot be used: {problem}"
            hint = "; another server is using it" if "locked" in message else ""
            opened.set_exception(StoreError(message + hint))
            return
        opened.set_result([])
        while (job := self.jobs.get()) is not None:
            batch = [job]
            while len(batch) < MAX_BATCH and not self.jobs.empty() and (more := self._next()) is not None:
                batch.append(more)
            _do(connection, batch)
        connection.close()

    def _next(self) -> "tuple[list[Statement], Future[Rows]] | None":
        """Return the next waiting job; None for the end mark, which goes back into the queue."""
        job = self.jobs.get()
        if job is None:
            self.jobs.put(None)
        return job


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=0.5)
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # or a second server would play the same runs
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
        raise StoreError(f"it has version {version}; expected {VERSION}")
    return connection


def _do(connection: sqlite3.Connection, batch: list[tuple[list[Statement], "Future[Rows]"]]) -> None:
    """Run a batch of jobs in one transaction, then complete their futures."""
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
