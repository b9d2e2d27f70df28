"""Examining a store before it is read; of a damaged one, a copy without the damaged games is read instead."""

import atexit
import sqlite3
import sys
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Literal, NamedTuple

from arena.errors import StoreError
from arena.store.damage import Damage, Stamp, counted, find_damage, has_obvious_damage, stamp_of
from arena.store.salvage import copy_whole_games
from arena.sweeper import swept_folder
from minds.errors import quoted

# Nothing, all but what is in games (0.2 seconds for 10,000 games), or every game as well (1.2 seconds).
Examination = Literal["", "file", "games"]
COPY = "whole.sqlite"


class WholeCopy(NamedTuple):
    """A copy of a damaged store without its damaged games, and a line on what is damaged."""

    file: Path
    damage: str


class _Examined(NamedTuple):
    """A file that was examined in this process."""

    stamp: Stamp
    how: Examination
    copy: WholeCopy | None


_examined: dict[Path, _Examined] = {}  # by the paths of files: one command opens a store many times


def examined_copy(db: sqlite3.Connection, file: Path, how: Examination) -> WholeCopy | None:
    """Return a copy of a store without its damaged games, or None if none is damaged; name them on stderr."""
    file, stamp = file.absolute(), stamp_of(file)
    known = _examined.get(file)
    if known is None or known.stamp != stamp or (known.how != "games" and known.how != how and known.copy is None):
        known = _examined[file] = _Examined(stamp, how, _examine(db, file, how))
    return known.copy


def _examine(db: sqlite3.Connection, file: Path, how: Examination) -> WholeCopy | None:
    if how == "file" and not has_obvious_damage(db):
        return None
    damage = find_damage(db, file.stat().st_size)
    if not damage:
        return None
    text = _text(damage)
    print(f"arena: {quoted(str(file))} is damaged: {text}", file=sys.stderr)
    try:
        folder = Path(mkdtemp(dir=_copies()))
        copy_whole_games(db, damage.whole, folder / COPY)
    except (sqlite3.Error, OSError) as problem:
        raise StoreError(f"{quoted(str(file))} is damaged, and its games cannot be copied: {problem}") from None
    return WholeCopy(folder / COPY, text)


def _text(damage: Damage) -> str:
    rest = f"the other {counted(len(damage.whole), 'game')}" if damage.games else counted(len(damage.whole), "game")
    return f"{damage}; {rest} can be read; arena resume plays damaged games again"


@cache
def _copies() -> Path:
    """Return a folder of this process's own, which is removed when the process ends, also by kill -9."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(swept_folder("arena-"))
