"""Pseudonyms: two words for each team, drawn by a secret, so that nobody can compute them from its name.

A team keeps its pseudonym for good, also when others come and go: it is noted in the register once it is drawn.
"""

import hashlib
import hmac
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from arena.course.notices import Notices
from arena.course.register import Register

FIRST, SECOND = (part.split() for part in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").split("\n\n"))
PLAIN_ATTEMPTS = 20  # before a number is put behind the words


def pseudonyms(register: Register, teams: Iterable[str]) -> dict[str, str]:
    """Return the pseudonym of each team, by key; those that have none yet get one for good."""
    known = {str(team): str(name) for team, name in register.rows("SELECT team, name FROM pseudonyms")}
    new = [team for team in dict.fromkeys(teams) if team not in known]
    if new:
        secret = Notices(register).secret
        with register.change() as db:
            known |= {team: _draw(db, secret, team) for team in new}
    return known


def _draw(db: sqlite3.Connection, secret: bytes, team: str) -> str:
    """Note and return a free pseudonym, or the one that another process was faster to note."""
    attempt = 0
    while True:
        name = _candidate(secret, team, attempt)
        db.execute("INSERT OR IGNORE INTO pseudonyms VALUES (?, ?)", (team, name))
        found = db.execute("SELECT name FROM pseudonyms WHERE team = ?", (team,)).fetchone()
        if found is not None:
            return str(found[0])
        attempt += 1


def _candidate(secret: bytes, team: str, attempt: int) -> str:
    drawn = int.from_bytes(hmac.digest(secret, f"{attempt} {team}".encode(), hashlib.sha256))
    drawn, first = divmod(drawn, len(FIRST))
    second = SECOND[drawn % len(SECOND)]
    number = f" {attempt}" if attempt >= PLAIN_ATTEMPTS else ""
    return f"{FIRST[first].capitalize()} {second.capitalize()}{number}"
