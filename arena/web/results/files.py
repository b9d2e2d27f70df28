"""The files of a tournament as pages look at them: when they change, what was made from them, and what may go wrong."""

import logging
import os
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, Generic, TypeVar

from arena.errors import StoreError
from arena.store.portable import PLAN_FILE
from arena.store.store import FILE

LOG = logging.getLogger("arena.server")
EXPECTED = (sqlite3.Error, ValueError, OSError)  # of files that may be anyone's; others may be bugs of ours
FileStamp = tuple[int, ...]
Value = TypeVar("Value")


def stamp_of(folder: Path) -> FileStamp:
    """Return times and sizes that change when a tournament's store does."""
    stamp: list[int] = []
    store = f"{folder}/{FILE}"  # texts are looked up in half the time of paths, and a list may have thousands
    for path in (store if os.path.exists(store) else f"{folder}/{PLAN_FILE}", f"{store}-wal"):
        try:
            known = os.stat(path)
            stamp += [known.st_mtime_ns, known.st_size, known.st_ino]
        except OSError:
            stamp += [0, 0, 0]
    return tuple(stamp)


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Turn any failure to read a store into a StoreError: the file may not be ours."""
    try:
        yield
    except StoreError:
        raise
    except Exception as problem:
        if not isinstance(problem, EXPECTED):
            LOG.warning(f"arena: {folder.name!r} cannot be shown", exc_info=problem)
        raise StoreError(f"{folder.name!r} cannot be read: {type(problem).__name__}") from problem


@dataclass
class FileCache(Generic[Value]):
    """Values made from files, until the file changes. The one unused for longest is dropped first.

    With `reuse`, a value is reused for so many times as long as it took to make, even if its file has changed.
    """

    most: int
    reuse: float = 0.0
    values: "OrderedDict[Any, tuple[FileStamp, float, float, Value]]" = field(default_factory=OrderedDict)
    lock: Lock = field(default_factory=Lock)  # one at a time: in parallel it would not be faster

    def known(self, key: Any) -> Value | None:
        """Return the value of a key as it was made last; None if there is none."""
        found = self.values.get(key)
        return None if found is None else found[-1]

    def get(self, key: Any, stamp: FileStamp, make: Callable[[], Value]) -> Value:
        """Return the value of a key, made again if its file has changed."""
        with self.lock:
            if key in self.values:
                old, made, cost, value = self.values[key]
                if old == stamp or time.monotonic() - made < self.reuse * cost:
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
