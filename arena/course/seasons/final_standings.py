"""The standings of a season's end with names and ids, as a file for the organiser alone: it lies beside the results.

Grades come from this table: a row for each version and each baseline, by rank.
"""

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

import arena
from arena.course.handin import HandIn, label_of, name_of
from arena.course.ladder.roster import Climber, present
from arena.course.participants.invitations import plain
from arena.course.participants.members import Members
from arena.course.register import Register
from arena.course.seasons.ending import folder_of
from arena.course.settings import read_course
from arena.store.store import open_store


class FinalRow(Struct, frozen=True):
    """A place in the final standings. A baseline has a name only."""

    rank: int
    name: str  # of the team, or of the person alone, as people.csv has it
    ids: str  # of its people, with blanks between
    team: str  # its name; empty for a person alone and for a baseline
    shown_as: str  # in the results
    hand_in: int | None
    version: int | None
    is_late: bool
    points: float
    games: int
    rating: float
    interval: float  # half the width of the rating's 95 % interval
    ranks: str  # the interval of ranks, that holds for all at once
    forfeits: int


def file_of(season: str) -> str:
    """Return the name of the file in the course's folder."""
    return f"standings-{season}.csv"


def final_rows(folder: Path, season: str) -> list[FinalRow]:
    """Return the final standings of a season whose games are played."""
    course = read_course(folder)
    with Register(folder) as register:
        members = Members(folder, register, course.names)
        finalists = _by_name(folder / folder_of(season), _climbers(register.finalists(season), members))
        people = list(members.people.values())
    found = []
    for row in arena.load(folder / folder_of(season)).standings.itertuples():
        one = finalists.get(str(row.mind))
        own = [person for person in people if one is not None and person.key == one.team]
        found.append(
            FinalRow(
                rank=int(row.rank),
                name=_name(str(row.mind), one, members, str(row.mind) in finalists),
                ids=" ".join(person.id for person in own),
                team=own[0].team if own else "",
                shown_as=str(row.mind),
                hand_in=one.number if one is not None else None,
                version=one.version if one is not None else None,
                is_late=one is not None and one.is_late,
                points=float(row.points),
                games=int(row.games),
                rating=float(row.elo),
                interval=float(row.elo_error),
                ranks=str(row.ranks),
                forfeits=int(row.forfeits),
            )
        )
    return found


def _climbers(finalists: Sequence[HandIn], members: Members) -> list[Climber]:
    return [Climber(name_of(one, members.label(one.team)), one) for one in finalists]


def _name(shown: str, one: HandIn | None, members: Members, is_version: bool) -> str:
    known = members.real.get(one.team) if one is not None else None
    return known or (label_of(shown) if is_version else shown)


def _by_name(place: Path, finalists: Sequence[Climber]) -> dict[str, HandIn | None]:
    """Return the versions by their names in the results; None for one of which nothing is known any more."""
    known = {one.number: one.hand_in for one in finalists}
    with open_store(place, read_only=True) as store:
        entrants, minds = store.entrants(), store.plan.minds
    first = sum(isinstance(mind, str) for mind in minds)  # the baselines
    found = zip(entrants[first:], present(entrants[first:], finalists), strict=True)
    return {entrant.name: known.get(one.hand_in) for entrant, one in found}


def write_standings(folder: Path, season: str) -> Path:
    """Write the final standings; return the file, which is replaced as a whole."""
    path = folder / file_of(season)
    part = path.with_name(f"{path.name}.part")
    with part.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(_lines(final_rows(folder, season)))
    part.rename(path)
    return path


def _lines(rows: list[FinalRow]) -> Iterator[list[str]]:
    yield list(FinalRow.__struct_fields__)
    for row in rows:
        yield [_cell(getattr(row, field)) for field in FinalRow.__struct_fields__]


def _cell(value: object) -> str:
    """Return a value for a spreadsheet, which takes no name for a formula."""
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
