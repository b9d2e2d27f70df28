"""Taking hand-ins in: who may, what is kept, and what its author is told."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from arena.course.handin import HandIn, State
from arena.course.people import Person, read_people, team_names
from arena.course.register import ORGANISER, Register
from arena.course.roster import name_of
from arena.course.settings import read_course
from arena.entrants.bundle import received

PACKING = 64 << 10  # bytes by which packed files may be longer than the files


class HandInView(Struct, frozen=True):
    """A hand-in as its team sees it."""

    number: int
    version: int
    name: str  # on the ladder
    at: str
    season: str
    is_late: bool
    state: State
    words: str  # of the check

    @property
    def is_decided(self) -> bool:
        """True if the check is over."""
        return self.state != "waiting"


class Intake:
    """The hand-ins of a course; `tell` is called when one has come."""

    def __init__(self, folder: Path, tell: Callable[[], None]) -> None:
        self.course, self.register, self.tell = read_course(folder), Register(folder), tell
        people = read_people(folder)
        self.people, self.names = {person.id: person for person in people}, team_names(people)

    @property
    def most_bytes(self) -> int:
        """The length of packed files that are read at all."""
        return (self.course.limits.kibibytes << 10) + PACKING

    def person(self, token: str) -> Person | None:
        """Return the person who holds a token; None for a void one, and for that of the organiser."""
        holder = self.register.holder_of(token)
        return self.people.get(holder) if holder not in (None, ORGANISER) else None

    def take(self, person: Person, packed: bytes, now: datetime | None = None) -> HandInView:
        """Take packed files in; raise an ArenaError if they are not acceptable."""
        now = now or datetime.now(UTC)
        season = self.course.season_at(now)
        hand_in = self.register.hand_in(person, received(packed), season, self.course.limits, now)
        self.tell()
        return self.view(hand_in)

    def of(self, person: Person) -> list[HandInView]:
        """Return the hand-ins of a person's team, the latest first."""
        return [self.view(one) for one in self.register.hand_ins(person.key)]

    def view(self, one: HandIn) -> HandInView:
        """Return a hand-in as its team sees it."""
        at, name = one.at.astimezone().isoformat(timespec="seconds"), name_of(one, self.names[one.team])
        return HandInView(one.number, one.version, name, at, one.season, one.is_late, one.state, one.words)
