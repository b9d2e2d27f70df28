"""The store of one tournament: a folder with a SQLite file that has one writer and survives a power failure."""

import os
import sqlite3
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from arena.entrants.bundle import Bundle, unpack
from arena.entrants.entrant import Entrant, Player, Standing
from arena.entrants.roster import Entered, enter_all, playable
from arena.errors import EntrantError, StoreError
from arena.store.adding import add_games
from arena.store.change import change
from arena.store.checksums import GameRows, add_table_checksums, read_games
from arena.store.examination import Examination, WholeCopy, examined_copy
from arena.store.lock import locked
from arena.store.provenance import circumstances
from arena.store.recent import tell_lost_games, write_back
from arena.store.removal import remove_games
from arena.store.repair import note_sound, repair
from arena.store.rows import record_of
from arena.store.schema import MIGRATIONS, migrate, refuse_programs
from arena.tournament.formats import LADDER
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task
from minds.errors import quoted
from world.record import Record

FILE, LOCK = "arena.sqlite", "arena.lock"
UNREADABLE = (sqlite3.Error, UnicodeDecodeError)  # SQLite's module raises the second one for some damaged texts
# Limits for a store that is only read, and may be anyone's. Time is the processor's: on a busy machine an honest store
# would be cut off otherwise. A large store has more of it, because all of its games are compared with their checksums.
MAX_READ_SECONDS, BYTES_A_SECOND, MAX_VALUE_BYTES = 20.0, 2_000_000, 4_000_000
MAX_PLANS = 8  # that are remembered: one of a hundred minds takes 10 ms to read
STEPS = 100_000  # of SQLite's machine between two looks at the clock
MEMORY = """
SELECT memories.text FROM memories JOIN games ON games.number = memories.game
WHERE :mind = CASE memories.seat WHEN 0 THEN games.first ELSE games.second END
AND (:before = '' OR games.number < (SELECT number FROM games WHERE name = :before))
ORDER BY games.number DESC LIMIT 1
"""

FORFEITS = """
SELECT games.name, minds.number FROM incidents JOIN games ON games.number = incidents.game AND incidents.decided
JOIN minds ON minds.number = CASE incidents.seat WHEN 0 THEN games.first ELSE games.second END
WHERE games.number > minds.forgiven
"""


