"""The settings of a course, from its file course.toml."""

import re
from collections.abc import Mapping
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from arena.entrants.naming import split_name
from arena.errors import ArenaError, CourseError
from arena.tournament.plan import Plan, make_plan
from arena.tournament.toml import read_toml
from minds.errors import MindsError, quoted
from minds.registry import check, reject_misfits
from world.errors import WorldError

FILE = "course.toml"
SEASON_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")  # which is also the name of its folder
MAX_NAME_LENGTH = 100
FORMAT = "roundrobin"  # of the season's end
OURS = ("minds", "format", "name", "date", "rounds")  # fields of a plan that the course decides


NamesShown = Literal["real", "pseudonyms"]
SourcesShown = Literal["own", "after the season", "everyone"]


class Season(Struct, frozen=True, forbid_unknown_fields=True):
    """A time in which participants hand in."""

    name: str
    opens: datetime
    closes: datetime

    def is_open(self, now: datetime) -> bool:
        """Return True from its opening until it closes."""
        return self.opens <= now < self.closes


class HandInLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """The hand-ins that a team may make, and their size."""

    hand_ins_an_hour: Annotated[int, Meta(ge=1, le=10_000)] = 6
    hand_ins_a_day: Annotated[int, Meta(ge=1, le=10_000)] = 20
    kibibytes: Annotated[int, Meta(ge=1, le=16 << 10)] = 1024


class Course(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings of a course."""

    name: str
    baselines: Annotated[tuple[str, ...], Meta(min_length=1, max_length=100)]
    play: dict[str, Any] = {}  # fields of a plan
    limits: HandInLimits = HandInLimits()
    names: NamesShown = "real"  # on the ladder and in everything public
    sources: SourcesShown = "own"  # that a team may read
    project: Annotated[str, Meta(max_length=500)] = ""  # where participants get the Mind Arena: an address, or words
    season: Annotated[tuple[Season, ...], Meta(min_length=1, max_length=100)]

    @property
    def plan(self) -> Plan:
        """The plan of a season's end, and of the ladder's games, with the baselines as its minds."""
        return make_plan(**self.play, minds=list(self.baselines), name=self.name, format=FORMAT)

    def season_named(self, name: str) -> Season:
        """Return a season by its name; raise CourseError if there is none."""
        found = {one.name: one for one in self.season}
        if name not in found:
            raise CourseError(f"no season {quoted(name)}; expected one of {', '.join(found)}")
        return found[name]

    def season_at(self, now: datetime) -> Season:
        """Return the season that is open, else the one that closed last, else the first to come."""
        past = [one for one in self.season if one.opens <= now]
        return max(past, key=lambda one: (one.is_open(now), one.closes)) if past else self.season[0]


def read_course(folder: Path) -> Course:
    """Return the settings of a course's folder; raise CourseError if a setting is missing or makes no sense."""
    path = folder / FILE
    try:
        return _checked(read_toml(path))
    except OSError as problem:
        step = "; arena course init FOLDER makes one" if isinstance(problem, FileNotFoundError) else ""
        raise CourseError(f"{quoted(str(path))}: {problem.strerror}{step}") from None
    except msgspec.ValidationError as problem:
        raise CourseError(f"{quoted(str(path))}: {_in_words(str(problem))}") from None
    except (ArenaError, MindsError, WorldError, ValueError) as problem:
        raise CourseError(f"{quoted(str(path))}: {problem}") from None


def _checked(fields: Mapping[str, Any]) -> Course:
    course = msgspec.convert(_with_zones(fields), Course)
    if not course.name.strip() or len(course.name) > MAX_NAME_LENGTH or not course.name.isprintable():
        raise CourseError(f"name {quoted(course.name)}; expected 1 to {MAX_NAME_LENGTH} printable characters")
    for field in OURS:
        if field in course.play:
            raise CourseError(f"play, {field}: the course decides that itself; expected another field of a plan")
    _check_baselines(course)
    _check_seasons(course.season)
    return course


def _check_baselines(course: Course) -> None:
    """Raise an error if the plan makes no sense, or a baseline is no mind that can play in its world."""
    world = course.plan.world
    specs = [split_name(text)[1] for text in course.baselines]
    for spec in specs:
        check(spec)
    reject_misfits(specs, world)


def _check_seasons(seasons: tuple[Season, ...]) -> None:
    for season in seasons:
        if not SEASON_NAME.fullmatch(season.name):
            raise CourseError(f"season {quoted(season.name)}; expected a name of small letters, digits and hyphens")
        if season.closes <= season.opens:
            raise CourseError(
                f"season {season.name}: it closes at {season.closes}, expected a time after {season.opens}"
            )
    ordered = sorted(seasons, key=lambda one: one.opens)
    for one, other in pairwise(ordered):
        if other.opens < one.closes:
            raise CourseError(f"season {other.name} opens before {one.name} closes; expected one at a time")
    if len({season.name for season in seasons}) < len(seasons):
        raise CourseError("two seasons have the same name; expected a name for each")


def _with_zones(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields with the server's time zone in each time that has none."""
    seasons = fields.get("season")
    if not isinstance(seasons, list):
        return dict(fields)
    return {**fields, "season": [_zoned(season) for season in seasons]}


def _zoned(season: Any) -> Any:
    if not isinstance(season, dict):
        return season
    return {name: one.astimezone() if isinstance(one, datetime) else one for name, one in season.items()}


def _in_words(problem: str) -> str:
    """Return msgspec's message with the field first."""
    message, _, path = problem.partition(" - at `$")
    field = path.strip("`.")
    return f"{field}: {message[0].lower()}{message[1:]}" if field else f"{message[0].lower()}{message[1:]}"
