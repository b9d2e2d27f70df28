"""Taking hand-ins in: who may, what is kept, and what its author is told."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from arena.course.handin import HandIn, State, as_submitted, name_of, without_name
from arena.course.live_settings import LiveSettings
from arena.course.participants.members import Members
from arena.course.people import Person
from arena.course.register import ORGANISER, Register
from arena.course.settings import Course, Season
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
        self.settings, self.register, self.tell = LiveSettings(folder), Register(folder), tell
        self.members = Members(folder, self.register, self.course.names)

    @property
    def course(self) -> Course:
        """The settings, as they are now."""
        return self.settings.course

    @property
    def most_bytes(self) -> int:
        """The length of packed files that are read at all."""
        return (self.course.limits.kibibytes << 10) + PACKING

    @property
    def people(self) -> Mapping[str, Person]:
        """The people by id."""
        return self.members.people

    @property
    def names(self) -> Mapping[str, str]:
        """The names of teams, and of people alone, as everybody sees them, by key."""
        return self.members.shown

    def person(self, token: str) -> Person | None:
        """Return the person, or the team, who holds a token; None for a void one, and for that of the organiser."""
        holder = self.register.holder_of(token)
        return self.members.holder(holder) if holder else None

    def is_organiser(self, token: str) -> bool:
        """Return True if a token is that of the organiser."""
        return self.register.holder_of(token) == ORGANISER

    def season(self, team: str, now: datetime) -> Season:
        """Return the season that a team's hand-ins are for: one that was extended for it, else the present one."""
        for one in sorted(self.course.season, key=lambda one: one.closes):
            until = self.register.extensions(one.name).get(team)
            if until is not None and one.opens <= now < until and one.name not in self.register.finished():
                return one
        return self.course.season_at(now)

    def take(self, person: Person, packed: bytes, now: datetime | None = None) -> HandInView:
        """Take packed files in; raise an ArenaError if they are not acceptable."""
        now = now or datetime.now(UTC)
        bundle = as_submitted(received(packed, self.most_bytes))
        if self.course.names == "pseudonyms":
            bundle = without_name(bundle)
        season = self.season(person.key, now)
        hand_in = self.register.hand_in(person, bundle, season, self.course.limits, now)
        self.tell()
        return self.view(hand_in)

    def of(self, person: Person) -> list[HandInView]:
        """Return the hand-ins of a person's team, the latest first."""
        return [self.view(one) for one in self.register.hand_ins(person.key)]

    def view(self, one: HandIn) -> HandInView:
        """Return a hand-in as its team sees it."""
        at, name = one.at.astimezone().isoformat(timespec="seconds"), name_of(one, self.members.label(one.team))
        return HandInView(one.number, one.version, name, at, one.season, one.is_late, one.state, one.words)
