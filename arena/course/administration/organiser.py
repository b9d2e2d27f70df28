"""The organiser's view of a course, and what an organiser may do to it; all of it works while the course is served."""

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

from msgspec import Struct

from arena.course.administration.backup import packed
from arena.course.handin import HandIn, State, name_of
from arena.course.ladder.begun import FOLDER
from arena.course.ladder.files import lost_files
from arena.course.ladder.roster import climbers, versions
from arena.course.live_settings import LiveSettings
from arena.course.notices import Announcement, Notices
from arena.course.participants.invitations import Invitation, invitations, revocations, team_invitations
from arena.course.participants.members import TEAM, Members
from arena.course.register import Register
from arena.course.seasons.ending import prepare
from arena.course.settings import Course, Season
from arena.entrants.entrant import Entrant, Standing
from arena.errors import CourseError, StoreError
from arena.store.store import open_store
from minds.errors import quoted

FAULTS = """
SELECT CASE incidents.seat WHEN 0 THEN games.first ELSE games.second END AS mind, incidents.kind, count(*)
FROM incidents JOIN games ON games.number = incidents.game WHERE incidents.decided GROUP BY mind, incidents.kind
"""


class PersonView(Struct, frozen=True, kw_only=True):
    """A person as the organiser sees one."""

    name: str
    id: str
    team: str  # empty for a person alone
    key: str  # of the team, or of the person alone
    shown_as: str  # on the ladder
    has_token: bool
    hand_ins: int  # of the team
    latest: int | None  # number of the team's latest hand-in
    state: State | None  # of the latest hand-in
    standing: Standing | None  # on the ladder, of the version that plays or was disqualified
    until: datetime | None  # end of the team's extension in the present season


class QueuedView(Struct, frozen=True, kw_only=True):
    """A hand-in that waits for its check."""

    place: int  # 1 is checked next
    number: int
    name: str
    at: datetime
    is_late: bool


class FaultyView(Struct, frozen=True, kw_only=True):
    """A version that has forfeited games on the ladder, or rests because its files are lost."""

    name: str
    number: int | None  # of the hand-in; None for a baseline
    standing: str  # playing, resting, disqualified, or withdrawn by the organiser
    forfeits: int
    kinds: dict[str, int]  # how many of each, such as crash or time
    lost: str = ""  # why its files cannot be read; "" if they can


