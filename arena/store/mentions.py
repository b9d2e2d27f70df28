"""Names of entrants in what minds have said and remembered: others' logs, thoughts and memories, where they stood."""

import re
import sqlite3
from collections.abc import Mapping

from arena.store.checksums import add_checksum

TEXTS = {
    "incidents": ("message", "reply", "traceback", "log"),
    "memories": ("text",),
    "moves": ("told", "asked"),
}


def replace_mentions(db: sqlite3.Connection, renamed: Mapping[str, str]) -> None:
    """Put other names in the place of some, also without the number of a version, within a transaction."""
    names = {_label(old).lower(): _label(new) for old, new in renamed.items() if _label(old) != _label(new)}
    if not names:
        return
    words = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)

    def other(text: str) -> str:
        return pattern.sub(lambda found: names.get(found[0].lower(), ""), text)

    db.create_function("mentions", 1, lambda text: isinstance(text, str) and bool(pattern.search(text)))
    db.create_function("other", 1, other)
    games: set[int] = set()
    for table, columns in TEXTS.items():
        for column in columns:
            games |= {game for (game,) in db.execute(f"SELECT game FROM {table} WHERE mentions({column})")}
            db.execute(f"UPDATE {table} SET {column} = other({column}) WHERE mentions({column})")
    for game in sorted(games):
        add_checksum(db, game)


def _label(name: str) -> str:
    return name.rpartition("@")[0] or name
