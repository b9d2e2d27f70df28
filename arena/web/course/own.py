"""The hand-ins of a team as its members see them: state, place in the queue, and which of them counts at the end."""

from datetime import UTC, datetime

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request

from arena.course.administration.organiser import place_in_queue
from arena.course.handin import HandIn, name_of
from arena.course.people import Person
from arena.course.settings import Season
from arena.web.course.course_site import CourseSite
from arena.web.course.rungs import version_names


class OwnHandIn(Struct, frozen=True):
    """A hand-in of one's own team."""

    hand_in: HandIn
    name: str  # on the ladder
    queue: int | None  # 1 is checked next; None if it does not wait
    counts: bool  # plays at the season's end, as things are
    can_be_nominated: bool

    @property
    def waits(self) -> bool:
        """True until the check is over."""
        return self.hand_in.state == "waiting"


class OwnSeason(Struct, frozen=True):
    """The season that a team hands in for."""

    season: Season
    until: datetime  # hand-ins are in time
    is_open: bool
    is_to_come: bool


def own_season(course: CourseSite, person: Person) -> OwnSeason:
    """Return the season that a person's hand-ins are for now."""
    now, intake = datetime.now(UTC), course.intake
    season = intake.season(person.key, now)
    until = max(season.closes, intake.register.extensions(season.name).get(person.key, season.closes))
    is_open = season.opens <= now < until and season.name not in intake.register.finished()
    return OwnSeason(season, until, is_open, now < season.opens)


def own_hand_ins(course: CourseSite, team: str) -> list[OwnHandIn]:
    """Return the hand-ins of a team, by its key, the latest first."""
    register, label = course.intake.register, course.intake.members.label(team)
    found, finished = register.hand_ins(team), register.finished()
    counting = {name: register.entered(name, team).get(team) for name in {one.season for one in found}}

    names = version_names(course.site.folders)

    def shown(one: HandIn) -> OwnHandIn:
        counts = one.state == "accepted" and counting[one.season] == one
        may = one.state == "accepted" and not one.is_nominated and one.season not in finished
        queue = place_in_queue(register, one.number) if one.state == "waiting" else None
        return OwnHandIn(one, names.get(one.number) or name_of(one, label), queue, counts, may)

    return [shown(one) for one in found]


def own_hand_in(course: CourseSite, person: Person, request: Request) -> OwnHandIn:
    """Return the hand-in of the team that a request's path names; raise 404 for one of others, as for none."""
    number = request.path_params["number"]
    for one in own_hand_ins(course, person.key):
        if str(one.hand_in.number) == number:
            return one
    raise HTTPException(404)
