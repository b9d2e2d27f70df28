"""The page for those who want to write a mind: a whole one, and the commands that take it to its first tournament."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.student.new import source
from arena.web.site import Site
from arena.web.templating import origin_of, render

NAME = "my_first"


def routes(site: Site) -> list[Route]:
    """Return the route of the page."""

    def show(request: Request) -> Response:
        folder, origin = site.folders.data.name, origin_of(request)
        return render("write.html", name=NAME, source=source("mind.py", NAME), folder=folder, origin=origin)

    return [Route("/write", show)]
