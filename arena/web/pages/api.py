"""The page on the API: examples that run as they are, and every endpoint of /openapi.json in a line."""

from collections.abc import Iterable, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.web import exports
from arena.web.exports.answers import FILTER
from arena.web.site import MenuItem, Site
from arena.web.templating import origin_of, render
from world.server import Endpoint, find_endpoints

MENU = MenuItem(4, "API", "/api")
EXAMPLES = 10  # tournaments among which an example is looked for
OTHERS = "Minds, worlds, this document"
GROUPS = (("Results", "/results"), ("Games on this server", "/runs"), (OTHERS, "/"))


def routes(site: Site) -> list[Route]:
    """Return the route of the page."""
    found = [*exports.endpoints(site.folders), *(one for one in find_endpoints() if isinstance(one, Endpoint))]
    groups = grouped(found)

    def show(request: Request) -> Response:
        entries = site.folders.entries(0, EXAMPLES)
        name = next((entry.name for entry in entries if not entry.note and entry.games), "NAME")
        return render("api.html", here=MENU.path, groups=groups, origin=origin_of(request), name=name, filters=FILTER)

    return [Route("/api", show)]


def grouped(endpoints: Iterable[Endpoint]) -> list[tuple[str, Sequence[Endpoint]]]:
    """Return the endpoints by the first part of their paths, in order."""
    found: dict[str, list[Endpoint]] = {title: [] for title, _ in GROUPS}
    for endpoint in endpoints:
        found[next(title for title, start in GROUPS if endpoint.path.startswith(start))].append(endpoint)
    return [(title, sorted(group, key=lambda one: (one.path, one.method))) for title, group in found.items()]
