"""The versions that play on the ladder: the latest accepted one of each team, under the team's name."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from arena.course.hand_ins.handin import HandIn
from arena.entrants.bundle import Bundle
from arena.entrants.cache import unpacked
from arena.entrants.entrant import Entrant, Entry, Player
from arena.entrants.naming import MAX_NAME_LENGTH, presentable
from arena.entrants.roster import Entered
from arena.entrants.version import version_of
from minds.registry import read_spec


class Climber(Struct, frozen=True):
    """A version that plays, and the name by which it is known on the ladder."""

    name: str
    hand_in: HandIn


def climbers(hand_ins: Sequence[HandIn], names: Mapping[str, str]) -> list[Climber]:
    """Return the latest accepted version of each team, in the order in which they were handed in.

    `names` are those of the teams, by key; a team that has left the course has none, and does not play.
    """
    latest: dict[str, HandIn] = {}
    for one in sorted(hand_ins, key=lambda one: one.number):
        if one.state == "accepted" and one.team in names:
            latest[one.team] = one
    return [Climber(name_of(one, names[one.team]), one) for one in sorted(latest.values(), key=lambda one: one.number)]


def name_of(hand_in: HandIn, team: str) -> str:
    """Return the name of a version: the team's, and the number of the version."""
    number = f"@{hand_in.version}"
    return f"{presentable(team)[: MAX_NAME_LENGTH - len(number)]}{number}"


def label_of(name: str) -> str:
    """Return the part of a version's name that all versions of its team share."""
    return name.rpartition("@")[0]


def entered(climber: Climber, bundle: Bundle) -> Entered:
    """Return a version as a tournament knows it."""
    hand_in = climber.hand_in
    folder = unpacked(hand_in.digest, lambda _: bundle)
    spec = f"{folder}/{hand_in.runs}"
    version = version_of(read_spec(spec), hand_in.digest)
    entrant = Entrant(climber.name, hand_in.runs, label_of(climber.name), version, hand_in.digest, hand_in.runs)
    return Entered(entrant, bundle, Player(climber.name, spec, entrant))


def entry(one: Entered) -> Entry:
    """Return a version as a plan names it."""
    return Entry(one.entrant.spec, one.entrant.name, one.entrant.author)
