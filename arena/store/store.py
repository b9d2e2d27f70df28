"""The store of one tournament: a folder with a SQLite file, one writer, and games that outlive a power failure."""

import hashlib
import os
import platform
import sqlite3
import time
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import msgspec

from arena.errors import StoreError
from arena.store.schema import MIGRATIONS, migrate
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task
from minds.errors import quoted
from minds.registry import label, sources
from world.api import Asked, Ending, Fault
from world.record import Ply, Record

FILE, LOCK = "arena.sqlite", "arena.lock"
PACKAGES = ("mind-arena", "numba", "numpy", "chess")
COLUMNS = ("depth", "nodes", "score")  # of thoughts, kept in columns of their own where they are numbers
FAULT = ("seat", "call", "kind", "message", "state", "reply", "traceback", "log", "seconds")
LARGEST = 2**53
LONGEST_FILE = 100_000_000
LONGEST_LOOK, LONGEST_TEXT = 20.0, 4_000_000  # seconds, and bytes of a value, for those who only look
MEMORY = """
SELECT memories.text FROM memories JOIN games ON games.number = memories.game
WHERE :mind = CASE memories.seat WHEN 0 THEN games.first ELSE games.second END
AND (:before = '' OR games.number < (SELECT number FROM games WHERE name = :before))
ORDER BY games.number DESC LIMIT 1
"""


