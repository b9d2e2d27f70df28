"""The archive: what is kept of every run, under way or over, and how it is found again."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from world.errors import WorldError
from world.record import Ply, Record, read_record
from world.server.request import RunSettings
from world.server.schema import Summary
from world.server.served import Served
from world.server.store import Store

MOST = 100_000  # runs; the oldest that are over make room


@contextmanager
def complaining(what: str) -> Iterator[None]:
    """What cannot be read is left out, and said so: one damaged row is no reason to serve nobody."""
    try:
        yield
    except (msgspec.MsgspecError, WorldError, TypeError, ValueError) as problem:
        print(f"arena: {what} is damaged, and left out: {problem}", file=sys.stderr)


class Archive:
    """Runs by their names, in one file."""

    def __init__(self, path: Path) -> None:
        self.store = Store(path)

    # While a run goes on

    def add(self, settings: RunSettings) -> None:
        """A run begins."""
        self.store.do("INSERT INTO runs (id, terms) VALUES (?, ?)", settings.id, msgspec.json.encode(settings).decode())

    def add_ply(self, run: str, number: int, ply: Ply) -> None:
        """It goes on."""
        self.store.do("INSERT INTO plies VALUES (?, ?, ?)", run, number, msgspec.json.encode(ply).decode())

    def cut(self, run: str, plies: int) -> None:
        """Of its plies only the first are left."""
        self.store.do("DELETE FROM plies WHERE run = ? AND number >= ?", run, plies)

    def finish(self, served: Served, record: Record) -> None:
        """It is over: its record stands for the plies."""
        run = served.settings.id
        summary = msgspec.json.encode(served.view.summary_of(record.ending)).decode()
        self.store.submit(
            ("UPDATE runs SET summary = ?, record = ? WHERE id = ?", (summary, record.to_json(), run)),
            ("DELETE FROM plies WHERE run = ?", (run,)),
            ("DELETE FROM runs WHERE number <= (SELECT max(number) FROM runs) - ? AND record IS NOT NULL", (MOST,)),
        ).result()

    # Afterwards

    def unfinished(self) -> Iterator[tuple[RunSettings, list[Ply]]]:
        """The runs that the end of a server has interrupted, oldest first."""
        for (text,) in self.store.do("SELECT terms FROM runs WHERE record IS NULL ORDER BY number"):
            with complaining("a run under way"):
                settings = msgspec.json.decode(text, type=RunSettings)
                rows = self.store.do("SELECT ply FROM plies WHERE run = ? ORDER BY number", settings.id)
                yield settings, [msgspec.json.decode(ply, type=Ply) for (ply,) in rows]

    def finished(self, run: str) -> tuple[RunSettings, Record] | None:
        """A run that is over."""
        rows = self.store.do("SELECT terms, record FROM runs WHERE id = ? AND record IS NOT NULL", run)
        if not rows:
            return None
        settings, record = rows[0]
        with complaining(run):
            return msgspec.json.decode(settings, type=RunSettings), read_record(record)
        return None

    def latest(self, most: int) -> list[Summary]:
        """Runs that are over, newest first."""
        rows = self.store.do("SELECT summary FROM runs WHERE record IS NOT NULL ORDER BY number DESC LIMIT ?", most)
        found = []
        for (text,) in rows:
            with complaining("a run that is over"):
                found.append(msgspec.json.decode(text, type=Summary))
        return found

    def close(self) -> None:
        """Let go of the file."""
        self.store.close()
