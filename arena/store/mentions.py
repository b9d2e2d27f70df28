"""Names of entrants in what minds have said and remembered: others' logs, thoughts and memories, where they stood."""

import json
import re
import sqlite3
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from arena.store.checksums import add_checksum
from world.api import Asked

TEXTS = {"incidents": ("message", "reply", "traceback", "log"), "memories": ("text",)}
JSON = {"moves": ("told", "asked")}  # in which only texts may change: a team may be called 42 or null
FIELDS = frozenset((*Asked.__struct_fields__, "mate", "pv"))  # of this JSON, as the arena reads them

Other = Callable[[str], str]


def replace_mentions(db: sqlite3.Connection, renamed: Mapping[str, str]) -> None:
    """Put other names in the place of some, also without the number of a version, within a transaction."""
    names = {_label(old): _label(new) for old, new in renamed.items() if _label(old) != _label(new)}
    if not names:
        return
    patterns = {_pattern(old): new.replace("\\", r"\\") for old, new in names.items()}

    def other(text: str) -> str:
        for pattern, new in patterns.items():
            text = pattern.sub(new, text)
        return text

    games = _replace(db, TEXTS, other)
    games |= _replace(db, JSON, lambda text: _in_texts(text, other))
    for game in sorted(games):
        add_checksum(db, game)


def _replace(db: sqlite3.Connection, places: Mapping[str, tuple[str, ...]], other: Other) -> set[int]:
    """Replace what changes in some columns of some tables, and return the games of it."""
    db.create_function("other", 1, lambda text: other(text) if isinstance(text, str) else text)
    games: set[int] = set()
    for table, columns in places.items():
        for column in columns:
            changed = f"{column} IS NOT other({column})"
            games |= {game for (game,) in db.execute(f"SELECT game FROM {table} WHERE {changed}")}
            db.execute(f"UPDATE {table} SET {column} = other({column}) WHERE {changed}")
    return games


def _pattern(name: str) -> re.Pattern[str]:
    """Return the pattern of a name in texts, in whatever case, also as JSON writes it: that is how minds remember."""
    cases = (name, name.upper(), name.lower())  # of which JSON may write each letter as its number
    forms = {name, *(json.dumps(one, ensure_ascii=is_ascii)[1:-1] for one in cases for is_ascii in (False, True))}
    edge = r"[\w,]" if name.isdecimal() else r"\w"  # a move is two numbers with a comma
    begin = rf"(?:(?<!{edge})|(?<=\\[nrt]))"  # also after the n of a line's end in JSON
    return re.compile(rf"{begin}(?:{'|'.join(map(re.escape, sorted(forms)))})(?!{edge})", re.IGNORECASE)


def _in_texts(document: str, other: Other) -> str:
    """Return JSON with other texts; what is no text, such as a number, stays."""
    plainly = other(document)
    if plainly == document:  # nearly always
        return document
    try:
        return msgspec.json.encode(_changed(msgspec.json.decode(document), other)).decode()
    except (ValueError, OverflowError, RecursionError):  # such as a thousand lists, one in the other
        return plainly


def _changed(value: Any, other: Other) -> Any:
    if isinstance(value, str):
        return other(value)
    if isinstance(value, list):
        return [_changed(one, other) for one in value]
    if isinstance(value, dict):
        return {name if name in FIELDS else other(name): _changed(one, other) for name, one in value.items()}
    return value


def _label(name: str) -> str:
    return name.rpartition("@")[0] or name