class Store:
    """A tournament on disk. Who only looks changes nothing about it, and finds no fault with others who write."""

    def __init__(self, folder: Path, looking: bool = False) -> None:
        self.folder = folder
        try:
            # Where nothing may be written, what is there can still be read. Who only looks, and finds nobody writing,
            # leaves not even SQLite's own files behind.
            still = not os.access(folder, os.W_OK) or (looking and not (folder / f"{FILE}-wal").exists())
            mode = "?immutable=1" if still else "?mode=ro" if looking else ""
            uri = f"{(folder / FILE).absolute().as_uri()}{mode}"
            self.db = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=10)
            if looking:
                self._beware()
                self._check_form()
            if mode:
                return
            (found,) = self.db.execute("PRAGMA user_version").fetchone()
            if found > len(MIGRATIONS):
                raise StoreError(f"{quoted(str(folder))} was written by a newer arena (form {found})")
            self.db.execute("PRAGMA journal_mode = WAL")
            self.db.execute("PRAGMA synchronous = FULL")
            migrate(self.db)
        except sqlite3.Error as problem:
            raise StoreError(f"{quoted(str(folder / FILE))} cannot be used: {problem}") from None

    def _check_form(self) -> None:
        """A file that has another form is for who may bring it into ours."""
        (found,) = self.db.execute("PRAGMA user_version").fetchone()
        if found != len(MIGRATIONS):
            self.db.close()
            age = "a newer arena" if found > len(MIGRATIONS) else "an older arena; renew it with arena report"
            raise StoreError(f"{quoted(str(self.folder))} was written by {age} (form {found})")

    def close(self) -> None:
        self.db.close()

    def _beware(self) -> None:
        """Whoever shows the stores of others reads nothing endless, nothing huge, and no table that is a program."""
        end = time.monotonic() + LONGEST_LOOK
        self.db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_TEXT)
        self.db.set_progress_handler(lambda: time.monotonic() > end, 100_000)
        self.db.execute("PRAGMA trusted_schema = OFF")
        if self.db.execute("SELECT count(*) FROM sqlite_master WHERE type NOT IN ('table', 'index')").fetchone()[0]:
            raise StoreError(f"{quoted(str(self.folder / FILE))} holds more than tables: no arena has made it")

    # ── What is to be played ─────────────────────────────────────────────────────────────────

    @property
    def plan(self) -> Plan:
        """The plan as it now stands."""
        row = self.db.execute("SELECT toml FROM plans ORDER BY number DESC LIMIT 1").fetchone()
        if row is None:
            raise StoreError(f"{quoted(str(self.folder))} holds no plan")
        return msgspec.convert(tomllib.loads(row[0]), Plan)  # which was checked when it was made

    @property
    def has_plan(self) -> bool:
        """Whether a tournament has begun here."""
        return bool(self.db.execute("SELECT count(*) FROM plans").fetchone()[0])

    def set_plan(self, plan: Plan) -> None:
        """Begin, or go on by another plan: the earlier ones are kept, and what the sources were in the beginning."""
        now = time.strftime("%Y-%m-%d %H:%M:%S")
        with self._change():
            self.db.execute(
                "INSERT INTO plans (hash, toml, began) VALUES (?, ?, ?)", (plan.identity, plan.to_toml(), now)
            )
            for number, spec in enumerate(plan.minds, 1):
                row = (number, spec, label(spec), source_hash(spec))
                self.db.execute("INSERT OR IGNORE INTO minds VALUES (?, ?, ?, ?)", row)
            told = circumstances() | {"openings": file_hash(Path(plan.openings))}
            self.db.executemany("INSERT OR IGNORE INTO circumstances VALUES (?, ?)", told.items())

    def check_sources(self) -> None:
        """Refuse to go on with a mind that has changed: its games would be another's."""
        for name, spec, source in self.db.execute("SELECT name, spec, source FROM minds"):
            if source_hash(spec) != source:
                raise StoreError(f"{quoted(name)} has changed since this tournament began; play another one with it")
        plan = self.plan
        if self.told("openings") != file_hash(Path(plan.openings)):
            raise StoreError(f"the openings in {quoted(plan.openings)} have changed since this tournament began")

    def entrant(self, name: str) -> tuple[int, str, str]:
        """A mind by its name: its place in the plan, its spec, and what its source was in the beginning."""
        row = self.db.execute("SELECT number - 1, spec, source FROM minds WHERE name = ?", (name,)).fetchone()
        place, spec, source = row
        return place, spec, source

    def told(self, name: str) -> str | None:
        """One of the circumstances."""
        row = self.db.execute("SELECT value FROM circumstances WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    def tell(self, name: str, value: str) -> None:
        """Keep one of the circumstances, if it is not known yet."""
        with self._change():
            self.db.execute("INSERT OR IGNORE INTO circumstances VALUES (?, ?)", (name, value))

    @contextmanager
    def alone(self) -> Iterator[None]:
        """As long as this lasts, no other arena plays here; also one that was killed holds nobody up."""
        import fcntl

        with (self.folder / LOCK).open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise StoreError(f"{quoted(str(self.folder))} is being played by another arena") from None
            yield

    def results(self) -> dict[str, tuple[float, ...]]:
        """What each seat has won in every finished game, by the games' names."""
        rows = self.db.execute("SELECT name, score_first, score_second FROM games")
        return {name: (first,) if second is None else (first, second) for name, first, second in rows}

    # ── What was played ──────────────────────────────────────────────────────────────────────

    def add(self, games: Iterable[tuple[Task, Record]]) -> None:
        """Keep finished games; when this returns they survive a power failure."""
        with self._change():
            for task, record in games:
                self._add(task, record)

    def _add(self, task: Task, record: Record) -> None:
        scores = (*record.ending.result, None)[:2]
        minds = (*(place + 1 for place in task.seats), None)[:2]
        moves = hashlib.sha256(" ".join((record.start, *record.actions)).encode()).hexdigest()[:16]
        seconds = round(sum(ply.seconds for ply in record.plies), 6)
        game = self._insert(
            "games",
            name=task.name,
            round=task.round,
            pair=task.pair,
            first=minds[0],
            second=minds[1],
            opening=task.opening.name,
            given=record.opening,
            start=record.start,
            seed=record.seed,
            date=record.date,
            version=record.version,
            score_first=scores[0],
            score_second=scores[1],
            ending=record.ending.kind,
            plies=len(record.plies),
            seconds=seconds,
            moves_hash=moves,
            walls_first=record.layers[0] if record.layers else "",
            walls_second=record.layers[1] if record.layers[1:] else "",
        )
        self.db.executemany(
            "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (_move(game, number, ply) for number, ply in enumerate(record.plies, 1)),
        )
        for seat, text in enumerate(record.memories):
            self._insert("memories", game=game, seat=seat, text=text)
        for fault in (record.ending.fault, *record.late):
            if fault is not None:
                told = {name: getattr(fault, name) for name in FAULT}
                self._insert("incidents", game=game, decided=fault is record.ending.fault, **told)

    def _insert(self, table: str, **row: Any) -> int:
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        return self.db.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", (*row.values(),)).lastrowid or 0

    def memory_of(self, place: int, before: str = "") -> str:
        """What the mind in a place of the plan carries to its next game, or carried to one that was played."""
        row = self.db.execute(MEMORY, {"mind": place + 1, "before": before}).fetchone()
        return row[0] if row else ""

    def records(self, name: str = "") -> Iterator[Record]:
        """Every game's record, in the order of their names, or that of one game."""
        names = dict(self.db.execute("SELECT number, name FROM minds"))
        plan = self.plan
        games = self.db.cursor()
        games.row_factory = sqlite3.Row
        for row in games.execute("SELECT * FROM games WHERE ? IN ('', name) ORDER BY name", (name,)):
            plies = self.db.execute("SELECT * FROM moves WHERE game = ? ORDER BY ply", (row["number"],))
            faults = self.db.execute("SELECT * FROM incidents WHERE game = ?", (row["number"],)).fetchall()
            memories = self.db.execute("SELECT text FROM memories WHERE game = ? ORDER BY seat", (row["number"],))
            seats = 1 if row["second"] is None else 2
            scores = (row["score_first"], row["score_second"])[:seats]
            walls = (row["walls_first"], row["walls_second"])[:seats]
            yield Record(
                world=plan.world,
                version=row["version"],
                start=row["start"],
                minds=tuple(names[row[seat]] for seat in ("first", "second")[:seats]),
                plies=tuple(map(_ply, plies)),
                ending=Ending(row["ending"], scores, next((_fault(fault) for fault in faults if fault[1]), None)),
                seed=row["seed"],
                budgets=(plan.budget,) * seats,
                opening=row["given"],
                date=row["date"],
                late=tuple(_fault(fault) for fault in faults if not fault[1]),
                name=row["name"],
                opening_name=row["opening"],
                layers=walls if any(walls) else (),
                memories=tuple(text for (text,) in memories),
            )

    @contextmanager
    def _change(self) -> Iterator[None]:
        try:
            with self.db:  # commits, or takes all of it back
                self.db.execute("BEGIN IMMEDIATE")
                yield
        except sqlite3.Error as problem:
            raise StoreError(f"{quoted(str(self.folder / FILE))} cannot be written: {problem}") from None


@contextmanager
def open_store(folder: Path, must_exist: bool = True, looking: bool = False) -> Iterator[Store]:
    """The store in a folder; made if it need not be there, and never written to by who is only looking."""
    if must_exist and not (folder / FILE).is_file():
        raise StoreError(f"{quoted(str(folder))} holds no tournament; expected a folder with an {FILE}")
    with closing(Store(folder, looking)) as store:
        yield store


def _move(game: int | None, number: int, ply: Ply) -> tuple[Any, ...]:
    thoughts = dict(ply.thoughts or {})
    columns = [thoughts.pop(name) if _is_number(thoughts.get(name)) else None for name in COLUMNS]
    told = msgspec.json.encode(thoughts).decode() if thoughts or ply.thoughts == {} else None
    asked = msgspec.json.encode(ply.asked).decode() if ply.asked else None
    return (game, number, ply.seat, ply.action, ply.seconds, ply.cpu, ply.left, *columns, told, asked)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < LARGEST


def _ply(row: tuple[Any, ...]) -> Ply:
    _, _, seat, action, seconds, cpu, left, *columns, told, asked = row
    thoughts = {name: _whole(value) for name, value in zip(COLUMNS, columns, strict=True) if value is not None}
    if told is not None:
        thoughts |= msgspec.json.decode(told)
    questions = msgspec.json.decode(asked, type=tuple[Asked, ...]) if asked else ()
    return Ply(seat, action, seconds, cpu, left, thoughts or ({} if told is not None else None), questions)


def _whole(value: float) -> float:
    """SQLite keeps scores as floats; whole ones were whole."""
    return int(value) if value == int(value) else value


def _fault(row: tuple[Any, ...]) -> Fault:
    _, _, seat, call, kind, message, state, reply, traceback, log, seconds = row
    return Fault(kind, message, seat, call, state, reply, traceback, log, seconds)


def source_hash(spec: str) -> str:
    """A short name of a mind's source, so that a changed mind is not taken for the old one."""
    if files := sources(spec):
        return hashlib.sha256("".join(map(file_hash, files)).encode()).hexdigest()[:16]
    return f"mind-arena {_version('mind-arena')}"


def file_hash(path: Path) -> str:
    """A short name of what is in a file, of a very long one of its beginning and its size; nothing if there is none."""
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        mark = hashlib.sha256(file.read(LONGEST_FILE))
    size = path.stat().st_size
    if size > LONGEST_FILE:
        mark.update(str(size).encode())
    return mark.hexdigest()[:16]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"


def circumstances() -> dict[str, str]:
    """Where a tournament is played: programs and machine."""
    return {
        **{package: _version(package) for package in PACKAGES},
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
    }
