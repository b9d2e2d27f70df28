"""The shelf: the tournaments of a data folder. One is found by listing the folder, never by a path made of its name."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, Generic, TypeVar

from arena.errors import StoreError
from arena.store.store import FILE, open_store
from arena.tournament.formats import total
from arena.tournament.live import bulletins
from arena.web.sheet import Sheet, make_sheet
from world.record import Record, read_record

MOST_KEPT, MOST_GAMES = 24, 64  # tournaments and games that are remembered
PATIENT = 10  # so many times longer than it took to make is an old sheet shown while games go on
Stamp = tuple[int, ...]
Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Entry:
    """A tournament in a line; or a note why it cannot be shown."""

    name: str
    when: float
    world: str = ""
    format: str = ""
    minds: tuple[str, ...] = ()
    games: int = 0
    total: int = 0  # nothing if that is not known before the end
    playing: bool = False
    note: str = ""


@dataclass
class Kept(Generic[Thing]):
    """What was made of a file, until the file changes; the longest unused goes first."""

    most: int
    things: "OrderedDict[Any, tuple[Stamp, float, float, Thing]]" = field(default_factory=OrderedDict)
    lock: Lock = field(default_factory=Lock)  # one at a time: two processors would not make it faster

    def get(self, key: Any, stamp: Stamp, make: Callable[[], Thing]) -> Thing:
        """The thing of this key, made anew if its file has changed, and not too often even then."""
        with self.lock:
            if key in self.things:
                old, made, cost, thing = self.things[key]
                if old == stamp or time.monotonic() - made < PATIENT * cost:
                    self.things.move_to_end(key)
                    return thing
            start = time.monotonic()
            thing = make()
            now = time.monotonic()
            self.things[key] = (stamp, now, now - start, thing)
            self.things.move_to_end(key)
            while len(self.things) > self.most:
                self.things.popitem(last=False)
            return thing


class Shelf:
    """All tournaments of a data folder."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.entries_kept: Kept[Entry] = Kept(1000)
        self.sheets: Kept[Sheet] = Kept(MOST_KEPT)
        self.records: Kept[Record | None] = Kept(MOST_GAMES)

    def folders(self) -> dict[str, Path]:
        """The folders with a store, by their names."""
        try:
            found = sorted(self.data.iterdir())
        except OSError:
            return {}
        return {path.name: path for path in found if path.name.isprintable() and _has_store(path)}

    def entries(self) -> list[Entry]:
        """A line for each tournament, the newest first; what cannot be read comes last."""
        lines = [self._entry(name, folder) for name, folder in self.folders().items()]
        return sorted(lines, key=lambda entry: (bool(entry.note), -entry.when, entry.name))

    def _entry(self, name: str, folder: Path) -> Entry:
        stamp = _stamp(folder)
        entry = self.entries_kept.get(name, stamp, lambda: _read_entry(name, folder, stamp))
        playing = any(one.ending is None for one in bulletins(folder))
        return entry if entry.playing == playing else Entry(**{**entry.__dict__, "playing": playing})

    def sheet(self, name: str) -> Sheet | None:
        """A tournament's figures; a StoreError if they cannot be read, None if there is no such tournament."""
        folder = self.folders().get(name)
        return None if folder is None else self.sheets.get(name, _stamp(folder), lambda: _readable(make_sheet, folder))

    def record(self, name: str, game: str) -> Record | None:
        """One game of a tournament."""
        folder = self.folders().get(name)
        if folder is None:
            return None
        return self.records.get((name, game), _stamp(folder), lambda: _readable(_read_game, folder, game))


def _has_store(path: Path) -> bool:
    try:
        return (path / FILE).is_file()
    except OSError:
        return False


def _stamp(folder: Path) -> Stamp:
    """What changes when a store does."""
    stamp: list[int] = []
    for path in (folder / FILE, folder / f"{FILE}-wal"):
        try:
            known = path.stat()
            stamp += [known.st_mtime_ns, known.st_size]
        except OSError:
            stamp += [0, 0]
    return tuple(stamp)


def _readable(read: Callable[..., Thing], folder: Path, *more: Any) -> Thing:
    """What is read of a store, or a StoreError: a file that is not ours may be wrong in any way."""
    try:
        return read(folder, *more)
    except StoreError:
        raise
    except Exception as problem:
        raise StoreError(f"{folder.name!r} cannot be read: {type(problem).__name__}") from problem


def _read_entry(name: str, folder: Path, stamp: Stamp) -> Entry:
    when = max(stamp[0], stamp[2]) / 1e9
    try:
        return _readable(_read_line, folder, when)
    except StoreError as problem:
        return Entry(name, when, note=str(problem).replace(str(folder), name))


def _read_line(folder: Path, when: float) -> Entry:
    with open_store(folder, looking=True) as store:
        plan = store.plan
        (games,) = store.db.execute("SELECT count(*) FROM games").fetchone()
        minds = tuple(name for (name,) in store.db.execute("SELECT name FROM minds ORDER BY number"))
    return Entry(folder.name, when, plan.world, plan.format, minds, games, total(plan) or 0)


def _read_game(folder: Path, game: str) -> Record | None:
    with open_store(folder, looking=True) as store:
        found = next(store.records(game), None) if game else None
    return None if found is None else read_record(found.to_json())  # which finds fault with what is no record
