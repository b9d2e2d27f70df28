"""The answers to requests that are wrong: JSON for programs, a page for people."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Match
from starlette.types import Scope

from arena.web.api_paths import ApiPaths
from arena.web.templating import render

DOCUMENT = "an address of /openapi.json"
TEXTS = {  # title, and note, of the page
    404: ("Page not found", "There is no page at this address."),
    500: ("Internal error", "The server's log has the details."),
}
OTHERWISE = ("Not possible", "This request is not possible here.")


class ErrorAnswers:
    """Answers requests that no route takes, and those that fail."""

    def __init__(self, api: ApiPaths) -> None:
        self.api = api

    def http_error(self, request: Request, problem: Exception) -> Response:
        """Return the answer to a wrong address or verb, or to a request that is not possible."""
        status = problem.status_code if isinstance(problem, HTTPException) else 500
        headers = dict(getattr(problem, "headers", None) or {})
        if status == 405:
            headers["Allow"] = ", ".join(_allowed(request))
        if self.api.wants_json(request.scope):
            return JSONResponse(_words(request, status, headers), status, headers)
        title, note = TEXTS.get(status, OTHERWISE)
        response = render("note.html", status, title=title, note=note)
        response.headers.update(headers)
        return response

    def internal_error(self, request: Request, problem: Exception) -> Response:
        """Return the answer to a request that met a bug of ours; it shows no details."""
        return self.http_error(request, HTTPException(500))


def _words(request: Request, status: int, headers: dict[str, str]) -> dict[str, str]:
    if status == 404:
        return {"error": "there is nothing at this address", "sent": request.url.path, "expected": DOCUMENT}
    if status == 405:
        return {"error": "this address does not take that verb", "sent": request.method, "expected": headers["Allow"]}
    return {"error": "internal server error" if status == 500 else "this request is not possible here"}


def _allowed(request: Request) -> list[str]:
    """Return the verbs that routes take at the address of a request."""
    scope: Scope = request.scope
    routes = [route for route in request.app.routes if route.matches(scope)[0] is not Match.NONE]
    return sorted({method for route in routes for method in getattr(route, "methods", None) or ()})
