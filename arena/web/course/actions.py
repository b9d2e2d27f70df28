"""The forms of the organiser's pages: each does one thing, and leads back to its page, or shows why it was not done.

One that sends a file leads nowhere: the browser stays where it is.
"""

from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from arena.errors import ArenaError
from arena.web.course.course_site import CourseSite
from arena.web.course.frame import sentence
from arena.web.course.gate import Visitor
from arena.web.course.multipart import Form

Show = Callable[[Request, dict[str, Any]], Response]  # a page, with more values for its template
Done = dict[str, Any] | Response | None  # values for the page, another answer, or the way back to the page
Do = Callable[[Request, Form], Done]


def organiser_routes(course: CourseSite, path: str, show: Show, actions: Mapping[str, Do]) -> list[Route]:
    """Return the routes of a page for the organiser alone, and of its forms, by the last parts of their addresses."""

    def page(request: Request, _visitor: Visitor) -> Response:
        return show(request, {})

    def form(do: Do) -> Callable[[Request, Visitor, Form], Response]:
        def act(request: Request, _visitor: Visitor, sent: Form) -> Response:
            try:
                found = do(request, sent)
            except ArenaError as problem:
                response = show(request, {"problem": sentence(problem)})
                response.status_code = 409
                return response
            if isinstance(found, Response):
                return found
            return RedirectResponse(request.url.path.rpartition("/")[0], 303) if found is None else show(request, found)

        return act

    gate = course.gate
    forms = [
        Route(f"{path}/{name}", gate.form(form(do), "organiser"), methods=["POST"]) for name, do in actions.items()
    ]
    return [Route(path, gate.page(page, "organiser")), *forms]
