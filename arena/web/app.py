"""The whole web arena: the endpoints of `world.server` and the pages, behind one set of headers."""

from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles

from arena.web import pages
from arena.web.security import SecurityMiddleware
from arena.web.site import make_site
from arena.web.templating import render
from world.server import RateLimit, Runs, routes

STATIC = Path(__file__).parent / "static"


def build_app(data: Path, runs: Runs) -> Starlette:
    """Return the application over a data folder and the server's runs."""
    found: list[BaseRoute] = [
        *routes(runs),
        *pages.routes(make_site(data, runs)),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    return Starlette(
        routes=found,
        middleware=[Middleware(SecurityMiddleware, hosts=runs.bounds.hosts, rate=RateLimit(*runs.bounds.asked))],
        exception_handlers={HTTPException: _http_error, Exception: _internal_error},
    )


def _http_error(request: Request, problem: Exception) -> Response:
    """Return the page for a wrong address, or for a request that is not possible."""
    status = problem.status_code if isinstance(problem, HTTPException) else 500
    if status == 404:
        return render("note.html", status, title="Page not found", note="There is no page at this address.")
    return render("note.html", status, title="Not possible", note="This request is not possible here.")


def _internal_error(request: Request, problem: Exception) -> Response:
    """Return the page for a bug of ours; it shows no details."""
    return render("note.html", 500, title="Internal error", note="The server's log has the details.")
