"""The register of a course: tokens and hand-ins, in the file course.sqlite. Any thread may ask it."""

import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import RLock
from types import MappingProxyType
from typing import Any

from arena.course.handin import HandIn, State, entry_file
from arena.course.people import Person
from arena.course.settings import HandInLimits, Season
from arena.course.tables import MIGRATIONS
from arena.entrants.bundle import Bundle, unpack
from arena.errors import CourseError, EntrantError, StoreError
from arena.store.change import change
from arena.store.recent import write_back
from arena.store.schema import migrate
from minds.errors import quoted
from world.tokens import hashed, new_token

FILE = "course.sqlite"
ORGANISER = ""  # holds a token like a person, whose id is never empty
KEPT = "what was confirmed is kept"
MAX_WORDS = 20_000  # letters of a check
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
        """Make the tables that a new or an older file lacks."""
        (version,) = self.db.execute("PRAGMA user_version").fetchone()
        if version > len(MIGRATIONS):
            raise StoreError(f"{quoted(str(self.file))} was written by a newer arena (version {version})")
        migrate(self.db, MIGRATIONS)

    @property
    def stamp(self) -> int:
        """A number that changes when another process has written to the file."""
        return int(self.rows("PRAGMA data_version")[0][0])

    def close(self) -> None:
        """Close the file."""
        self.db.close()

    def __enter__(self) -> "Register":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """Change the register in one transaction."""
        with self.lock, change(self.db, self.file, KEPT):
            yield self.db

    def rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows that a statement finds."""
        with self.lock:
            return self.db.execute(statement, values).fetchall()

    def overwrite(self) -> None:
        """Write the file anew, without what was deleted; not while others read it, then it is done the next time."""
        with self.lock, suppress(sqlite3.Error):
            self.db.execute("VACUUM")
        write_back(self.db)

    # ── Tokens ───────────────────────────────────────────────────────────────────────────────

    def invite(self, person: str, now: datetime) -> str:
        """Return a new token of a person, or of the ORGANISER; those from before are void."""
        token = new_token()
        with self.change() as db:
            db.execute("DELETE FROM tokens WHERE person = ?", (person,))
            db.execute("INSERT INTO tokens VALUES (?, ?, ?)", (hashed(token), person, _text(now)))
        return token

    def revoke(self, person: str) -> bool:
        """Make a person's token void; return False if there was none."""
        with self.change() as db:
            return bool(db.execute("DELETE FROM tokens WHERE person = ?", (person,)).rowcount)

    def holder_of(self, token: str) -> str | None:
        """Return the id of the person who holds a token, or ORGANISER; None if it is void."""
        return self.holder_of_hash(hashed(token))

    def holder_of_hash(self, token_hash: str) -> str | None:
        """Return the id of the person who holds the token of this hash, or ORGANISER; None if it is void."""
        found = self.rows("SELECT person FROM tokens WHERE hash = ?", token_hash)
        return str(found[0][0]) if found else None

    def invited(self) -> set[str]:
        """Return the ids of all who hold a token."""
        return {str(person) for (person,) in self.rows("SELECT person FROM tokens")}

    # ── Hand-ins ─────────────────────────────────────────────────────────────────────────────

    def hand_in(self, person: Person, bundle: Bundle, season: Season, limits: HandInLimits, now: datetime) -> HandIn:
        """Take a mind in; the same files again are the hand-in that is there already.

        Raise CourseError if it is larger than allowed, comes too soon after others, or before the season opens.
        """
        runs = entry_file(bundle)
        _check_time_and_size(bundle, season, limits, now)
        with self.change() as db:
            latest = self.hand_ins(person.key)[:1]
            if latest and latest[0].digest == bundle.digest and latest[0].season == season.name:
                self._keep(db, bundle)  # they may be lost here, also where the ladder has a copy
                return latest[0]
            self._check_rate(person.key, limits, now)
            self._keep(db, bundle)
            version = latest[0].version + 1 if latest else 1
            is_late = not self._is_in_time(person.key, season, now)
            values = (version, person.key, person.id, _text(now), season.name, bundle.digest, runs, is_late)
            db.execute(
                "INSERT INTO hand_ins (version, team, person, at, season, digest, runs, is_late, state, words, "
                "is_nominated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting', '', 0)",
                values,
            )
            return self.hand_ins(person.key)[0]

    def _keep(self, db: sqlite3.Connection, bundle: Bundle) -> None:
        """Keep files, also in place of damaged ones."""
        packed = bundle.pack()
        if self.rows("SELECT packed FROM bundles WHERE digest = ?", bundle.digest) != [(packed,)]:
            db.execute("INSERT OR REPLACE INTO bundles VALUES (?, ?)", (bundle.digest, packed))

    def _is_in_time(self, team: str, season: Season, now: datetime) -> bool:
        until = self.extensions(season.name).get(team, season.closes)
        return now < max(until, season.closes) and season.name not in self.finished()

    def _check_rate(self, team: str, limits: HandInLimits, now: datetime) -> None:
        for most, hours, words in ((limits.hand_ins_an_hour, 1, "an hour"), (limits.hand_ins_a_day, 24, "a day")):
            since = now - timedelta(hours=hours)  # a clock that was ahead, and was put right, keeps nobody out
            found = "SELECT at FROM hand_ins WHERE team = ? AND at > ? AND at <= ? ORDER BY at"
            recent = self.rows(found, team, _text(since), _text(now))
            if len(recent) >= most:
                again = datetime.fromisoformat(recent[-most][0]) + timedelta(hours=hours)
                raise CourseError(f"{most} hand-ins {words} are allowed; the next one is from {again:%H:%M:%S} UTC on")

    def hand_ins(self, team: str | None = None) -> list[HandIn]:
        """Return the hand-ins of a team, or of all, the latest first."""
        where, values = ("", ()) if team is None else ("WHERE team = ?", (team,))
        return [
            _read(row) for row in self.rows(f"SELECT {COLUMNS} FROM hand_ins {where} ORDER BY number DESC", *values)
        ]

    def find(self, number: int) -> HandIn:
        """Return a hand-in; raise CourseError if there is none of this number."""
        found = self.rows(f"SELECT {COLUMNS} FROM hand_ins WHERE number = ?", number)
        if not found:
            raise CourseError(f"no hand-in {number}")
        return _read(found[0])

    def bundle_of(self, hand_in: HandIn) -> Bundle:
        """Return the files of a hand-in; raise CourseError if they are lost or damaged."""
        try:
            found = self.rows("SELECT packed FROM bundles WHERE digest = ?", hand_in.digest)
        except sqlite3.DatabaseError as problem:
            raise CourseError(f"the files of hand-in {hand_in.number} cannot be read: {problem}") from None
        if not found or not isinstance(found[0][0], bytes):
            raise CourseError(f"the files of hand-in {hand_in.number} are not in the register")
        try:
            return unpack(found[0][0], hand_in.digest)
        except EntrantError as problem:
            raise CourseError(f"the files of hand-in {hand_in.number}: {problem}") from None

    def waiting(self, most: int = -1) -> list[HandIn]:
        """Return the hand-ins in the order of their checks: the first of each team within an hour, then second ones."""
        found = self.rows(
            f"SELECT {COLUMNS} FROM hand_ins AS own WHERE state = 'waiting' ORDER BY (SELECT count(*) FROM hand_ins "
            "AS others WHERE others.team = own.team AND others.number < own.number "
            "AND julianday(others.at) > julianday(own.at) - 1 / 24.0), number LIMIT ?",
            most,
        )
        return [_read(row) for row in found]

    def next_waiting(self, tries: Mapping[int, int] = MappingProxyType({})) -> HandIn | None:
        """Return the hand-in to be checked next, if there is one; one that was tried in vain keeps no other waiting."""
        return min(self.waiting(len(tries) + 1), key=lambda one: tries.get(one.number, 0), default=None)

    def decide(self, number: int, state: State, words: str) -> None:
        """Note what the check has said of a hand-in; one that was withdrawn meanwhile stays so."""
        with self.change() as db:
            mark = "UPDATE hand_ins SET state = ?, words = ? WHERE number = ? AND state = 'waiting'"
            db.execute(mark, (state, words[:MAX_WORDS], number))

    def withdraw(self, number: int) -> None:
        """Let a hand-in neither play nor end its season; raise CourseError if it was refused or withdrawn."""
        hand_in = self.find(number)
        if hand_in.state not in ("waiting", "accepted"):
            raise CourseError(f"hand-in {number} is {hand_in.state} already; expected one that waits or plays")
        with self.change() as db:
            db.execute("UPDATE hand_ins SET state = 'withdrawn', is_nominated = 0 WHERE number = ?", (number,))

    def check_again(self, number: int) -> None:
        """Have a hand-in checked that was refused or withdrawn."""
        with self.change() as db:
            db.execute("UPDATE hand_ins SET state = 'waiting', words = '' WHERE number = ?", (number,))

    # ── The ladder's wishes ──────────────────────────────────────────────────────────────────

    def wish_to_reinstate(self, number: int) -> None:
        """Ask the ladder to let a version play again that it has disqualified."""
        with self.change() as db:
            db.execute("INSERT OR IGNORE INTO reinstatements VALUES (?)", (number,))

    def reinstatements(self) -> list[int]:
        """Return the hand-ins that the ladder is asked to let play again."""
        return [int(number) for (number,) in self.rows("SELECT hand_in FROM reinstatements ORDER BY hand_in")]

    def have_reinstated(self, number: int) -> None:
        """Note that the ladder has let a version play again."""
        with self.change() as db:
            db.execute("DELETE FROM reinstatements WHERE hand_in = ?", (number,))

    # ── Seasons ──────────────────────────────────────────────────────────────────────────────

    def extend(self, team: str, season: str, until: datetime) -> None:
        """Let a team hand in for a season until a time of its own."""
        with self.change() as db:
            db.execute("INSERT OR REPLACE INTO extensions VALUES (?, ?, ?)", (team, season, _text(until)))

    def extensions(self, season: str) -> dict[str, datetime]:
        """Return the times until which teams may hand in for a season, where they have one of their own."""
        found = self.rows("SELECT team, until FROM extensions WHERE season = ?", season)
        return {str(team): datetime.fromisoformat(until) for team, until in found}

    def nominate(self, number: int) -> None:
        """Choose an accepted hand-in for its season's end, in place of any other of its team."""
        hand_in = self.find(number)
        if hand_in.state != "accepted":
            raise CourseError(f"hand-in {number} is {hand_in.state}; expected an accepted one")
        with self.change() as db:
            if hand_in.season in self.finished():
                raise CourseError(f"season {hand_in.season} is finished; nothing can be nominated for it any more")
            mark = "UPDATE hand_ins SET is_nominated = (number = ?) WHERE team = ? AND season = ?"
            db.execute(mark, (number, hand_in.team, hand_in.season))

    def entered(self, season: str, team: str | None = None) -> dict[str, HandIn]:
        """Return the hand-in of each team, or of one, that ends a season.

        That is the nominated one, or the latest accepted in time.
        """
        found: dict[str, HandIn] = {}
        for one in reversed(self.hand_ins(team)):
            if one.season == season and one.state == "accepted":
                is_better = one.is_nominated or not one.is_late
                if one.team not in found or (is_better and not found[one.team].is_nominated):
                    found[one.team] = one
        return found

    def finish(self, season: str, now: datetime, teams: Collection[str] | None = None) -> list[HandIn]:
        """Choose the versions that end a season, of some teams or all, and return them; a second time the same ones."""
        with self.change() as db:
            if season not in self.finished():
                db.execute("INSERT INTO finished VALUES (?, ?)", (season, _text(now)))
                chosen = [
                    (season, one.number) for one in self.entered(season).values() if teams is None or one.team in teams
                ]
                db.executemany("INSERT INTO finalists VALUES (?, ?)", chosen)
        return self.finalists(season)

    def reopen(self, season: str) -> None:
        """Take back that a season is finished."""
        with self.change() as db:
            db.execute("DELETE FROM finished WHERE season = ?", (season,))
            db.execute("DELETE FROM finalists WHERE season = ?", (season,))

    def finalists(self, season: str) -> list[HandIn]:
        """Return the versions that end a finished season."""
        found = self.rows("SELECT hand_in FROM finalists WHERE season = ? ORDER BY hand_in", season)
        return [self.find(number) for (number,) in found]

    def finished(self) -> dict[str, datetime]:
        """Return the seasons that are finished, and since when."""
        return {str(name): datetime.fromisoformat(at) for name, at in self.rows("SELECT season, at FROM finished")}


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
