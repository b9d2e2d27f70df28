"""Invitations: a token for each person, shown once."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from arena.course.people import Person, read_people
from arena.course.register import ORGANISER, Register
from arena.course.settings import read_course
from arena.errors import CourseError
from minds.errors import quoted

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # with which a cell of a spreadsheet is computed


class Invitation(Struct, frozen=True):
    """A person with a new token."""

    person: Person
    token: str

    @property
    def row(self) -> tuple[str, str, str, str]:
        """The columns for a mail merge; none of them is taken for a formula."""
        name, id_, team = (plain(text) for text in (self.person.name, self.person.id, self.person.team))
        return name, id_, team, self.token

    def to_dict(self) -> dict[str, str]:
        """Return the invitation for JSON."""
        return {"name": self.person.name, "id": self.person.id, "team": self.person.team, "token": self.token}


def plain(text: str) -> str:
    """Return a text as a cell of a spreadsheet that is not computed."""
    return f"'{text}" if text.startswith(FORMULA) else text


def invitations(folder: Path, ids: Sequence[str]) -> list[Invitation]:
    """Return new tokens for people or, if none is named, for everybody who has none."""
    people = {person.id: person for person in read_people(folder)}
    _require(people, ids)
    with Register(folder) as register:
        invited = register.invited()
        wanted = [people[id_] for id_ in ids] if ids else [one for one in people.values() if one.id not in invited]
        return [Invitation(person, register.invite(person.id, datetime.now(UTC))) for person in wanted]


def team_invitations(folder: Path, teams: Sequence[str]) -> list[Invitation]:
    """Return new tokens for teams, which their members share, or for all teams that have none."""
    found = {one.team: Person(one.team, one.key, one.team) for one in read_people(folder) if one.team}
    for team in teams:
        if team not in found:
            raise CourseError(f"no team {quoted(team)}; expected one of people.csv: {', '.join(found) or 'none'}")
    with Register(folder) as register:
        invited = register.invited()
        wanted = [found[team] for team in teams] if teams else [one for one in found.values() if one.id not in invited]
        return [Invitation(one, register.invite(one.id, datetime.now(UTC))) for one in wanted]


def organiser_invitation(folder: Path) -> Invitation:
    """Return a new token for the organiser; the one before is void."""
    read_course(folder)
    with Register(folder) as register:
        return Invitation(Person("organiser", ORGANISER), register.invite(ORGANISER, datetime.now(UTC)))


def revocations(folder: Path, ids: Sequence[str]) -> list[str]:
    """Make the tokens of people void, also of those who have left the course; return who had one."""
    with Register(folder) as register:
        _require(register.invited(), ids)
        return [id_ for id_ in ids if register.revoke(id_)]


def _require(known: "dict[str, Person] | set[str]", ids: Sequence[str]) -> None:
    for id_ in ids:
        if id_ not in known:
            raise CourseError(
                f"no person {quoted(id_)} with a token or in people.csv; expected an id as it stands there"
            )
