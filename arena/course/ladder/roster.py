"""The versions that play on the ladder: the latest accepted one of each team, under the team's name.

They are known by the numbers of their hand-ins, which never change. Names are for showing only: people.csv may change
them at any time.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from arena.course.handin import HandIn, label_of, name_of
from arena.entrants.bundle import Bundle
from arena.entrants.cache import unpacked
from arena.entrants.entrant import Entrant, Entry, Player
from arena.entrants.naming import first_free
from arena.entrants.roster import Entered
from arena.entrants.version import version_of
from arena.store.erasure import REMOVED
from minds.registry import read_spec


class Climber(Struct, frozen=True):
    """A version, and the name that it is shown by on the ladder."""

    name: str
    hand_in: HandIn

    @property
    def number(self) -> int:
        """The number of the hand-in, by which the ladder knows it."""
        return self.hand_in.number


def versions(hand_ins: Sequence[HandIn], names: Mapping[str, str]) -> list[Climber]:
    """Return all versions of the teams that are in `names`, by key, with their names as they are now.

    A team that has left the course has no name, and does not play.
    """
    return [Climber(name_of(one, names[one.team]), one) for one in hand_ins if one.team in names]


def climbers(known: Iterable[Climber]) -> list[Climber]:
    """Return those of all versions that play, in the order in which they were handed in: the latest accepted ones."""
    ordered = sorted(known, key=lambda one: one.number)
    latest = {one.hand_in.team: one for one in ordered if one.hand_in.state == "accepted"}
    return sorted(latest.values(), key=lambda one: one.number)


def entered(climber: Climber, bundle: Bundle) -> Entered:
    """Return a version as a tournament knows it."""
    hand_in = climber.hand_in
    folder = unpacked(hand_in.digest, lambda _: bundle)
    spec = f"{folder}/{hand_in.runs}"
    version = version_of(read_spec(spec), hand_in.digest)
    entrant = Entrant(
        climber.name,
        hand_in.runs,
        label_of(climber.name),
        version,
        hand_in.digest,
        hand_in.runs,
        hand_in=hand_in.number,
    )
    return Entered(entrant, bundle, Player(climber.name, spec, entrant))


def entry(one: Entered) -> Entry:
    """Return a version as a plan names it."""
    return Entry(one.entrant.spec, one.entrant.name, one.entrant.author)


def present(entrants: Sequence[Entrant], known: Sequence[Climber]) -> list[Entrant]:
    """Return the versions of a ladder with their hand-ins, and their names as they are now.

    One of which nothing is known, such as that of a team that has left, stays; if another has its name now, it gets
    another one.
    """
    names, numbers = {one.number: one.name for one in known}, _hand_ins(entrants, known)
    used, found = set(names.values()), list[Entrant]()
    for one, number in zip(entrants, numbers, strict=True):
        name = names.get(number) or first_free(one.name, used)
        used.add(name)
        found.append(replace(one, name=name, author=label_of(name), hand_in=number))
    return found


def _hand_ins(entrants: Sequence[Entrant], known: Sequence[Climber]) -> list[int]:
    """Return the hand-in of each version; those on an older ladder are found by their files, number and name.

    A number counts only with the files that were handed in: in a register of an older backup it may be another one's.
    """
    left = {one.number: one for one in known}
    numbers = [0 if _has_other_files(one, left.get(one.hand_in)) else one.hand_in for one in entrants]
    for number in numbers:
        left.pop(number, None)
    for is_named in (True, False):  # where teams have handed in the same files, the names tell them apart
        for place, entrant in enumerate(entrants):
            same = (one for one in left.values() if _is_same(entrant, one, is_named))
            if not numbers[place] and (found := next(same, None)) is not None:
                numbers[place] = left.pop(found.number).number
    return numbers


def _has_other_files(entrant: Entrant, one: Climber | None) -> bool:
    return one is not None and one.hand_in.digest not in ("", entrant.bundle) and entrant.bundle != REMOVED.digest


def _is_same(entrant: Entrant, one: Climber, is_named: bool) -> bool:
    version = f"@{one.hand_in.version}"
    has_files = (one.hand_in.digest or REMOVED.digest) == entrant.bundle
    return has_files and (entrant.name == one.name if is_named else entrant.name.endswith(version))
