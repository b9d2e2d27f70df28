"""Teams with a new name in people.csv: the same people under another name are the same team, with all its hand-ins.

The register keys hand-ins by the team's name, and keeps who was in which team when the file was read last.
"""

import sqlite3
from collections.abc import Iterable, Mapping

from arena.course.people import Person
from arena.course.register import Register

TABLES = ("hand_ins", "pseudonyms", "extensions")  # keyed by team
LEFT_TEAM = "left"  # begins the key of a team that has left the course, and whose name another one has now


def follow_renamed_teams(register: Register, people: Iterable[Person]) -> None:
    """Let the register know teams by the names that they have now."""
    now = {person.id: person.key for person in people}
    if now == _known(register):
        return
    with register.change() as db:
        _move(db, _renamed(_known(register), now))
        db.execute("DELETE FROM members")
        db.executemany("INSERT INTO members VALUES (?, ?)", now.items())


def _known(register: Register) -> dict[str, str]:
    return {str(person): str(team) for person, team in register.rows("SELECT person, team FROM members")}


def _renamed(before: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """Return the new key of each team that is the same people under another name, by its old key."""
    keys = {people: key for key, people in _people_of(now).items()}
    found = {key: keys.get(people, key) for key, people in _people_of(before).items()}
    return {old: new for old, new in found.items() if old != new}


def _people_of(teams: Mapping[str, str]) -> dict[str, frozenset[str]]:
    return {key: frozenset(one for one, team in teams.items() if team == key) for key in {*teams.values()}}


def _move(db: sqlite3.Connection, renamed: Mapping[str, str]) -> None:
    """Give teams their new keys at once: two may have swapped their names."""
    aside = {key: f"renamed {number}" for number, key in enumerate({*renamed, *renamed.values()})}
    for key, place in aside.items():
        rename_team(db, key, place)
    for key, place in aside.items():
        rename_team(db, place, renamed.get(key) or free_key(db, LEFT_TEAM))


def rename_team(db: sqlite3.Connection, old: str, new: str) -> None:
    """Give a team another key in all tables, within a transaction."""
    for table in TABLES:
        db.execute(f"UPDATE {table} SET team = ? WHERE team = ?", (new, old))
    db.execute("UPDATE tokens SET person = ? WHERE person = ?", (new, old))


def free_key(db: sqlite3.Connection, word: str) -> str:
    """Return a key that no team has in any table, such as "left 2"."""
    found = db.execute(" UNION ".join(f"SELECT team FROM {table}" for table in TABLES)).fetchall()
    taken = {str(team) for (team,) in found}
    return next(key for number in range(1, len(taken) + 2) if (key := f"{word} {number}") not in taken)
