"""The page of one's own team: what it has handed in, where it stands, and a form to hand in."""

import logging

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from arena.course.hand_ins.upload import bundle_of
from arena.errors import ArenaError, StoreError
from arena.web.course.course_site import CourseSite
from arena.web.course.frame import sentence
from arena.web.course.gate import Visitor
from arena.web.course.multipart import Form
from arena.web.course.own import own_hand_ins, own_season
from arena.web.course.rungs import Rungs, ladder_of, rows_of, rungs
from arena.web.hand_ins import FULL
from arena.web.results.standings import StandingsRow
from arena.web.site import MenuItem
from arena.web.templating import render
from world.server import Unavailable

LOG = logging.getLogger(__name__)
PATH = "/mine"
MENU = MenuItem(3, "My minds", PATH)
HEADS = 256 << 10  # bytes of a form besides the files: their names, and files that are left out


def routes(course: CourseSite) -> list[Route]:
    """Return the routes of the page and of its form."""

    def show(_request: Request, visitor: Visitor) -> Response:
        return _page(course, visitor)

    def take(request: Request, visitor: Visitor, form: Form) -> Response:
        is_script = "application/json" in request.headers.get("accept", "")
        try:
            bundle = bundle_of((file.path, file.content) for file in form.files)
            taken = course.intake.take(visitor.who, bundle.pack())
        except StoreError as problem:
            LOG.error(f"arena: {problem}")
            raise Unavailable(FULL) from None
        except ArenaError as problem:
            words = sentence(problem)
            return JSONResponse({"error": words}, 422) if is_script else _page(course, visitor, words)
        address = f"{PATH}/hand-ins/{taken.number}"
        return JSONResponse({"address": address}) if is_script else RedirectResponse(address, 303)

    def most() -> int:
        return course.intake.most_bytes + HEADS

    return [
        Route(PATH, course.gate.page(show, "person")),
        Route(PATH, course.gate.form(take, "person", most), methods=["POST"]),
    ]


def _page(course: CourseSite, visitor: Visitor, problem: str = "") -> Response:
    found, person = own_hand_ins(course, visitor.who.key), visitor.who
    ladder, rows = _ladder(course)
    return render(
        "course/mine.html",
        422 if problem else 200,
        here=PATH,
        visitor=visitor,
        person=person,
        label=course.intake.members.label(person.key),
        found=found,
        own=own_season(course, person),
        ladder=ladder,
        rows=rows,
        limits=course.intake.course.limits,
        problem=problem,
        is_paused=course.notices.is_paused,
        waits=any(one.waits for one in found),
    )


def _ladder(course: CourseSite) -> tuple[Rungs, dict[int, StandingsRow]]:
    """Return the ladder, and the rows of all versions; nothing where there is none, or none that can be read."""
    try:
        tournament = ladder_of(course.site.folders)
        return (Rungs(), {}) if tournament is None else (rungs(tournament), rows_of(tournament))
    except StoreError:
        return Rungs(), {}
