"""The organiser's pages on hand-ins: all of them, each with the words of its check, and what may be done to it."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.course.handin import HandIn, name_of
from arena.web.boards import query_number
from arena.web.course.actions import organiser_routes
from arena.web.course.course_site import CourseSite
from arena.web.course.multipart import Form
from arena.web.course.organiser import PATH as ORGANISER
from arena.web.course.own import OwnHandIn, own_hand_ins
from arena.web.course.own_version import figures
from arena.web.templating import render

PATH = f"{ORGANISER}/hand-ins"
ONE = f"{PATH}/{{number}}"
ROWS_A_PAGE = 100
STATES = ("waiting", "accepted", "rejected", "withdrawn")


def routes(course: CourseSite) -> list[Route]:
    """Return the routes of both pages and of their forms."""
    organiser = course.organiser

    def show(request: Request, more: dict[str, Any]) -> Response:
        return _list(course, request, more)

    def show_one(request: Request, more: dict[str, Any]) -> Response:
        one = _find(course, request)
        values = {"problem": "", "real": course.intake.members.real.get(one.hand_in.team, ""), **figures(course, one)}
        return render(
            "course/organiser/hand_in.html",
            here=ORGANISER,
            prefix=ORGANISER,
            one=one,
            is_paused=organiser.is_paused,
            waits=one.waits,
            **{**values, **more},
        )

    def withdraw(request: Request, _form: Form) -> None:
        organiser.withdraw(_find(course, request).hand_in.number)

    def again(request: Request, _form: Form) -> None:
        organiser.play_again(_find(course, request).hand_in.number)

    actions = {"withdraw": withdraw, "again": again}
    return [*organiser_routes(course, PATH, show, {}), *organiser_routes(course, ONE, show_one, actions)]


def _list(course: CourseSite, request: Request, more: dict[str, Any]) -> Response:
    wanted, members = request.query_params.get("state", ""), course.intake.members
    found = [one for one in course.intake.register.hand_ins() if wanted not in STATES or one.state == wanted]
    pages = max(1, -(-len(found) // ROWS_A_PAGE))
    page = max(1, query_number(request, "page", pages, 1))

    def shown(one: HandIn) -> dict[str, Any]:
        return {"hand_in": one, "name": name_of(one, members.label(one.team)), "real": members.real.get(one.team, "")}

    values: dict[str, Any] = {
        "problem": "",
        "found": [shown(one) for one in found[ROWS_A_PAGE * (page - 1) :][:ROWS_A_PAGE]],
        "places": {one.number: one.place for one in course.organiser.queue()},
        "count": len(found),
        "page": page,
        "pages": pages,
        "states": STATES,
        "wanted": wanted if wanted in STATES else "",
    }
    return render("course/organiser/hand_ins.html", here=ORGANISER, tab="hand-ins", **{**values, **more})


def _find(course: CourseSite, request: Request) -> OwnHandIn:
    number = request.path_params["number"]
    for one in course.intake.register.hand_ins():
        if str(one.number) == number:
            return next(own for own in own_hand_ins(course, one.team) if own.hand_in.number == one.number)
    raise HTTPException(404)
