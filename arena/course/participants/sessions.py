"""Sessions: who is signed in on the pages. A session ends with the token that began it, or after two weeks.

The cookie holds a secret of its own, and the file sessions.sqlite only hashes, so that neither tells a token.
"""

import sqlite3
import time
from pathlib import Path
from threading import Lock

from arena.course.register import Register
from arena.errors import StoreError
from minds.errors import quoted
from world.tokens import hashed, new_token

FILE = "sessions.sqlite"
LIFETIME = 14 * 24 * 3600.0  # seconds
MAX_OF_TOKEN = 20  # sessions; the oldest ends with one more
SCHEMA = """
CREATE TABLE IF NOT EXISTS sessions (secret TEXT PRIMARY KEY, token TEXT NOT NULL, until REAL NOT NULL) WITHOUT ROWID
"""


class Sessions:
    """The sessions of a course. Any thread may ask."""

    def __init__(self, folder: Path, register: Register) -> None:
        self.register, self.lock = register, Lock()
        file = folder / FILE
        try:
            self.db = sqlite3.connect(file, isolation_level=None, timeout=10, check_same_thread=False)
            self.db.execute("PRAGMA journal_mode = WAL")
            self.db.execute(SCHEMA)
        except sqlite3.Error as problem:
            raise StoreError(f"{quoted(str(file))} cannot be used: {problem}") from None

    def close(self) -> None:
        """Close the file."""
        self.db.close()

    def begin(self, token: str, now: float | None = None) -> str | None:
        """Return the secret of a new session; None if the token is void."""
        if self.register.holder_of(token) is None:
            return None
        now, secret, held = now or time.time(), new_token(), hashed(token)
        oldest = "SELECT secret FROM sessions WHERE token = ? ORDER BY until DESC LIMIT -1 OFFSET ?"
        with self.lock:
            self.db.execute("DELETE FROM sessions WHERE until < ?", (now,))
            self.db.execute(f"DELETE FROM sessions WHERE secret IN ({oldest})", (held, MAX_OF_TOKEN - 1))
            self.db.execute("INSERT INTO sessions VALUES (?, ?, ?)", (hashed(secret), held, now + LIFETIME))
        return secret

    def holder_of(self, secret: str, now: float | None = None) -> str | None:
        """Return the id of who is signed in, or ORGANISER; None if the session or its token has ended."""
        question = "SELECT token FROM sessions WHERE secret = ? AND until > ?"
        with self.lock:
            found = self.db.execute(question, (hashed(secret), now or time.time())).fetchone()
        return None if found is None else self.register.holder_of_hash(found[0])

    def end(self, secret: str) -> None:
        """End a session."""
        with self.lock:
            self.db.execute("DELETE FROM sessions WHERE secret = ?", (hashed(secret),))
