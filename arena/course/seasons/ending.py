"""A season's end: a round robin of the nominated versions and the baselines, in an ordinary results folder.

The versions are chosen once, for good, when the season is finished for the first time; whatever happens then, the same
command goes on with the same versions, and plays what is missing.
"""

from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from arena.course.handin import HandIn, name_of
from arena.course.ladder.begun import check_begun
from arena.course.ladder.roster import Climber, entered, entry
from arena.course.participants.members import Members
from arena.course.register import Register
from arena.course.settings import Course, Season, read_course
from arena.entrants.bundle import Bundle
from arena.entrants.roster import Entered, enter_all
from arena.errors import CourseError
from arena.store.store import FILE, open_store
from arena.tournament.plan import MAX_NAME_LENGTH, Plan
from minds.errors import quoted


class Final(Struct, frozen=True):
    """The tournament that ends a season."""

    folder: Path
    plan: Plan
    entered: tuple[Entered, ...] | None  # None if it has begun: its folder has them


def folder_of(season: str) -> str:
    """Return the name of a season's results folder, which lies beside the ladder's and is shown like it."""
    return f"season-{season}"


def prepare(folder: Path, name: str, is_early: bool = False, now: datetime | None = None) -> Final:
    """Choose the versions that end a season, if they are not chosen yet, and return its tournament.

    Raise CourseError before the season has closed for everybody and all hand-ins are checked, unless `is_early`, if
    there is no version that could play, and if course.toml has other rules than the ladder, such as real names.
    """
    course, now = read_course(folder), now or datetime.now(UTC)
    check_begun(folder, course)
    season = course.season_named(name)
    with Register(folder) as register:
        if name not in register.finished():
            if not is_early:
                _check_over(register, season, now)
            teams = Members(folder, register, course.names).real
            if not register.entered(name).keys() & teams.keys():
                raise CourseError(f"season {name} has no accepted hand-in; expected one at least")
            register.finish(name, now, teams)
        place = folder / folder_of(name)
        plan = _plan_in(place)
        if plan is not None:
            return Final(place, plan, None)
        minds = enter_all(course.plan.minds, course.plan.world) + _finalists(folder, course, register, name)
    plan = replace(course.plan, name=f"{course.name}, {name}"[:MAX_NAME_LENGTH])
    versions = [entry(one) for one in minds[len(plan.minds) :]]
    return Final(place, replace(plan, minds=(*plan.minds, *versions)), tuple(minds))


def _check_over(register: Register, season: Season, now: datetime) -> None:
    closes = max([season.closes, *register.extensions(season.name).values()])
    if now < closes:
        raise CourseError(f"season {season.name} closes at {closes.astimezone():%Y-%m-%d %H:%M}; --now does not wait")
    waiting = [one.number for one in register.waiting() if one.season == season.name and not one.is_late]
    if waiting:
        numbers = ", ".join(map(str, waiting))
        raise CourseError(f"hand-ins {numbers} wait for their check; try again later, or --now goes without them")


def _plan_in(place: Path) -> Plan | None:
    if not (place / FILE).is_file():
        return None
    with open_store(place) as store:
        return store.plan if store.has_plan else None


def _finalists(folder: Path, course: Course, register: Register, season: str) -> list[Entered]:
    """Return the versions as a tournament knows them, without those that were withdrawn since they were chosen."""
    members = Members(folder, register, course.names)
    found = [one for one in register.finalists(season) if one.state == "accepted"]
    climbing = [Climber(name_of(one, members.label(one.team)), one) for one in found]
    bundles = [(one, _files_of(register, one.hand_in)) for one in climbing]
    return [entered(one, bundle) for one, bundle in bundles if bundle is not None]


def _files_of(register: Register, hand_in: HandIn) -> Bundle | None:
    """Return the files of a version; None if it was withdrawn, or its author forgotten, a moment ago."""
    try:
        return register.bundle_of(hand_in)
    except CourseError as problem:
        if register.find(hand_in.number).state != "accepted":
            return None
        number, step = hand_in.number, "its team may hand in the same files again"
        raise CourseError(f"{problem}; {step}, or arena course withdraw FOLDER {number} takes it out") from None


def reopen(folder: Path, name: str) -> None:
    """Take back that a season is finished; raise CourseError if it is not, or its results folder is still there."""
    read_course(folder).season_named(name)
    with Register(folder) as register:
        if name not in register.finished():
            raise CourseError(f"season {name} is not finished")
        place = folder / folder_of(name)
        if place.exists():
            raise CourseError(f"{quoted(str(place))} is there; move it away first, it holds the games of the end")
        register.reopen(name)
