"""The tables of a course's register, as numbered migrations; an older file gets those that it lacks."""

MIGRATIONS = (
    """
    CREATE TABLE tokens (hash TEXT PRIMARY KEY, person TEXT NOT NULL, made TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE bundles (digest TEXT PRIMARY KEY, packed BLOB NOT NULL);
    CREATE TABLE hand_ins (
        number INTEGER PRIMARY KEY,
        version INTEGER NOT NULL,
        team TEXT NOT NULL,
        person TEXT NOT NULL,
        at TEXT NOT NULL,
        season TEXT NOT NULL,
        digest TEXT NOT NULL REFERENCES bundles(digest),
        runs TEXT NOT NULL,
        is_late INTEGER NOT NULL,
        state TEXT NOT NULL,
        words TEXT NOT NULL,
        is_nominated INTEGER NOT NULL,
        UNIQUE (team, version)
    );
    CREATE INDEX waiting ON hand_ins (number) WHERE state = 'waiting';
    """,
    """
    CREATE TABLE switches (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE extensions (
        team TEXT NOT NULL,
        season TEXT NOT NULL,
        until TEXT NOT NULL,
        PRIMARY KEY (team, season)
    ) WITHOUT ROWID;
    CREATE TABLE finished (season TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE finalists (
        season TEXT NOT NULL,
        hand_in INTEGER NOT NULL,
        PRIMARY KEY (season, hand_in)
    ) WITHOUT ROWID;
    CREATE TABLE pseudonyms (team TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE) WITHOUT ROWID;
    CREATE TABLE reinstatements (hand_in INTEGER PRIMARY KEY);
    CREATE TABLE practice (
        number INTEGER PRIMARY KEY,
        hand_in INTEGER NOT NULL,
        baseline TEXT NOT NULL,
        pairs INTEGER NOT NULL,
        begun INTEGER NOT NULL,
        at TEXT NOT NULL
    );
    """,
    """
    CREATE TABLE erasures (
        folder TEXT NOT NULL,
        digest TEXT NOT NULL,
        version INTEGER NOT NULL,
        name TEXT NOT NULL,
        new_name TEXT NOT NULL,
        is_emptied INTEGER NOT NULL
    );
    """,
    "ALTER TABLE erasures ADD COLUMN hand_in INTEGER NOT NULL DEFAULT 0",
    "CREATE TABLE members (person TEXT PRIMARY KEY, team TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE lost_files (hand_in INTEGER PRIMARY KEY, words TEXT NOT NULL)",
)