class Organiser:
    """A course in its organiser's hands. `tell` is called after each change, to wake the course's process."""

    def __init__(self, folder: Path, tell: Callable[[], None] = lambda: None) -> None:
        self.folder, self.tell = folder, tell
        self.settings, self.register = LiveSettings(folder), Register(folder)
        self.notices, self.copying = Notices(self.register), Lock()
        self.members = Members(folder, self.register, self.course.names)

    @property
    def course(self) -> Course:
        """The settings, as they are now."""
        return self.settings.course

    def close(self) -> None:
        """Close the register."""
        self.register.close()

    def __enter__(self) -> "Organiser":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ── Switches ─────────────────────────────────────────────────────────────────────────────

    @property
    def is_paused(self) -> bool:
        """True while neither checks nor games begin."""
        return self.notices.is_paused

    def pause(self) -> None:
        """Stop checks and the ladder, after the games under way; hand-ins are taken meanwhile."""
        self.notices.pause(True)
        self.tell()

    def go_on(self) -> None:
        """End a pause."""
        self.notices.pause(False)
        self.tell()

    @property
    def announcement(self) -> Announcement | None:
        """The announcement on the course's pages, if there is one."""
        return self.notices.announcement

    def announce(self, text: str) -> None:
        """Replace the announcement; an empty text ends it."""
        self.notices.announce(text)

    # ── Hand-ins ─────────────────────────────────────────────────────────────────────────────

    def withdraw(self, number: int) -> HandIn:
        """Let a hand-in neither play nor end its season; the team's latest accepted one before it plays instead."""
        self.register.withdraw(number)
        self.tell()
        return self.register.find(number)

    def play_again(self, number: int) -> HandIn:
        """Check a refused or withdrawn hand-in anew, or let a version play again that the ladder has disqualified."""
        hand_in = self.register.find(number)
        if hand_in.state in ("rejected", "withdrawn"):
            self.register.check_again(number)
        elif hand_in.state == "accepted" and self._standings().get(number) == "disqualified":
            self.register.wish_to_reinstate(number)
        else:
            expected = "expected one that was refused, withdrawn or disqualified"
            raise CourseError(f"hand-in {number} is {hand_in.state} and not disqualified; {expected}")
        self.tell()
        return self.register.find(number)

    def extend(self, team: str, until: datetime, season: str = "") -> datetime:
        """Let a team, or a person alone, by its key, hand in until a time, which is returned with its zone.

        It is for the present season unless another one is named.
        Raise CourseError if there is no such team, the season is finished, or it closes later anyway.
        """
        found = self.season(season)
        if team not in self.members.real:
            raise CourseError(f"no team {quoted(team)}; expected one of people.csv")
        if found.name in self.register.finished():
            raise CourseError(f"season {found.name} is finished; expected one that is not")
        until = until.astimezone()
        if until <= found.closes:
            raise CourseError(f"season {found.name} closes at {found.closes:%Y-%m-%d %H:%M}; expected a later time")
        self.register.extend(team, found.name, until)
        return until

    def key_of(self, who: str) -> str:
        """Return the key of a team by its name, or of the team that a person, by an id, hands in for."""
        people = self.members.people
        if who in people:
            return people[who].key
        if f"{TEAM}{who}" in self.members.real:
            return f"{TEAM}{who}"
        raise CourseError(f"no person or team {quoted(who)}; expected an id or a team of people.csv")

    def season(self, name: str = "") -> Season:
        """Return a season by its name; without one the present one."""
        if not name:
            return self.course.season_at(datetime.now(UTC))
        return self.course.season_named(name)

    def finish(self, season: str, is_early: bool = False) -> None:
        """Choose the versions that end a season, and have the server play its end.

        Raise CourseError before it has closed for all and everything is checked, unless `is_early`, or while the server
        plays another one's.
        """
        present = self.notices.season_to_finish
        if present not in (None, season):
            raise CourseError(f"the end of season {present} is being played; try again when it is over")
        prepare(self.folder, season, is_early)
        self.notices.finish_season(season)
        self.tell()

    @property
    def season_to_finish(self) -> str | None:
        """The season whose end the server plays at present."""
        return self.notices.season_to_finish

    def back_up(self) -> Generator[bytes]:
        """Yield the pieces of a backup; raise CourseError while another one is made, or before the first piece."""
        if not self.copying.acquire(blocking=False):
            raise CourseError("a backup is being made already; try again when it is over")
        try:
            yield from packed(self.folder)
        finally:
            self.copying.release()

    # ── Tokens ───────────────────────────────────────────────────────────────────────────────

    def invite(self, ids: Sequence[str] = ()) -> list[Invitation]:
        """Return new tokens for people or, if none is named, for everybody who has none."""
        return invitations(self.folder, ids)

    def invite_teams(self, teams: Sequence[str] = ()) -> list[Invitation]:
        """Return new tokens for teams, by their names, or for all that have none: their members share it."""
        return team_invitations(self.folder, teams)

    def revoke(self, ids: Sequence[str]) -> list[str]:
        """Make the tokens of people void; return who had one."""
        return revocations(self.folder, ids)

    # ── Views ────────────────────────────────────────────────────────────────────────────────

    def people(self) -> list[PersonView]:
        """Return everybody in people.csv."""
        names, invited, standings = self.members.shown, self.register.invited(), self._standings()
        hand_ins: dict[str, list[HandIn]] = {}
        for one in self.register.hand_ins():
            hand_ins.setdefault(one.team, []).append(one)
        playing = {
            one.hand_in.team: standings.get(one.number) for one in climbers(versions(self.register.hand_ins(), names))
        }
        extensions = self.register.extensions(self.season().name)
        found = []
        for person in self.members.people.values():
            own = hand_ins.get(person.key, [])
            found.append(
                PersonView(
                    name=person.name,
                    id=person.id,
                    team=person.team,
                    key=person.key,
                    shown_as=names[person.key],
                    has_token=person.id in invited,
                    hand_ins=len(own),
                    latest=own[0].number if own else None,
                    state=own[0].state if own else None,
                    standing=playing.get(person.key),
                    until=extensions.get(person.key),
                )
            )
        return found

    def queue(self) -> list[QueuedView]:
        """Return the hand-ins that wait for their check, in the order in which they are checked."""
        names = self.members.shown
        return [
            QueuedView(
                place=place, number=one.number, name=_name(one, names), at=one.at.astimezone(), is_late=one.is_late
            )
            for place, one in enumerate(self.register.waiting(), 1)
        ]

    def faults(self) -> list[FaultyView]:
        """Return the versions that rest because their files are lost, and those that forfeit, with most first."""
        entrants, kinds = self._on_the_ladder()
        lost = lost_files(self.register)
        withdrawn = {one.number for one in self.register.hand_ins() if one.state == "withdrawn"}
        found = [
            FaultyView(
                name=entrants[place].name,
                number=entrants[place].hand_in or None,
                standing="withdrawn" if entrants[place].hand_in in withdrawn else entrants[place].shown_standing,
                forfeits=sum(own.values()),
                kinds=own,
                lost=lost.pop(entrants[place].hand_in, ""),
            )
            for place, own in kinds.items()
        ]
        found += [self._without_files(number, words) for number, words in lost.items()]
        return sorted(found, key=lambda one: (not one.lost, -one.forfeits, one.name))

    def _without_files(self, number: int, words: str) -> FaultyView:
        name = _name(self.register.find(number), self.members.shown)
        return FaultyView(name=name, number=number, standing="resting", forfeits=0, kinds={}, lost=words)

    def _on_the_ladder(self) -> tuple[list[Entrant], dict[int, Counter[str]]]:
        """Return the minds on the ladder, and by their places how often they have forfeited, by kinds of fault."""
        kinds: dict[int, Counter[str]] = {}
        with suppress(StoreError), open_store(self.folder / FOLDER, read_only=True) as store:
            store.db.execute("BEGIN")
            for number, kind, count in store.db.execute(FAULTS):
                kinds.setdefault(number - 1, Counter())[kind] = count
            return store.entrants(), kinds
        return [], {}

    def _standings(self) -> dict[int, Standing]:
        """Return the standings of all versions on the ladder, by the numbers of their hand-ins."""
        return {one.hand_in: one.standing for one in self._on_the_ladder()[0] if one.hand_in}


def place_in_queue(register: Register, number: int) -> int | None:
    """Return the place of a hand-in in the queue, from 1; None if it does not wait."""
    numbers = [one.number for one in register.waiting()]
    return numbers.index(number) + 1 if number in numbers else None


def _name(hand_in: HandIn, names: dict[str, str]) -> str:
    return name_of(hand_in, names.get(hand_in.team, hand_in.team))