class Store:
    """A tournament on disk. With `read_only` it changes nothing, takes no lock, and trusts no file.

    `copy` is read instead of the folder's own file, which is damaged.
    """

    def __init__(self, folder: Path, read_only: bool = False, copy: WholeCopy | None = None) -> None:
        self.folder, self.is_sound, self.damage = folder, False, copy.damage if copy else ""
        try:
            mode = self._mode(read_only) if copy is None else "?immutable=1"
            tell_lost_games(folder / f"{FILE}-wal")
            file = copy.file if copy else folder / FILE
            self.db = sqlite3.connect(f"{file.absolute().as_uri()}{mode}", uri=True, isolation_level=None, timeout=10)
            refuse_programs(self.db, folder / FILE)
            if read_only:
                self._restrict(file)
                self._require_present_version()
            if not mode:
                self._prepare()
        except sqlite3.Error as problem:
            raise StoreError(f"{quoted(str(folder / FILE))} cannot be used: {problem}") from None

    def _mode(self, read_only: bool) -> str:
        """Return SQLite's mode: one that leaves no file behind where nothing may be or is being written.

        A killed arena leaves games in a second file, which SQLite ignores if it is told that nothing changes.
        """
        if not read_only and os.access(self.folder, os.W_OK):
            return ""
        return "?mode=ro" if (self.folder / f"{FILE}-wal").exists() else "?immutable=1"

    def _prepare(self) -> None:
        """Bring the file to the present version, and set it up for writing."""
        (found,) = self.db.execute("PRAGMA user_version").fetchone()
        if found > len(MIGRATIONS):
            raise StoreError(f"{quoted(str(self.folder))} was written by a newer arena (version {found} of the store)")
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("PRAGMA synchronous = FULL")
        migrate(self.db)

    def _require_present_version(self) -> None:
        (found,) = self.db.execute("PRAGMA user_version").fetchone()
        if found != len(MIGRATIONS):
            self.db.close()
            age = "a newer arena" if found > len(MIGRATIONS) else "an older arena; arena report brings it up to date"
            raise StoreError(f"{quoted(str(self.folder))} was written by {age} (version {found} of the store)")

    def _restrict(self, file: Path) -> None:
        """Bound the processor time and the size of queries: the file may be hostile."""
        end = time.thread_time() + MAX_READ_SECONDS + file.stat().st_size / BYTES_A_SECOND
        self.db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
        self.db.set_progress_handler(lambda: time.thread_time() > end, STEPS)
        self.db.execute("PRAGMA trusted_schema = OFF")

    def close(self) -> None:
        """Close the file."""
        self.db.close()
        if self.is_sound:
            note_sound(self.folder / FILE)

    # ── The plan and its circumstances ───────────────────────────────────────────────────────

    @property
    def plan(self) -> Plan:
        """The latest plan."""
        row = self.db.execute("SELECT toml FROM plans ORDER BY number DESC LIMIT 1").fetchone()
        if row is None:
            raise StoreError(f"{quoted(str(self.folder))} holds no plan")
        try:
            return _plan_in(str(row[0]))
        except (ValueError, TypeError) as problem:
            raise StoreError(
                f"{quoted(str(self.folder / FILE))} is damaged: its plan cannot be read: {problem}"
            ) from None

    @property
    def has_plan(self) -> bool:
        """True if a tournament has begun here."""
        return bool(self.db.execute("SELECT count(*) FROM plans").fetchone()[0])

    def set_plan(self, plan: Plan, entered: Sequence[Entered] | None = None, openings_text: str | None = None) -> None:
        """Add a plan, which replaces the one before, and enter its new minds unless they are `entered` already.

        Earlier plans are kept, but for those of a ladder to which minds were only added: there are as many as versions.
        `openings_text` is that of the plan's file of openings, if it has one that is not stored yet.
        """
        present = [entrant.name for entrant in self.entrants()]
        new = enter_all(plan.minds[len(present) :], plan.world, present) if entered is None else entered
        if not plan.date:
            plan = msgspec.structs.replace(plan, date=time.strftime("%Y.%m.%d"))
        now = time.strftime("%Y-%m-%d %H:%M:%S")
        with self._change_small_tables():
            if plan.format == LADDER and self.has_plan and self._is_longer(plan):
                self.db.execute("DELETE FROM plans WHERE number = (SELECT max(number) FROM plans)")
            self.db.execute(
                "INSERT INTO plans (hash, toml, began) VALUES (?, ?, ?)", (plan.identity, plan.to_toml(), now)
            )
            for number, one in enumerate(new, len(present) + 1):
                self._enter(number, one)
            if openings_text is not None:
                self.db.execute("INSERT INTO openings VALUES (?)", (openings_text,))
            self.db.executemany("INSERT OR IGNORE INTO circumstances VALUES (?, ?)", circumstances().items())

    def _is_longer(self, plan: Plan) -> bool:
        """Return True if a plan only adds minds to the latest one."""
        before = self.plan
        return before == msgspec.structs.replace(plan, minds=plan.minds[: len(before.minds)])

    # ── Entrants ─────────────────────────────────────────────────────────────────────────────

    def _enter(self, number: int, entered: Entered) -> None:
        row = {"number": number, **msgspec.structs.asdict(entered.entrant)}
        marks = ", ".join("?" * len(row))
        self.db.execute(f"INSERT INTO minds ({', '.join(row)}) VALUES ({marks})", (*row.values(),))
        if entered.bundle is not None:
            packed = (entered.bundle.digest, entered.bundle.pack())
            self.db.execute("INSERT OR IGNORE INTO bundles VALUES (?, ?)", packed)

    def entrants(self) -> list[Entrant]:
        """Return the entrants, in the order of the plan."""
        query = f"SELECT {', '.join(Entrant.__struct_fields__)} FROM minds ORDER BY number"
        return [Entrant(*row) for row in self.db.execute(query)]

    def require_minds(self) -> None:
        """Raise StoreError if minds of the plan are lost, without whom no game can be read."""
        if self.has_plan and len(self.entrants()) != len(self.plan.minds):
            raise StoreError(f"{quoted(str(self.folder / FILE))} is damaged: a mind of its plan is lost")

    def entrant(self, name: str) -> tuple[int, Entrant]:
        """Return an entrant and its index in the plan; raise EntrantError if there is none of that name."""
        found = {entrant.name: (place, entrant) for place, entrant in enumerate(self.entrants())}
        if name not in found:
            raise EntrantError(f"no entrant {quoted(name)}; expected one of {', '.join(found)}")
        return found[name]

    def standing(self, standing: Standing) -> set[int]:
        """Return the entrants of this standing, as indices in the plan."""
        return {place for place, entrant in enumerate(self.entrants()) if entrant.standing == standing}

    def set_standing(self, name: str, standing: Standing) -> None:
        """Withdraw an entrant, or let it play again."""
        place, _ = self.entrant(name)
        with self._change_small_tables():
            self.db.execute("UPDATE minds SET standing = ? WHERE number = ?", (standing, place + 1))

    def disqualify(self, name: str, dropped: Sequence[str]) -> None:
        """Disqualify an entrant, and drop these of its games, which came after that in the order of the plan."""
        place, _ = self.entrant(name)
        with self._change_small_tables():
            self.db.execute("UPDATE minds SET standing = 'disqualified' WHERE number = ?", (place + 1,))
            remove_games(self.db, dropped)

    def reinstate(self, name: str) -> None:
        """Let a withdrawn or disqualified entrant play again; its forfeits so far no longer count against it."""
        place, _ = self.entrant(name)
        values = {"last": self.db.execute("SELECT count(*) FROM games").fetchone()[0], "number": place + 1}
        with self._change_small_tables():
            self.db.execute("UPDATE minds SET standing = 'playing', forgiven = :last WHERE number = :number", values)

    def forfeits(self) -> dict[str, int]:
        """Return the minds that forfeited games, by the games' names; those of before a reinstatement do not count."""
        return {name: mind - 1 for name, mind in self.db.execute(FORFEITS)}

    def bundle(self, digest: str) -> Bundle:
        """Return a bundle by its digest; raise StoreError if it is not here."""
        row = self.db.execute("SELECT packed FROM bundles WHERE digest = ?", (digest,)).fetchone()
        if row is None:
            raise StoreError(f"{quoted(str(self.folder))} holds no bundle {digest}")
        if not isinstance(row[0], bytes):
            raise StoreError(f"{quoted(str(self.folder / FILE))} is damaged: bundle {digest} cannot be read")
        return unpack(row[0], digest)

    def player(self, entrant: Entrant) -> Player:
        """Return an entrant as this machine plays it, its files unpacked."""
        return Player(entrant.name, playable(entrant, self.bundle), entrant)

    def players(self) -> list[Player]:
        """Return all entrants as this machine plays them, in the order of the plan."""
        return [self.player(entrant) for entrant in self.entrants()]

    def renew(self, name: str, entered: Entered) -> None:
        """Replace an entrant's version and files, as an older arena did not keep them."""
        place, entrant = self.entrant(name)
        renewed = msgspec.structs.replace(entered.entrant, name=name, author=entrant.author, standing=entrant.standing)
        with self._change_small_tables():
            self.db.execute("DELETE FROM minds WHERE number = ?", (place + 1,))
            self._enter(place + 1, Entered(renewed, entered.bundle, entered.player))

    # ── Openings and circumstances ───────────────────────────────────────────────────────────

    @property
    def openings_text(self) -> str | None:
        """The text of the plan's file of openings, once it is stored."""
        row = self.db.execute("SELECT text FROM openings").fetchone()
        return row[0] if row else None

    def circumstance(self, name: str) -> str | None:
        """Return one of the circumstances of the tournament, or None."""
        row = self.db.execute("SELECT value FROM circumstances WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    def note(self, name: str, value: str) -> None:
        """Record a circumstance, in place of what was recorded under its name."""
        with self._change_small_tables():
            self.db.execute("INSERT OR REPLACE INTO circumstances VALUES (?, ?)", (name, value))

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the folder's lock, or raise StoreError if another arena plays here. A killed arena's lock is gone.

        A damaged store is repaired first: damaged games leave it, and are due again.
        """
        with locked(self.folder / LOCK):
            if not (self.folder / FILE).is_file() or not (self.folder / LOCK).is_file():
                raise StoreError(f"{quoted(str(self.folder))} was cleared by another arena; try again")
            repair(self.db, self.folder / FILE)
            self.is_sound = True
            yield

    # ── Games ────────────────────────────────────────────────────────────────────────────────

    def results(self) -> dict[str, tuple[float, ...]]:
        """Return the score of each seat in every finished game, by the games' names."""
        rows = self.db.execute("SELECT name, score_first, score_second FROM games")
        return {name: (first,) if second is None else (first, second) for name, first, second in rows}

    def seats(self) -> dict[str, tuple[int, ...]]:
        """Return the minds of every finished game by seat, as indices in the plan, by the games' names."""
        rows = self.db.execute("SELECT name, first - 1, second - 1 FROM games")
        return {name: (first,) if second is None else (first, second) for name, first, second in rows}

    def add(self, games: Iterable[tuple[Task, Record]]) -> None:
        """Store finished games; when this returns they survive a power failure."""
        with self._change():
            add_games(self.db, games)

    def memory_of(self, place: int, before: str = "") -> str:
        """Return what the mind at an index of the plan remembers after its last game, or before a game."""
        row = self.db.execute(MEMORY, {"mind": place + 1, "before": before}).fetchone()
        return row[0] if row else ""

    def records(self, name: str = "", in_order_of_playing: bool = False) -> Iterator[Record]:
        """Yield every game's record, in the order of their names or of playing, or that of one game.

        A game that is damaged raises StoreError.
        """
        order = "number" if in_order_of_playing else "name"
        for _, record in self.games_where(f"WHERE ? IN ('', name) ORDER BY {order}", (name,)):
            yield record

    def games(self, first: int, count: int) -> Iterator[tuple[GameRows, Record]]:
        """Yield the rows and records of some games, in the order of playing; a damaged one raises StoreError."""
        return self.games_where("ORDER BY number LIMIT ? OFFSET ?", (count, first))

    def games_where(self, where: str, values: Sequence[Any]) -> Iterator[tuple[GameRows, Record]]:
        """Yield the rows and records of the games that the end of a query chooses and sorts."""
        entrants = dict(enumerate(self.entrants(), 1))
        plan = self.plan
        for rows in read_games(self.db, where, values):
            if not rows.is_whole:
                raise StoreError(
                    f"{quoted(str(self.folder / FILE))} is damaged in game {quoted(rows.game['name'])}; "
                    "arena resume plays it again"
                )
            yield rows, record_of(*rows, plan, entrants)

    @contextmanager
    def _change_small_tables(self) -> Iterator[None]:
        with self._change():
            yield
            add_table_checksums(self.db)
        write_back(self.db)

    def _change(self) -> AbstractContextManager[None]:
        return change(self.db, self.folder / FILE)


@lru_cache(MAX_PLANS)
def _plan_in(text: str) -> Plan:
    """Return the plan in a text, which was checked when it was made."""
    return msgspec.convert(tomllib.loads(text), Plan)


@contextmanager
def open_store(
    folder: Path, must_exist: bool = True, read_only: bool = False, examine: Examination = ""
) -> Iterator[Store]:
    """Open the store in a folder; create it if need be, unless it must exist.

    The store of a folder that holds only a tournament's portable form is made in the cache: nobody can play on there.
    With `examine`, a store that is damaged is opened without the damaged games, and a line on stderr names them. That
    is for reading only.
    """
    is_new = not (folder / FILE).is_file()
    if must_exist and is_new:
        from arena.store.portable import cached_store, is_portable

        if not is_portable(folder):
            raise StoreError(f"{quoted(str(folder))} holds no tournament; expected a folder with an {FILE}")
        folder = cached_store(folder)
    with closing(_open(folder, read_only, examine)) as store:
        try:
            if examine:
                store.require_minds()
            yield store
        except BaseException as problem:
            if is_new and not store.has_plan:
                _discard(store)
            if isinstance(problem, UNREADABLE):
                raise StoreError(f"{quoted(str(folder / FILE))} cannot be read: {problem}") from None
            raise


def _open(folder: Path, read_only: bool, examine: Examination) -> Store:
    """Open a folder's own file, or a copy of it without damaged games."""
    store = Store(folder, read_only)
    try:
        copy = examined_copy(store.db, folder / FILE, examine) if examine else None
    except BaseException:
        store.close()
        raise
    if copy is None:
        return store
    store.close()
    return Store(folder, read_only, copy)


def _discard(store: Store) -> None:
    """Delete a store whose tournament could not begin, and its folder if nothing else is in it.

    It stays if another arena is about to begin there, or has begun.
    """
    import fcntl

    store.is_sound = False
    with closing(store), suppress(OSError), (store.folder / LOCK).open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if store.has_plan:
            return
        store.close()
        for name in (FILE, f"{FILE}-wal", f"{FILE}-shm", LOCK):
            (store.folder / name).unlink(missing_ok=True)
        store.folder.rmdir()
