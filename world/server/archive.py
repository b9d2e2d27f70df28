"""All runs on disk, unfinished and finished."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from world.errors import WorldError
from world.record import Ply, Record, read_record
from world.server.request import RunSettings
from world.server.schema import RunSummary
from world.server.store import Store

LOG = logging.getLogger(__name__)
MAX_RUNS = 100_000  # the oldest finished runs beyond that are deleted


@contextmanager
def skipping_damaged(what: str) -> Iterator[None]:
    """Print a warning instead of failing when a row cannot be read: the other runs are still served."""
    try:
        yield
    except (msgspec.MsgspecError, WorldError, TypeError, ValueError) as problem:
        LOG.warning(f"arena: skipping {what}, which is damaged: {problem}")


class Archive:
    """Stores runs by name. Methods that write return when the data is on disk."""

    def __init__(self, path: Path) -> None:
        self.store = Store(path)

    # While a run is played

    def add(self, settings: RunSettings) -> None:
        """Store a new run."""
        self.store.do("INSERT INTO runs (id, terms) VALUES (?, ?)", settings.id, msgspec.json.encode(settings).decode())

    def add_ply(self, run: str, number: int, ply: Ply) -> None:
        """Store the next ply of a run."""
        self.store.do("INSERT INTO plies VALUES (?, ?, ?)", run, number, msgspec.json.encode(ply).decode())

    def cut(self, run: str, plies: int) -> None:
        """Delete all but the first plies of a run."""
        self.store.do("DELETE FROM plies WHERE run = ? AND number >= ?", run, plies)

    def finish(self, run: str, summary: RunSummary, record: Record) -> None:
        """Replace the plies of a run by its record."""
        as_text = msgspec.json.encode(summary).decode()
        self.store.submit(
            ("UPDATE runs SET summary = ?, record = ? WHERE id = ?", (as_text, record.to_json(), run)),
            ("DELETE FROM plies WHERE run = ?", (run,)),
            ("DELETE FROM runs WHERE number <= (SELECT max(number) FROM runs) - ? AND record IS NOT NULL", (MAX_RUNS,)),
        ).result()

    # Afterwards

    def unfinished(self) -> Iterator[tuple[RunSettings, list[Ply]]]:
        """Yield the runs that were interrupted when a server ended, oldest first."""
        for (text,) in self.store.do("SELECT terms FROM runs WHERE record IS NULL ORDER BY number"):
            with skipping_damaged("an unfinished run"):
                settings = msgspec.json.decode(text, type=RunSettings)
                rows = self.store.do("SELECT ply FROM plies WHERE run = ? ORDER BY number", settings.id)
                yield settings, [msgspec.json.decode(ply, type=Ply) for (ply,) in rows]

    def finished(self, run: str) -> tuple[RunSettings, Record] | None:
        """Return a finished run, or None if there is none of this name."""
        rows = self.store.do("SELECT terms, record FROM runs WHERE id = ? AND record IS NOT NULL", run)
        if not rows:
            return None
        settings, record = rows[0]
        with skipping_damaged(f"run {run}"):
            return msgspec.json.decode(settings, type=RunSettings), read_record(record)
        return None

    def latest(self, most: int) -> list[RunSummary]:
        """Return the last finished runs, newest first."""
        rows = self.store.do("SELECT summary FROM runs WHERE record IS NOT NULL ORDER BY number DESC LIMIT ?", most)
        found = []
        for (text,) in rows:
            with skipping_damaged("a finished run"):
                found.append(msgspec.json.decode(text, type=RunSummary))
        return found

    def count(self) -> int:
        """Return the number of all runs, finished or not."""
        return int(self.store.do("SELECT count(*) FROM runs")[0][0])

    def page(self, most: int, skipped: int) -> list[tuple[str, RunSummary | None]]:
        """Return some runs by their names, newest first, with the summaries of those that are finished."""
        found: list[tuple[str, RunSummary | None]] = []
        for run, text in self.store.do(
            "SELECT id, summary FROM runs ORDER BY number DESC LIMIT ? OFFSET ?", most, skipped
        ):
            with skipping_damaged(f"run {run}"):
                found.append((run, None if text is None else msgspec.json.decode(text, type=RunSummary)))
        return found

    def close(self) -> None:
        """Close the file."""
        self.store.close()
