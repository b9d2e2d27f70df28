"""The whole web arena: the endpoints of `world.server`, the exports and the pages, behind one set of headers."""

from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount

from arena.web import exports, hand_ins, pages
from arena.web.api_paths import ApiPaths
from arena.web.cors import CorsMiddleware
from arena.web.course.serving import ServedCourse
from arena.web.errors import ErrorAnswers
from arena.web.security import SecurityMiddleware
from arena.web.sending import Compression, Etags
from arena.web.shared import SharedAnswers
from arena.web.site import make_site
from arena.web.static_files import Static
from world.server import Endpoint, RateLimit, Runs, find_endpoints, routes


def build_app(data: Path, runs: Runs, course: ServedCourse | None = None) -> Starlette:
    """Return the application over a data folder and the server's runs; with a course also its hand-ins and pages."""
    site = make_site(data, runs, is_private=course is not None)
    more = [*exports.endpoints(site.folders), *(hand_ins.endpoints(course.intake) if course is not None else ())]
    api = ApiPaths([*more, *(one for one in find_endpoints() if isinstance(one, Endpoint))])
    errors, hosts = ErrorAnswers(api), runs.bounds.hosts
    found: list[BaseRoute] = [*routes(runs, more), *(course.routes(site) if course is not None else ())]
    return Starlette(
        routes=[*found, *pages.routes(site), Mount("/static", Static())],
        middleware=[
            *(course.middleware() if course is not None else ()),
            Middleware(SecurityMiddleware, hosts=hosts, rate=RateLimit(*runs.bounds.asked), api=api),
            Middleware(CorsMiddleware, api=api, is_local=bool(hosts)),
            *((Middleware(SharedAnswers),) if course is not None else ()),
            Middleware(Compression),
            Middleware(Etags),
        ],
        exception_handlers={HTTPException: errors.http_error, Exception: errors.internal_error},
    )
