"""The ladder, the first page of a course: who stands where, how surely, and against which baselines."""

from contextlib import suppress

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.entrants.naming import split_name
from arena.errors import StoreError
from arena.web.course.course_site import CourseSite
from arena.web.course.gate import Visitor
from arena.web.course.rungs import Rungs, ladder_of, rungs
from arena.web.course.season import now_on, seasons
from arena.web.site import MenuItem
from arena.web.templating import render
from minds.errors import MindsError
from minds.registry import card

PATH = "/"
MENU = MenuItem(1, "Ladder", PATH)


class Baseline(Struct, frozen=True):
    """A mind that holds the scale, and what it does."""

    spec: str
    about: str


def routes(course: CourseSite) -> list[Route]:
    """Return the route of the page."""
    known = [_baseline(split_name(text)[1]) for text in course.intake.course.baselines]

    def show(_request: Request, visitor: Visitor) -> Response:
        found, problem = _found(course)
        own = set[int]()
        if visitor.person is not None:
            own = {one.number for one in course.intake.register.hand_ins(visitor.person.key)}
        return render(
            "course/ladder.html",
            here=PATH,
            visitor=visitor,
            ladder=found,
            own=own,
            problem=problem,
            baselines=known,
            now=now_on(seasons(course)),
            is_paused=course.notices.is_paused,
        )

    return [Route(PATH, course.gate.page(show))]


def _found(course: CourseSite) -> tuple[Rungs, str]:
    """Return the ladder, and why it cannot be shown; an empty one before its first version."""
    try:
        tournament = ladder_of(course.site.folders)
        return (Rungs() if tournament is None else rungs(tournament)), ""
    except StoreError:
        return Rungs(), "The ladder cannot be read at the moment. The organiser finds the reason in the server's log."


def _baseline(spec: str) -> Baseline:
    with suppress(MindsError):
        return Baseline(spec, card(spec).says)
    return Baseline(spec, "")
