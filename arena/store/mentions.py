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
    names = {_label(old): _label(new) for old, new in renamed.items() if _label(old) != _label(new)}
    patterns = {re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE): new for old, new in names.items()}
    if not patterns:
        return

    def mentions(text: object) -> bool:
        return isinstance(text, str) and any(pattern.search(text) for pattern in patterns)

    def other(text: str) -> str:
        for pattern, new in patterns.items():
            text = pattern.sub(new.replace("\\", r"\\"), text)
        return text

    db.create_function("mentions", 1, mentions)
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
