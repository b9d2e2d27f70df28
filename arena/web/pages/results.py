"""The home page: all tournaments."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.web.site import MenuItem, Site
from arena.web.templating import render

MENU = MenuItem(1, "Results", "/")


def routes(site: Site) -> list[Route]:
    """Return the route of the page."""

    def show(_request: Request) -> Response:
        return render("home.html", here=MENU.path, entries=site.folders.entries())

    return [Route("/", show)]
