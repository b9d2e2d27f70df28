"""Notices and switches of a course's register: whether it is paused, and the organiser's announcement."""

import secrets
from datetime import UTC, datetime

from msgspec import Struct

from arena.course.register import Register
from arena.errors import CourseError

MAX_LETTERS = 2000
PAUSED, TEXT, AT, SECRET, FINISHING, STANDSTILL = (
    "paused",
    "announcement",
    "announced",
    "secret",
    "finishing",
    "standstill",
)  # names of the switches


class Announcement(Struct, frozen=True):
    """The words that everybody reads on the course's pages; there is one at a time."""

    text: str
    at: datetime


class Notices:
    """The switches of a course. What is written here is on the disk, and seen by all processes."""

    def __init__(self, register: Register) -> None:
        self.register = register

    def _find(self, name: str) -> str | None:
        found = self.register.rows("SELECT value FROM switches WHERE name = ?", name)
        return str(found[0][0]) if found else None

    def _write(self, **values: str) -> None:
        with self.register.change() as db:
            db.executemany("INSERT OR REPLACE INTO switches VALUES (?, ?)", values.items())

    @property
    def is_paused(self) -> bool:
        """True while neither checks nor games are to begin."""
        return self._find(PAUSED) == "yes"

    def pause(self, is_paused: bool) -> None:
        """Stop checks and games, or let them go on; hand-ins are taken meanwhile."""
        self._write(**{PAUSED: "yes" if is_paused else "no"})

    @property
    def announcement(self) -> Announcement | None:
        """The announcement, if there is one."""
        text, at = self._find(TEXT), self._find(AT)
        return Announcement(text, datetime.fromisoformat(at)) if text and at else None

    def announce(self, text: str, now: datetime | None = None) -> None:
        """Replace the announcement; an empty text ends it."""
        text = text.strip()
        if len(text) > MAX_LETTERS:
            raise CourseError(f"an announcement of {len(text)} letters; expected at most {MAX_LETTERS}")
        if any(not (letter.isprintable() or letter == "\n") for letter in text.replace("\r\n", "\n")):
            raise CourseError("an announcement with letters that cannot be shown; expected plain text")
        self._write(**{TEXT: text.replace("\r\n", "\n"), AT: (now or datetime.now(UTC)).isoformat()})

    @property
    def season_to_finish(self) -> str | None:
        """The season whose end the server is to play, or plays."""
        return self._find(FINISHING) or None

    def finish_season(self, name: str | None) -> None:
        """Have the server play the end of a season; None once it is played."""
        self._write(**{FINISHING: name or ""})

    @property
    def standstill(self) -> str:
        """The mistake in the course's files for which its process does not work; "" while it does."""
        return self._find(STANDSTILL) or ""

    def stand_still(self, problem: str) -> None:
        """Note why the course's process cannot work, or that it can: ""."""
        if problem != self.standstill:
            self._write(**{STANDSTILL: problem})

    @property
    def secret(self) -> bytes:
        """Return the course's own secret, made at the first call, from which pseudonyms are drawn."""
        with self.register.change() as db:
            db.execute("INSERT OR IGNORE INTO switches VALUES (?, ?)", (SECRET, secrets.token_hex(32)))
        return bytes.fromhex(self._find(SECRET) or "")
