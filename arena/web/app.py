"""The whole web arena: the World server's routes and the pages, behind one set of headers."""

from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles

from arena.web.games import Games
from arena.web.live import Live
from arena.web.looks import page
from arena.web.play import Play
from arena.web.results import Results
from arena.web.scenes import Scenes
from arena.web.security import Careful
from arena.web.shelf import Shelf
from world.server import RateLimit, Runs
from world.server import routes as served

STATIC = Path(__file__).parent / "static"


def build(data: Path, runs: Runs) -> Starlette:
    """The application over a data folder and a runs of runs."""
    shelf = Shelf(data)
    routes: list[BaseRoute] = [
        *served(runs),
        *Results(shelf).routes(),
        *Games(shelf).routes(),
        *Live(Scenes(shelf, runs)).routes(),
        *Play(runs).routes(),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Careful, hosts=runs.bounds.hosts, rate=RateLimit(*runs.bounds.asked))],
        exception_handlers={HTTPException: _refuse, Exception: _fail},
    )


def _refuse(request: Request, problem: Exception) -> Response:
    """What is not there, in words for people."""
    status = problem.status_code if isinstance(problem, HTTPException) else 500
    note = "There is nothing here." if status == 404 else "That cannot be done here."
    return page("note.html", status, here="", title="Not found" if status == 404 else "Refused", note=note)


def _fail(request: Request, problem: Exception) -> Response:
    """A fault of ours, of which the page tells nothing but that it is one."""
    return page("note.html", 500, here="", title="Something went wrong", note="The server's log says what.")
