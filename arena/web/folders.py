"""The tournament folders that the server shows. A name is looked up in the listing, never used as a path."""

import re
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from arena.course.ladder.begun import FOLDER
from arena.course.seasons.ending import folder_of
from arena.errors import StoreError
from arena.store.store import FILE, open_store
from arena.tournament.formats import expected
from arena.tournament.live import is_playing
from arena.web.listing import Found, Listing
from arena.web.privacy import public
from arena.web.results.background import Background
from arena.web.results.files import FileCache, reading, stamp_of
from arena.web.results.tournament import Tournament
from arena.web.verdicts import Verdicts, verdicts_on
from world.record import Record, read_record

REUSE = 10.0  # while games go on, a value is reused for so many times as long as it took to make
Value = TypeVar("Value")
MAX_ENTRIES, MAX_TOURNAMENTS, MAX_RECORDS = 20_000, 24, 64  # in memory
MAX_EXAMINED = 16_000_000  # bytes of a store that the list looks for damage in; its own pages look in any
MAX_NAMED = 20  # minds in a list of tournaments
# An old ladder may lie beside the present one, with real names that are pseudonyms by now.
OF_COURSE = re.compile(f"{FOLDER}|{folder_of('.+')}")
MAX_GAMES = 500_000  # of all tournaments in memory


class FolderEntry(Struct, frozen=True):
    """A tournament as the home page lists it, or a note why it cannot be shown."""

    name: str
    when: float
    world: str = ""
    format: str = ""
    minds: tuple[str, ...] = ()  # the first of them
    entrants: int = 0  # the number of all
    games: int = 0
    total: int = 0  # 0 if it is not known in advance
    date: str = ""  # of the plan
    playing: bool = False
    note: str = ""


def reason(problem: StoreError, name: str, data: Path) -> str:
    """Return why a tournament cannot be shown, without the path of its folder."""
    return str(problem).replace(str(data / name), name)


