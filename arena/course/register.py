"""The register of a course: tokens and hand-ins, in the file course.sqlite. Any thread may ask it."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import RLock
from typing import Any

from arena.course.handin import HandIn, State, entry_file
from arena.course.people import Person
from arena.course.settings import HandInLimits, Season
from arena.entrants.bundle import Bundle, unpack
from arena.errors import CourseError, StoreError
from arena.store.change import change
from minds.errors import quoted
from world.server import hashed, new_token

FILE = "course.sqlite"
VERSION = 1
ORGANISER = ""  # holds a token like a person, whose id is never empty
KEPT = "what was confirmed is kept"
MAX_WORDS = 20_000  # letters of a check
SCHEMA = """
CREATE TABLE tokens (hash TEXT PRIMARY KEY, person TEXT NOT NULL, made TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE bundles (digest TEXT PRIMARY KEY, packed BLOB NOT NULL);
CREATE TABLE hand_ins (
    number INTEGER PRIMARY KEY,
    version INTEGER NOT NULL,
    team TEXT NOT NULL,
    person TEXT NOT NULL,
    at TEXT NOT NULL,
    season TEXT NOT NULL,
    digest TEXT NOT NULL REFERENCES bundles(digest),
    runs TEXT NOT NULL,
    is_late INTEGER NOT NULL,
    state TEXT NOT NULL,
    words TEXT NOT NULL,
    is_nominated INTEGER NOT NULL,
    UNIQUE (team, version)
);
CREATE INDEX waiting ON hand_ins (number) WHERE state = 'waiting';
"""
COLUMNS = ", ".join(HandIn.__struct_fields__)


class Register:
    """Tokens and hand-ins. What a method has returned from is on the disk."""

    def __init__(self, folder: Path) -> None:
        self.file, self.lock = folder / FILE, RLock()
        try:
            self.db = sqlite3.connect(self.file, isolation_level=None, timeout=10, check_same_thread=False)
            self.db.execute("PRAGMA journal_mode = WAL")
            self.db.execute("PRAGMA synchronous = FULL")
            self._prepare()
        except sqlite3.Error as problem:
            raise StoreError(f"{quoted(str(self.file))} cannot be used: {problem}") from None

    def _prepare(self) -> None:
        """Make the tables of a new file."""
        (version,) = self.db.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise StoreError(f"{quoted(str(self.file))} was written by a newer arena (version {version})")
        if version < VERSION:
            self.db.executescript(f"BEGIN IMMEDIATE; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")

    def close(self) -> None:
        """Close the file."""
        self.db.close()

    def __enter__(self) -> "Register":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        with self.lock, change(self.db, self.file, KEPT):
            yield self.db

    def _rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        with self.lock:
            return self.db.execute(statement, values).fetchall()

    # ── Tokens ───────────────────────────────────────────────────────────────────────────────

    def invite(self, person: str, now: datetime) -> str:
        """Return a new token of a person, or of the ORGANISER; those from before are void."""
        token = new_token()
        with self._change() as db:
            db.execute("DELETE FROM tokens WHERE person = ?", (person,))
            db.execute("INSERT INTO tokens VALUES (?, ?, ?)", (hashed(token), person, _text(now)))
        return token

    def revoke(self, person: str) -> bool:
        """Make a person's token void; return False if there was none."""
        with self._change() as db:
            return bool(db.execute("DELETE FROM tokens WHERE person = ?", (person,)).rowcount)

    def holder_of(self, token: str) -> str | None:
        """Return the id of the person who holds a token, or ORGANISER; None if it is void."""
        found = self._rows("SELECT person FROM tokens WHERE hash = ?", hashed(token))
        return str(found[0][0]) if found else None

    def invited(self) -> set[str]:
        """Return the ids of all who hold a token."""
        return {str(person) for (person,) in self._rows("SELECT person FROM tokens")}

    # ── Hand-ins ─────────────────────────────────────────────────────────────────────────────

    def hand_in(self, person: Person, bundle: Bundle, season: Season, limits: HandInLimits, now: datetime) -> HandIn:
        """Take a mind in; the same files again are the hand-in that is there already.

        Raise CourseError if it is larger than allowed, comes too soon after others, or before the season opens.
        """
        runs = entry_file(bundle)
        _check_time_and_size(bundle, season, limits, now)
        with self._change() as db:
            latest = self.hand_ins(person.key)[:1]
            if latest and latest[0].digest == bundle.digest and latest[0].season == season.name:
                return latest[0]
            self._check_rate(person.key, limits, now)
            db.execute("INSERT OR IGNORE INTO bundles VALUES (?, ?)", (bundle.digest, bundle.pack()))
            version = latest[0].version + 1 if latest else 1
            is_late = not season.is_open(now)
            values = (version, person.key, person.id, _text(now), season.name, bundle.digest, runs, is_late)
            db.execute(
                "INSERT INTO hand_ins (version, team, person, at, season, digest, runs, is_late, state, words, "
                "is_nominated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting', '', 0)",
                values,
            )
            return self.hand_ins(person.key)[0]

    def _check_rate(self, team: str, limits: HandInLimits, now: datetime) -> None:
        for most, hours, words in ((limits.hand_ins_an_hour, 1, "an hour"), (limits.hand_ins_a_day, 24, "a day")):
            since = now - timedelta(hours=hours)
            recent = self._rows("SELECT at FROM hand_ins WHERE team = ? AND at > ? ORDER BY at", team, _text(since))
            if len(recent) >= most:
                again = datetime.fromisoformat(recent[-most][0]) + timedelta(hours=hours)
                raise CourseError(f"{most} hand-ins {words} are allowed; the next one is from {again:%H:%M:%S} UTC on")

    def hand_ins(self, team: str | None = None) -> list[HandIn]:
        """Return the hand-ins of a team, or of all, the latest first."""
        where, values = ("", ()) if team is None else ("WHERE team = ?", (team,))
        return [
            _read(row) for row in self._rows(f"SELECT {COLUMNS} FROM hand_ins {where} ORDER BY number DESC", *values)
        ]

    def find(self, number: int) -> HandIn:
        """Return a hand-in; raise CourseError if there is none of this number."""
        found = self._rows(f"SELECT {COLUMNS} FROM hand_ins WHERE number = ?", number)
        if not found:
            raise CourseError(f"no hand-in {number}")
        return _read(found[0])

    def bundle_of(self, hand_in: HandIn) -> Bundle:
        """Return the files of a hand-in."""
        ((packed,),) = self._rows("SELECT packed FROM bundles WHERE digest = ?", hand_in.digest)
        return unpack(packed, hand_in.digest)

    def next_waiting(self) -> HandIn | None:
        """Return the hand-in to be checked next: the first of each team within an hour comes before second ones."""
        found = self._rows(
            f"SELECT {COLUMNS} FROM hand_ins AS own WHERE state = 'waiting' ORDER BY (SELECT count(*) FROM hand_ins "
            "AS others WHERE others.team = own.team AND others.number < own.number "
            "AND julianday(others.at) > julianday(own.at) - 1 / 24.0), number LIMIT 1"
        )
        return _read(found[0]) if found else None

    def decide(self, number: int, state: State, words: str) -> None:
        """Note what became of a hand-in."""
        with self._change() as db:
            db.execute("UPDATE hand_ins SET state = ?, words = ? WHERE number = ?", (state, words[:MAX_WORDS], number))

    def nominate(self, number: int) -> None:
        """Choose an accepted hand-in for its season's end, in place of any other of its team."""
        hand_in = self.find(number)
        if hand_in.state != "accepted":
            raise CourseError(f"hand-in {number} is {hand_in.state}; expected an accepted one")
        with self._change() as db:
            mark = "UPDATE hand_ins SET is_nominated = (number = ?) WHERE team = ? AND season = ?"
            db.execute(mark, (number, hand_in.team, hand_in.season))

    def entered(self, season: str) -> dict[str, HandIn]:
        """Return the hand-in of each team that ends a season: the nominated one, or the latest accepted in time."""
        found: dict[str, HandIn] = {}
        for one in reversed(self.hand_ins()):
            if one.season == season and one.state == "accepted":
                is_better = one.is_nominated or not one.is_late
                if one.team not in found or (is_better and not found[one.team].is_nominated):
                    found[one.team] = one
        return found


def _check_time_and_size(bundle: Bundle, season: Season, limits: HandInLimits, now: datetime) -> None:
    if now < season.opens:
        raise CourseError(f"season {season.name} opens at {season.opens:%Y-%m-%d %H:%M}; hand in from then on")
    if bundle.size > limits.kibibytes << 10:
        raise CourseError(f"{bundle.size >> 10} KiB; expected at most {limits.kibibytes} KiB")


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def _read(row: Sequence[Any]) -> HandIn:
    fields = dict(zip(HandIn.__struct_fields__, row, strict=True))
    fields |= {name: bool(fields[name]) for name in ("is_late", "is_nominated")}
    return HandIn(**fields | {"at": datetime.fromisoformat(fields["at"])})
