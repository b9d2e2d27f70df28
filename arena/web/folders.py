"""The tournament folders that the server shows. A name is looked up in the listing, never used as a path."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, Generic, TypeVar

from arena.errors import StoreError
from arena.store.portable import PLAN_FILE, is_portable
from arena.store.store import FILE, open_store
from arena.tournament.formats import total
from arena.tournament.live import bulletins
from arena.web.tables import Tables, make_tables
from arena.web.verdicts import Verdicts, verdicts_on
from world.record import Record, read_record

MAX_ENTRIES, MAX_TABLES, MAX_RECORDS = 1000, 24, 64  # in the caches
REUSE_FACTOR = 10  # while games go on, a value is reused for so many times as long as it took to make
FileStamp = tuple[int, ...]
Value = TypeVar("Value")


@dataclass(frozen=True)
class FolderEntry:
    """A tournament as the home page lists it, or a note why it cannot be shown."""

    name: str
    when: float
    world: str = ""
    format: str = ""
    minds: tuple[str, ...] = ()
    games: int = 0
    total: int = 0  # 0 if it is not known in advance
    playing: bool = False
    note: str = ""


@dataclass
class FileCache(Generic[Value]):
    """Values made from files, until the file changes. The one unused for longest is dropped first."""

    most: int
    values: "OrderedDict[Any, tuple[FileStamp, float, float, Value]]" = field(default_factory=OrderedDict)
    lock: Lock = field(default_factory=Lock)  # one at a time: in parallel it would not be faster

    def get(self, key: Any, stamp: FileStamp, make: Callable[[], Value]) -> Value:
        """Return the value of a key, made again if its file has changed, though not too often."""
        with self.lock:
            if key in self.values:
                old, made, cost, value = self.values[key]
                if old == stamp or time.monotonic() - made < REUSE_FACTOR * cost:
                    self.values.move_to_end(key)
                    return value
            start = time.monotonic()
            value = make()
            now = time.monotonic()
            self.values[key] = (stamp, now, now - start, value)
            self.values.move_to_end(key)
            while len(self.values) > self.most:
                self.values.popitem(last=False)
            return value


class Folders:
    """All tournaments in a data folder."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.entry_cache: FileCache[FolderEntry] = FileCache(MAX_ENTRIES)
        self.table_cache: FileCache[Tables] = FileCache(MAX_TABLES)
        self.record_cache: FileCache[Record | None] = FileCache(MAX_RECORDS)
        self.verdict_cache: FileCache[Verdicts] = FileCache(MAX_RECORDS)

    def paths(self) -> dict[str, Path]:
        """Return the folders that have a store, by name."""
        try:
            found = sorted(self.data.iterdir())
        except OSError:
            return {}
        return {path.name: path for path in found if path.name.isprintable() and _has_store(path)}

    def entries(self) -> list[FolderEntry]:
        """Return an entry for each tournament, newest first; those that cannot be read come last."""
        found = [self._entry(name, folder) for name, folder in self.paths().items()]
        return sorted(found, key=lambda entry: (bool(entry.note), -entry.when, entry.name))

    def _entry(self, name: str, folder: Path) -> FolderEntry:
        stamp = _stamp(folder)
        entry = self.entry_cache.get(name, stamp, lambda: _read_entry(name, folder, stamp))
        playing = any(one.ending is None for one in bulletins(folder))
        return entry if entry.playing == playing else FolderEntry(**{**entry.__dict__, "playing": playing})

    def tables(self, name: str) -> Tables | None:
        """Return a tournament's tables, None if there is no such tournament; raise StoreError if it is damaged."""
        folder = self.paths().get(name)
        if folder is None:
            return None
        return self.table_cache.get(name, _stamp(folder), lambda: _read(make_tables, folder))

    def record(self, name: str, game: str) -> Record | None:
        """Return a game of a tournament, None if there is no such game; raise StoreError if it is damaged."""
        folder = self.paths().get(name)
        if folder is None:
            return None
        return self.record_cache.get((name, game), _stamp(folder), lambda: _read(_read_game, folder, game))

    def verdicts(self, name: str, game: str) -> Verdicts:
        """Return the verdicts on a game's moves, none if it was not analysed; raise StoreError if it is damaged."""
        folder = self.paths().get(name)
        if folder is None:
            return {}
        return self.verdict_cache.get((name, game), _stamp(folder), lambda: _read(_read_verdicts, folder, game))


def _has_store(path: Path) -> bool:
    try:
        return (path / FILE).is_file() or is_portable(path)
    except OSError:
        return False


def _stamp(folder: Path) -> FileStamp:
    """Return times and sizes that change when the store does."""
    stamp: list[int] = []
    first = folder / (FILE if (folder / FILE).exists() else PLAN_FILE)
    for path in (first, folder / f"{FILE}-wal"):
        try:
            known = path.stat()
            stamp += [known.st_mtime_ns, known.st_size]
        except OSError:
            stamp += [0, 0]
    return tuple(stamp)


def _read(read: Callable[..., Value], folder: Path, *more: Any) -> Value:
    """Return what a function reads from a store. Any failure is a StoreError: the file may not be ours."""
    try:
        return read(folder, *more)
    except StoreError:
        raise
    except Exception as problem:
        raise StoreError(f"{folder.name!r} cannot be read: {type(problem).__name__}") from problem


def _read_entry(name: str, folder: Path, stamp: FileStamp) -> FolderEntry:
    when = max(stamp[0], stamp[2]) / 1e9
    try:
        return _read(_summarise, folder, when)
    except StoreError as problem:
        return FolderEntry(name, when, note=str(problem).replace(str(folder), name))


def _summarise(folder: Path, when: float) -> FolderEntry:
    with open_store(folder, read_only=True, examine="file") as store:
        plan = store.plan
        (games,) = store.db.execute("SELECT count(*) FROM games").fetchone()
        minds = tuple(name for (name,) in store.db.execute("SELECT name FROM minds ORDER BY number"))
    return FolderEntry(folder.name, when, plan.world, plan.format, minds, games, total(plan) or 0)


def _read_game(folder: Path, game: str) -> Record | None:
    with open_store(folder, read_only=True) as store:
        found = next(store.records(game), None) if game else None
    return None if found is None else read_record(found.to_json())  # read again, which checks it


def _read_verdicts(folder: Path, game: str) -> Verdicts:
    with open_store(folder, read_only=True) as store:
        return verdicts_on(store, game)