class Folders:
    """All tournaments in a data folder; those of a course are private, and shown without their minds' secrets."""

    def __init__(self, data: Path, is_private: bool = False) -> None:
        self.data, self.is_private, self.lock = data, is_private, Lock()
        self.listing = Listing(data, OF_COURSE) if is_private else Listing(data)
        self.background = Background(1) if is_private else Background()  # a course's memory is bounded
        self.tournaments: OrderedDict[str, Tournament] = OrderedDict()
        self.entry_cache: FileCache[FolderEntry] = FileCache(MAX_ENTRIES, REUSE)
        self.record_cache: FileCache[Record | None] = FileCache(MAX_RECORDS, REUSE)
        self.verdict_cache: FileCache[Verdicts] = FileCache(MAX_RECORDS, REUSE)

    def paths(self) -> dict[str, Path]:
        """Return the folders that have a store, by name, newest first."""
        return {name: one.path for name, one in self.listing.folders().items()}

    @property
    def count(self) -> int:
        """The number of tournaments."""
        return len(self.listing.folders())

    def entries(self, first: int = 0, count: int | None = None) -> list[FolderEntry]:
        """Return entries of tournaments, newest first; those that cannot be read come last.

        Only as many are read as are wanted: which of the others cannot be read is known once they were.
        """
        listed = sorted(self.listing.folders().values(), key=lambda one: self._cannot_be_read(one.name))
        found = [self._entry(one) for one in listed[first:][:count]]
        return sorted(found, key=lambda entry: bool(entry.note))

    def _cannot_be_read(self, name: str) -> bool:
        known = self.entry_cache.known(name)
        return known is not None and bool(known.note)

    def entry(self, name: str) -> FolderEntry | None:
        """Return the entry of a tournament; None if there is none of that name."""
        found = self.listing.folders().get(name)
        return None if found is None else self._entry(found)

    def _entry(self, found: Found) -> FolderEntry:
        entry = self.entry_cache.get(found.name, found.stamp, lambda: _read_entry(found))
        playing = is_playing(found.path)
        return entry if entry.playing == playing else replace(entry, playing=playing)

    def tournament(self, name: str) -> Tournament | None:
        """Return a tournament with all that came until now, None if there is none of that name.

        Raise StoreError if it is damaged.
        """
        folder = self.listing.path(name)
        if folder is None:
            return None
        with self.lock:
            if name not in self.tournaments:
                self.tournaments[name] = Tournament(folder, self.background, self.is_private)
            self.tournaments.move_to_end(name)
            found = self.tournaments[name]
        found.refresh()
        with self.lock:
            self._drop(found)
        return found

    def at_hand(self, name: str) -> Tournament | None:
        """Return a tournament that was read before, with what came since; have another one read in the background.

        A list of many tournaments asks for them by this, because none of them keeps it waiting.
        """
        if name in self.tournaments:
            return self.tournament(name)
        self.background.submit(("at hand", name), lambda _: self.tournament(name))
        return None

    def _drop(self, kept: Tournament) -> None:
        """Forget the tournaments that nobody has asked for longest, if there are too many or too large ones."""
        while len(self.tournaments) > MAX_TOURNAMENTS or (
            len(self.tournaments) > 1 and sum(one.index.count for one in self.tournaments.values()) > MAX_GAMES
        ):
            name, first = next(iter(self.tournaments.items()))
            if first is kept:
                return
            del self.tournaments[name]

    def record(self, name: str, game: str) -> Record | None:
        """Return a game as everybody may see it, None if there is no such game; raise StoreError if it is damaged."""
        found = self.whole_record(name, game)
        return public(found) if found is not None and self.is_private else found

    def whole_record(self, name: str, game: str) -> Record | None:
        """Return a game with the secrets of its minds."""
        folder = self.listing.path(name)
        if folder is None:
            return None
        return self.record_cache.get((name, game), stamp_of(folder), lambda: _read(_read_game, folder, game))

    def verdicts(self, name: str, game: str) -> Verdicts:
        """Return the verdicts on a game's moves, none if it was not analysed; raise StoreError if it is damaged."""
        folder = self.listing.path(name)
        if folder is None:
            return {}
        return self.verdict_cache.get((name, game), stamp_of(folder), lambda: _read(_read_verdicts, folder, game))


def _read(read: Callable[..., Value], folder: Path, *more: Any) -> Value:
    """Return what a function reads from a store. Any failure is a StoreError: the file may not be ours."""
    with reading(folder):
        return read(folder, *more)


def _read_entry(found: Found) -> FolderEntry:
    try:
        return _read(_summarise, found.path, found.when)
    except StoreError as problem:
        return FolderEntry(found.name, found.when, note=reason(problem, found.name, found.path.parent))


def _summarise(folder: Path, when: float) -> FolderEntry:
    store_file = folder / FILE
    is_small = not store_file.is_file() or store_file.stat().st_size <= MAX_EXAMINED
    with open_store(folder, read_only=True, examine="file" if is_small else "") as store:
        plan = store.plan
        (games,) = store.db.execute("SELECT count(*) FROM games").fetchone()
        (entrants,) = store.db.execute("SELECT count(*) FROM minds").fetchone()
        found = store.db.execute("SELECT name FROM minds ORDER BY number LIMIT ?", (MAX_NAMED,))
        minds = tuple(name for (name,) in found)
        standings = [standing for (standing,) in store.db.execute("SELECT standing FROM minds ORDER BY number")]
        total = expected(plan, store.results, standings)
    return FolderEntry(folder.name, when, plan.world, plan.format, minds, entrants, games, total, plan.date)


def _read_game(folder: Path, game: str) -> Record | None:
    with open_store(folder, read_only=True) as store:
        found = next(store.records(game), None) if game else None
    return None if found is None else read_record(found.to_json())  # read again, which checks it


def _read_verdicts(folder: Path, game: str) -> Verdicts:
    with open_store(folder, read_only=True) as store:
        return verdicts_on(store, game)
