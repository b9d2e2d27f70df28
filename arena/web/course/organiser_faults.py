"""The organiser's page on faults: which versions forfeit games, how often, and how."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.errors import StoreError
from arena.web.course.actions import organiser_routes
from arena.web.course.course_site import CourseSite
from arena.web.course.gate import Visitor
from arena.web.course.organiser import PATH as ORGANISER
from arena.web.pages.games import show_game, verdicts_on
from arena.web.templating import render
from world.server import QuotedRoute

PATH = f"{ORGANISER}/faults"
GAME = f"{ORGANISER}/results/{{name}}/games/{{game}}"


def routes(course: CourseSite) -> list[Route]:
    """Return the routes of the page, and of any game with all its tracebacks and logs."""

    def show(_request: Request, more: dict[str, Any]) -> Response:
        values: dict[str, Any] = {"problem": "", "faulty": course.organiser.faults()}
        return render("course/organiser/faults.html", here=ORGANISER, tab="faults", **{**values, **more})

    def game(request: Request, _visitor: Visitor) -> Response:
        try:
            record = course.site.folders.whole_record(request.path_params["name"], request.path_params["game"])
        except StoreError:
            raise HTTPException(409) from None
        if record is None:
            raise HTTPException(404)
        return show_game(request, record, verdicts_on(course.site, request))

    return [*organiser_routes(course, PATH, show, {}), QuotedRoute(GAME, course.gate.page(game, "organiser"))]
