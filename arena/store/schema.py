"""The tables of the store, as numbered migrations; an older file gets those that it lacks."""

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from arena.errors import StoreError
from minds.errors import quoted

MIGRATIONS = (
    """
    CREATE TABLE plans (number INTEGER PRIMARY KEY, hash TEXT NOT NULL, toml TEXT NOT NULL, began TEXT NOT NULL);
    CREATE TABLE circumstances (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE minds (number INTEGER PRIMARY KEY, spec TEXT NOT NULL, name TEXT NOT NULL, source TEXT NOT NULL);
    CREATE TABLE games (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        round INTEGER NOT NULL,
        pair TEXT NOT NULL,
        first INTEGER NOT NULL REFERENCES minds(number),
        second INTEGER REFERENCES minds(number),
        opening TEXT NOT NULL,
        given INTEGER NOT NULL,
        start TEXT NOT NULL,
        seed INTEGER NOT NULL,
        date TEXT NOT NULL,
        version INTEGER NOT NULL,
        score_first REAL NOT NULL,
        score_second REAL,
        ending TEXT NOT NULL,
        plies INTEGER NOT NULL,
        seconds REAL NOT NULL,
        moves_hash TEXT NOT NULL
    );
    CREATE TABLE moves (
        game INTEGER NOT NULL REFERENCES games(number),
        ply INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        action TEXT NOT NULL,
        seconds REAL NOT NULL,
        cpu REAL NOT NULL,
        remaining REAL,
        depth INTEGER,
        nodes INTEGER,
        score REAL,
        told TEXT,
        PRIMARY KEY (game, ply)
    ) WITHOUT ROWID;
    CREATE TABLE incidents (
        game INTEGER NOT NULL REFERENCES games(number),
        decided INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        call TEXT NOT NULL,
        kind TEXT NOT NULL,
        message TEXT NOT NULL,
        state TEXT NOT NULL,
        reply TEXT NOT NULL,
        traceback TEXT NOT NULL,
        log TEXT NOT NULL,
        seconds REAL NOT NULL
    );
    """,
    """
    ALTER TABLE games ADD COLUMN walls_first TEXT NOT NULL DEFAULT '';
    ALTER TABLE games ADD COLUMN walls_second TEXT NOT NULL DEFAULT '';
    ALTER TABLE moves ADD COLUMN asked TEXT;
    CREATE TABLE memories (
        game INTEGER NOT NULL REFERENCES games(number),
        seat INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE minds RENAME COLUMN source TO version;
    UPDATE minds SET version = 'old ' || version;
    ALTER TABLE minds ADD COLUMN author TEXT NOT NULL DEFAULT '';
    ALTER TABLE minds ADD COLUMN bundle TEXT NOT NULL DEFAULT '';
    ALTER TABLE minds ADD COLUMN runs TEXT NOT NULL DEFAULT '';
    ALTER TABLE minds ADD COLUMN standing TEXT NOT NULL DEFAULT 'playing';
    CREATE TABLE bundles (digest TEXT PRIMARY KEY, packed BLOB NOT NULL);
    CREATE TABLE openings (text TEXT NOT NULL);
    """,
    "ALTER TABLE games ADD COLUMN clock TEXT NOT NULL DEFAULT ''",
    """
    ALTER TABLE games ADD COLUMN checksum TEXT;
    UPDATE games SET checksum = 'unknown';
    CREATE TABLE checksums (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE INDEX incidents_of_games ON incidents (game);
    """,
    """
    ALTER TABLE minds ADD COLUMN forgiven INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN init_first REAL;
    ALTER TABLE games ADD COLUMN init_second REAL;
    DELETE FROM checksums WHERE name = 'minds';
    """,
    """
    CREATE TABLE judges (
        number INTEGER PRIMARY KEY,
        spec TEXT NOT NULL,
        version TEXT NOT NULL,
        nodes INTEGER NOT NULL,
        used INTEGER NOT NULL,
        UNIQUE (spec, version, nodes)
    );
    CREATE TABLE judgements (
        judge INTEGER NOT NULL REFERENCES judges(number),
        state TEXT NOT NULL,
        best TEXT NOT NULL,
        score INTEGER,
        mate INTEGER,
        checksum TEXT NOT NULL,
        PRIMARY KEY (judge, state)
    ) WITHOUT ROWID;
    """,
    "ALTER TABLE games ADD COLUMN worker TEXT",
    "ALTER TABLE minds ADD COLUMN hand_in INTEGER NOT NULL DEFAULT 0; DELETE FROM checksums WHERE name = 'minds'",
)


def migrate(connection: sqlite3.Connection, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring a file to the present version, in transactions: an interrupted step has no effect.

    Several arenas may open a file at once. Each step is taken by one of them, the others wait for it.
    """
    connection.commit()
    while _version(connection) < len(migrations):
        connection.execute("BEGIN IMMEDIATE")
        try:
            if (version := _version(connection)) < len(migrations):
                for statement in _statements(migrations[version]):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {version + 1}")
        except BaseException:
            connection.rollback()
            raise
        connection.commit()


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script one by one; to execute them at once would end the transaction."""
    statement = ""
    for part in script.split(";"):
        statement += f"{part};"
        if sqlite3.complete_statement(statement):
            if statement.strip() != ";":
                yield statement
            statement = ""


def refuse_programs(connection: sqlite3.Connection, file: Path) -> None:
    """Raise StoreError for a file with views or triggers."""
    if connection.execute("SELECT count(*) FROM sqlite_master WHERE type NOT IN ('table', 'index')").fetchone()[0]:
        raise StoreError(f"{quoted(str(file))} holds more than tables: no arena has made it")
