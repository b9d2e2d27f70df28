"""Erasing somebody from a store: entrants get other names, and their files, logs and memories go; the games stay."""

import sqlite3
from collections.abc import Collection, Mapping
from contextlib import suppress

from msgspec.structs import replace

from arena.entrants.bundle import Bundle, BundledFile
from arena.entrants.entrant import Entrant
from arena.store.change import change
from arena.store.checksums import add_checksum, add_table_checksums
from arena.store.mentions import replace_mentions
from arena.store.recent import write_back
from arena.store.renaming import former_names, replace_entrant, rewrite_plans
from arena.store.store import FILE, Store

REMOVED = Bundle(
    (
        BundledFile(
            "mind.py",
            False,
            b'"""Stands for a mind whose files were removed."""\n\nfrom minds import Mind\n\n\nclass Removed(Mind):\n'
            b'    def getaction(self, state):\n        raise RuntimeError("the files of this mind were removed")\n',
        ),
    )
)
GAMES = "SELECT number FROM games WHERE ? IN (first, second)"
SEAT = "seat = (SELECT CASE ? WHEN first THEN 0 ELSE 1 END FROM games WHERE number = game)"
WORDS = "message = 'removed', reply = '', traceback = '', log = ''"


def erase(store: Store, renamed: Mapping[str, str], emptied: Collection[str]) -> None:
    """Rename entrants, also where others mention them, and remove what those of the names `emptied` have brought.

    These play no further games: a mind that says so stands for the files that are gone. The file is written anew,
    without what was deleted.
    """
    entrants = store.entrants()
    former = {old: renamed[name] for old, name in former_names(store).items() if name in renamed}
    with change(store.db, store.folder / FILE):
        for place, one in enumerate(entrants):
            if one.name in emptied:
                _empty(store, place + 1)
            if one.name in renamed or one.name in emptied:
                replace_entrant(store, place, _changed(one, renamed.get(one.name, one.name), one.name in emptied))
        rewrite_plans(store)
        replace_mentions(store.db, {**renamed, **former})
        store.db.execute("DELETE FROM bundles WHERE digest NOT IN (SELECT bundle FROM minds)")
        add_table_checksums(store.db)
    with suppress(sqlite3.Error):  # somebody reads: it is overwritten in time
        store.db.execute("VACUUM")
    write_back(store.db)


def _changed(one: Entrant, name: str, is_emptied: bool) -> Entrant:
    author = name.rpartition("@")[0] if one.author else ""
    if not is_emptied:
        return replace(one, name=name, author=author)
    digest = REMOVED.digest
    return Entrant(name, "mind.py", author, digest, digest, "mind.py", "withdrawn", one.forgiven, one.hand_in)


def _empty(store: Store, number: int) -> None:
    """Remove what a mind has said and remembered; its moves and the kinds of its faults stay."""
    store.db.execute("INSERT OR IGNORE INTO bundles VALUES (?, ?)", (REMOVED.digest, REMOVED.pack()))
    store.db.execute(f"UPDATE incidents SET {WORDS} WHERE game IN ({GAMES}) AND {SEAT}", (number, number))
    store.db.execute(f"DELETE FROM memories WHERE game IN ({GAMES}) AND {SEAT}", (number, number))
    for (game,) in store.db.execute(GAMES, (number,)).fetchall():
        add_checksum(store.db, game)
