"""The folders of a data folder that hold a tournament. There may be thousands, so they are looked at now and then."""

import os
import re
from pathlib import Path
from threading import Lock, Thread
from time import monotonic, thread_time
from typing import NamedTuple

from arena.store.portable import is_portable
from arena.store.store import FILE
from arena.web.results.files import FileStamp, stamp_of

REUSE = 20.0  # a look is good for so many times as long as it took, and so costs a twentieth of the time at most
ANY = re.compile(".*", re.DOTALL)  # names of folders
QUICK, OLDEST = 0.01, 10.0  # seconds: a look that takes longer is made beside requests, unless the last one is so old


class Found(NamedTuple):
    """A folder that holds a tournament, as it was when it was looked at."""

    name: str
    path: Path
    stamp: FileStamp

    @property
    def when(self) -> float:
        """The time of its store's last change, in seconds since 1970."""
        return max(self.stamp[0], self.stamp[3]) / 1e9


class Listing:
    """The folders with a store; a name is looked up here, and never used as a path."""

    def __init__(self, data: Path, shown: re.Pattern[str] = ANY) -> None:
        self.data, self.shown, self.lock = data, shown, Lock()
        self.until, self.cost, self.is_looking = 0.0, 0.0, False
        self.found: dict[str, Found] = {}  # newest first

    def folders(self) -> dict[str, Found]:
        """Return the folders by name, newest first; of thousands as they were a moment ago."""
        with self.lock:
            late = monotonic() - self.until
            if late < 0:
                return self.found
            if self.cost < QUICK or late > OLDEST:
                self._look()
            elif not self.is_looking:
                self._order_look()
            return self.found

    def path(self, name: str) -> Path | None:
        """Return a folder by its name; one that was not there before is looked for."""
        found = self.folders().get(name)
        if found is None:
            with self.lock:
                self._look()
                found = self.found.get(name)
        return None if found is None else found.path

    def _order_look(self) -> None:
        self.is_looking = True
        try:
            Thread(target=self._look_beside, daemon=True, name="arena-listing").start()
        except RuntimeError:  # no thread can be started
            self._look_beside()

    def _look_beside(self) -> None:
        try:
            self._look()
        finally:
            self.is_looking = False

    def _look(self) -> None:
        began = thread_time()
        names = filter(self.shown.fullmatch, _names(self.data))
        found = [one for name in names if (one := _look_at(self.data, name)) is not None]
        self.found = {one.name: one for one in sorted(found, key=lambda one: (-one.when, one.name))}
        self.cost = thread_time() - began
        self.until = monotonic() + REUSE * self.cost


def _names(data: Path) -> list[str]:
    try:
        return [name for name in os.listdir(data) if name.isprintable()]
    except OSError:
        return []


def _look_at(data: Path, name: str) -> Found | None:
    path = data / name
    try:
        has_store = os.path.isfile(f"{path}/{FILE}") or (os.path.isdir(path) and is_portable(path))
    except (OSError, ValueError):
        return None
    return Found(name, path, stamp_of(path)) if has_store else None
