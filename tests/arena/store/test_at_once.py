"""Several arenas may open one store at once."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Barrier

import pytest

from arena.errors import StoreError
from arena.store.schema import MIGRATIONS, migrate
from arena.store.store import FILE, LOCK, Store, open_store

ARENAS = 4


def test_stores_are_made_by_one_arena(tmp_path: Path) -> None:
    """Arenas that begin in one folder at once make its tables only once, and none fails."""
    for number in range(10):
        begin, path = Barrier(ARENAS), tmp_path / f"{number}.sqlite"

        def open_new(begin: Barrier = begin, path: Path = path) -> int:
            db = sqlite3.connect(path, isolation_level=None, timeout=30)
            begin.wait(30)
            migrate(db)
            version = int(db.execute("PRAGMA user_version").fetchone()[0])
            db.close()
            return version

        with ThreadPoolExecutor(ARENAS) as pool:
            opened = [pool.submit(open_new) for _ in range(ARENAS)]
        assert [one.result() for one in opened] == [len(MIGRATIONS)] * ARENAS


def test_an_arena_that_is_refused_deletes_nothing(tmp_path: Path) -> None:
    """An arena that begins in a folder, and finds another one there that has just begun, leaves the other's store."""

    def begin(other: ExitStack) -> None:
        with open_store(tmp_path, must_exist=False) as refused:
            playing = other.enter_context(closing(Store(tmp_path)))
            other.enter_context(playing.alone())
            with refused.alone():
                pass

    with ExitStack() as other:
        with pytest.raises(StoreError, match="is being played by another arena"):
            begin(other)
        assert (tmp_path / FILE).is_file()


def test_an_arena_that_cannot_begin_deletes_its_store(tmp_path: Path) -> None:
    """A store without a plan is deleted, and so is its lock: there is nothing to resume."""
    (tmp_path / "out").mkdir()
    with pytest.raises(ZeroDivisionError), open_store(tmp_path / "out", False) as store, store.alone():
        raise ZeroDivisionError
    assert not (tmp_path / "out").exists()


def test_a_store_that_was_deleted_is_not_played(tmp_path: Path) -> None:
    """An arena does not play for a store whose file another one has deleted meanwhile."""
    store = Store(tmp_path)
    (tmp_path / FILE).unlink()
    with pytest.raises(StoreError, match="was cleared by another arena; try again"), store.alone():
        pass
    store.close()
    assert (tmp_path / LOCK).exists()
