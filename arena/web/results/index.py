"""The games of a tournament in memory: those that came since are added, and a page of any filter is found at once.

The tables are named like those of the store and have its columns, as far as games are listed and counted by them.
"""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from threading import RLock
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from arena.entrants.entrant import Entrant
from arena.errors import StoreError
from arena.report.words import brief_cause, cause
from arena.store.rows import worker_of
from arena.store.store import Store
from arena.web.results.counts import Counts, Tally

BATCH = 2000  # games read at once
SCHEMA = """
CREATE TABLE minds (number INTEGER PRIMARY KEY, name TEXT NOT NULL, version TEXT NOT NULL);
CREATE TABLE games (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, round INTEGER NOT NULL, pair TEXT NOT NULL,
    first INTEGER NOT NULL, second INTEGER, opening TEXT NOT NULL, given INTEGER NOT NULL,
    score_first REAL NOT NULL, score_second REAL, ending TEXT NOT NULL, plies INTEGER NOT NULL, seconds REAL NOT NULL,
    init_first REAL, init_second REAL, seed INTEGER NOT NULL, moves_hash TEXT NOT NULL,
    worker TEXT
);
CREATE TABLE incidents (
    game INTEGER PRIMARY KEY, kind TEXT NOT NULL, seat INTEGER NOT NULL, decided INTEGER NOT NULL DEFAULT 1,
    cause TEXT NOT NULL DEFAULT '', alike TEXT NOT NULL DEFAULT ''
);
CREATE INDEX of_first ON games (first, second, score_first, score_second);
CREATE INDEX of_second ON games (second);
CREATE INDEX decisive ON games (score_first = score_second, number DESC);
CREATE INDEX by_length ON games (plies, number);
CREATE INDEX same ON games (moves_hash);
"""
NEW = """
SELECT games.number, name, round, pair, first, second, opening, given, score_first, score_second, ending, plies,
       games.seconds, init_first, init_second, seed, moves_hash, worker,
       incidents.kind, incidents.seat, substr(incidents.message, 1, 500), substr(incidents.traceback, -5000)
FROM games LEFT JOIN incidents ON incidents.game = games.number AND incidents.decided
WHERE games.number > ? ORDER BY games.number LIMIT ?
"""
LAST = "SELECT name, moves_hash, checksum FROM games WHERE number = ?"
FAULT = -4  # where the columns of a fault begin
Row = tuple[Any, ...]


class GameRow(NamedTuple):
    """A game as it is read from a store, with the types that its columns must have."""

    number: int
    name: str
    round: int
    pair: str
    first: int
    second: int | None
    opening: str
    given: int
    score_first: float
    score_second: float | None
    ending: str
    plies: int
    seconds: float
    init_first: float | None
    init_second: float | None
    seed: int
    moves_hash: str
    worker: str | None
    fault: str | None
    fault_seat: int | None
    message: str | None = None
    traceback: str | None = None

    @property
    def incident(self) -> tuple[int, str, int, str, str]:
        """The fault that decided it: game, kind, seat, cause in words, and what the same fault has in common."""
        if self.message is None:
            return self.number, self.fault or "", self.fault_seat or 0, "", ""
        kind, message, traceback = self.fault or "", self.message or "", self.traceback or ""
        words, alike = brief_cause(kind, message, traceback), "\n".join(cause(kind, message, traceback))
        return self.number, kind, self.fault_seat or 0, words, alike


class GameIndex:
    """The games that were read so far."""

    def __init__(self, is_private: bool = False) -> None:
        self.lock, self.is_private = RLock(), is_private  # of private games the causes of faults are not kept
        self.version = 0  # grows whenever something was read
        self.minds: tuple[Entrant, ...] = ()
        self.clear()

    def clear(self) -> None:
        """Forget all games."""
        with self.lock:
            self.db = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
            self.db.executescript(SCHEMA)
            self.count, self.last, self.mark, self.counts = 0, 0, None, Counts()
            self.minds, self.version = (), self.version + 1

    def update(self, store: Store, seconds: float) -> bool:
        """Read the minds, and the games that came since, for some seconds at most; return True if that was all.

        If games were removed, or are others now, all are read again.
        """
        end = monotonic() + seconds
        with self.lock:
            if self.last and store.db.execute(LAST, (self.last,)).fetchone() != self.mark:
                self.clear()
            self._read_minds(store)
            while rows := store.db.execute(NEW, (self.last, BATCH)).fetchall():
                self._add(_checked(rows, store.folder))
                self.mark = store.db.execute(LAST, (self.last,)).fetchone()
                if len(rows) < BATCH or monotonic() > end:
                    break
            return len(rows) < BATCH

    def results(self) -> dict[str, tuple[float, ...]]:
        """Return the score of each seat in every game, by the games' names."""
        with self.lock:
            rows = self.db.execute("SELECT name, score_first, score_second FROM games").fetchall()
        return {name: (first,) if second is None else (first, second) for name, first, second in rows}

    def _read_minds(self, store: Store) -> None:
        minds = tuple(store.entrants())
        if minds != self.minds:
            rows = [(number, one.name, one.version) for number, one in enumerate(minds, 1)]
            with self.db:
                self.db.execute("BEGIN")
                self.db.execute("DELETE FROM minds")
                self.db.executemany("INSERT INTO minds VALUES (?, ?, ?)", rows)
            self.minds, self.version = minds, self.version + 1

    def _add(self, rows: Sequence[GameRow]) -> None:
        marks = ", ".join("?" * len(rows[0][:FAULT]))
        found = [row for row in rows if row.fault is not None]
        faults = [(row._replace(message=None) if self.is_private else row).incident for row in found]
        with self.db:
            self.db.execute("BEGIN")
            self.db.executemany(f"INSERT INTO games VALUES ({marks})", (row[:FAULT] for row in rows))
            self.db.executemany("INSERT INTO incidents (game, kind, seat, cause, alike) VALUES (?, ?, ?, ?, ?)", faults)
        self.counts.add(rows)
        self.count, self.last, self.version = self.count + len(rows), rows[-1].number, self.version + 1

    def rows(self, query: str, values: Sequence[Any] | dict[str, Any] = ()) -> list[Row]:
        """Return the rows of a query."""
        with self.lock:
            return self.db.execute(query, values).fetchall()

    def tallies(self) -> list[tuple[int, Tally]]:
        """Return the number of each mind that has played, and its games counted."""
        with self.lock:
            return list(self.counts.minds.items())

    def endings(self) -> list[tuple[str, int]]:
        """Return the endings with their games, the most frequent first."""
        with self.lock:
            return sorted(self.counts.endings.items(), key=lambda item: (-item[1], item[0]))

    def openings(self) -> list[tuple[str, int]]:
        """Return the openings with their games, by name."""
        with self.lock:
            return sorted(self.counts.openings.items())

    def number(self, mind: str) -> int | None:
        """Return the number of a mind; None if there is none of that name."""
        found = self.rows("SELECT number FROM minds WHERE name = ?", (mind,))
        return found[0][0] if found else None


def _checked(rows: list[Row], folder: Path) -> list[GameRow]:
    """Return rows of a store, which may be anyone's, if they have the types of games; else raise StoreError."""
    try:
        games = msgspec.convert(rows, list[GameRow])
        return [game._replace(worker=_name_of(game.worker)) if game.worker else game for game in games]
    except ValueError as problem:
        raise StoreError(f"{folder.name!r} holds a game that cannot be shown: {problem}") from None


def _name_of(worker: str | None) -> str | None:
    found = worker_of(worker)
    return None if found is None else found.name
