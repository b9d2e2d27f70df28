"""Repairing a damaged store: its damaged games are removed, so that they are played again."""

import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from itertools import count
from pathlib import Path

from arena.errors import StoreError
from arena.store.checksums import read_games
from arena.store.damage import Damage, Stamp, find_damage, stamp_of
from arena.store.salvage import copy_whole_games
from minds.errors import quoted

DECISIVE_TABLES = {"plans", "minds", "openings"}  # games depend on them

_sound: dict[Path, Stamp] = {}  # files that this process left whole: one command takes the lock several times


def repair(db: sqlite3.Connection, file: Path) -> None:
    """Remove the damaged games from a store, and keep the damaged file beside it; the folder's lock must be held.

    StoreError if the damage is such that the tournament cannot be resumed.
    """
    if _sound.get(file.absolute()) == stamp_of(file):
        return
    try:
        if damage := find_damage(db, file.stat().st_size):
            _check_repairable(file, damage)
            _replace(db, file, damage)
    except (sqlite3.Error, OSError) as problem:
        raise StoreError(f"{quoted(str(file))} is damaged and cannot be repaired: {problem}") from None


def note_sound(file: Path) -> None:
    """Note that a store which was repaired, if it had to be, has just been closed."""
    _sound[file.absolute()] = stamp_of(file)


def _check_repairable(file: Path, damage: Damage) -> None:
    if lost := DECISIVE_TABLES & set(damage.tables):
        raise StoreError(
            f"{quoted(str(file))} is damaged in its {', '.join(sorted(lost))}, on which all games depend; it cannot be "
            "resumed; use a copy of the folder, or its portable form"
        )


def _replace(db: sqlite3.Connection, file: Path, damage: Damage) -> None:
    """Write the games that are whole over the damaged file, in one transaction."""
    draft = file.with_name(f"{file.name}.draft")
    try:
        whole = _independent(db, damage)
        copy_whole_games(db, whole, draft)
        kept = _keep(db, file)
        with closing(sqlite3.connect(draft)) as copy:
            copy.backup(db)
    finally:
        draft.unlink(missing_ok=True)
    again = len(damage.whole) - len(whole)
    others = f", and {again} whose learning minds remember them" if again else ""
    print(
        f"arena: {quoted(str(file))} is damaged: {damage}; damaged games{others} are played again; the damaged file is "
        f"kept as {kept.name}",
        file=sys.stderr,
    )


def _keep(db: sqlite3.Connection, file: Path) -> Path:
    """Copy the damaged file, and what SQLite has not yet written into it, to a name that is free."""
    with suppress(sqlite3.Error):
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    names = (file.with_name(f"{file.name}.damaged{number or ''}") for number in count())
    kept = next(path for path in names if not path.exists())
    done = subprocess.run(["cp", "--", file, kept], stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:  # a process of its own, because closing the file in this one would lose SQLite's locks on it
        raise OSError(done.stderr.strip())
    return kept


def _independent(db: sqlite3.Connection, damage: Damage) -> tuple[int, ...]:
    """Return the numbers of the games that are whole and in which no mind remembers a damaged one."""
    first_damaged = next((number for number, whole in enumerate(damage.whole, 1) if number != whole), len(damage.whole))
    seats: dict[int, tuple[int, int | None]] = {}
    learners: set[int | None] = set()
    for number in damage.whole if damage.games else ():
        (rows,) = read_games(db, "WHERE number = ?", (number,))
        seats[number] = (rows.game["first"], rows.game["second"])
        learners |= {seats[number][seat] for seat, (text,) in enumerate(rows.memories) if text}
    return tuple(
        number for number in damage.whole if number < first_damaged or learners.isdisjoint(seats.get(number, ()))
    )
