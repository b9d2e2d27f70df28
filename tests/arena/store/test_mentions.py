"""Names of somebody who was forgotten are replaced in what others have said, and nothing else is."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from arena.store.mentions import replace_mentions
from arena.store.schema import migrate

GAME = """
INSERT INTO games (number, name, round, pair, first, opening, given, start, seed, date, version, score_first, ending,
                   plies, seconds, moves_hash)
VALUES (1, '001-001-00001a', 1, '001-001-00001', 1, '', 0, '', 1, '', 1, 1.0, 'mate', 1, 0.0, '')
"""
MOVE = "INSERT INTO moves (game, ply, seat, action, seconds, cpu, told, asked) VALUES (1, 1, 0, '12,42', 0, 0, ?, ?)"


@pytest.fixture
def db() -> Iterator[sqlite3.Connection]:
    """A store with one game."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as found:
        migrate(found)
        found.execute(GAME)
        yield found


def remember(db: sqlite3.Connection, text: str, told: str = "{}", asked: str = "[]") -> None:
    """Store a memory, and a move with thoughts and questions."""
    db.execute(MOVE, (told, asked))
    db.execute("INSERT INTO memories VALUES (1, 0, ?)", (text,))


def found_in(db: sqlite3.Connection) -> tuple[str, ...]:
    """The memory, the thoughts and the questions."""
    ((memory,),) = db.execute("SELECT text FROM memories").fetchall()
    return (memory, *db.execute("SELECT told, asked FROM moves").fetchone())


@pytest.mark.parametrize("name", ["Zoë Müller", 'Ann "A" Bo', "Ann"])
def test_names_are_replaced_as_json_writes_them(db: sqlite3.Connection, name: str) -> None:
    """A memory is often JSON, in which other letters and quotation marks are written otherwise."""
    memory = {f"against {name}@2": [1, 0], "last": f"one\n{name.upper()}"}
    remember(db, json.dumps(memory), json.dumps({f"met {name}": 1, "plan": name}, ensure_ascii=False))
    replace_mentions(db, {f"{name}@2": "Quiet Owl@2"})
    told, thoughts, _ = found_in(db)
    assert json.loads(told) == {"against Quiet Owl@2": [1, 0], "last": "one\nQuiet Owl"}
    assert json.loads(thoughts) == {"met Quiet Owl": 1, "plan": "Quiet Owl"}


@pytest.mark.parametrize("name", ["42", "true", "null", "pv", "spec", "seconds"])
def test_a_name_that_is_a_word_of_json_breaks_nothing(db: sqlite3.Connection, name: str) -> None:
    """Numbers, moves and names of fields stay: a game whose thoughts cannot be read would be lost."""
    thoughts = {"pv": ["12,42", "42,50"], "found": 42, "sure": True, "mate": None}
    asked = [{"spec": "minimax", "action": "12,42", "seconds": 0.42}]
    remember(db, "", json.dumps(thoughts), json.dumps(asked))
    replace_mentions(db, {f"{name}@1": "Quiet Owl@1"})
    _, *texts = found_in(db)
    assert [json.loads(text) for text in texts] == [thoughts, asked]


def test_names_deep_in_thoughts_are_replaced(db: sqlite3.Connection) -> None:
    """A mind cannot keep a name by packing it into very many lists."""
    remember(db, "", f'{{"deep": {"[" * 1900}"Ann"{"]" * 1900}}}')
    replace_mentions(db, {"Ann@1": "Quiet Owl@1"})
    assert '["Quiet Owl"]' in found_in(db)[1]
