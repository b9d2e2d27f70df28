"""An endpoint: its method, path and handler, and how the OpenAPI document describes it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from world.server.access import Access, token_of
from world.server.bounds import Slots
from world.server.errors import Unprocessable
from world.server.events import EventStreams
from world.server.runs import Runs
from world.server.served import ServedRun

RUN = "/runs/{id}"
MAX_PAGE = 1_000_000
TEXT, SVG, EVENTS = "text/plain", "image/svg+xml", "text/event-stream"


class Server:
    """The parts that handlers share: the runs, the access checks, and the event streams."""

    def __init__(self, runs: Runs, endpoints: "Sequence[Endpoint | SocketEndpoint]") -> None:
        self.runs, self.endpoints = runs, endpoints
        watchers = Slots(runs.bounds.watchers, runs.bounds.share)
        self.access, self.event_streams = Access(runs.bounds), EventStreams(watchers)

    async def run(self, request: Request) -> ServedRun:
        """Return the run that the request's path names."""
        name = request.path_params["id"]
        found = self.runs.in_memory(name)
        return found if found is not None else await run_in_threadpool(self.runs.find, name)

    async def seat(self, request: Request) -> tuple[ServedRun, int]:
        """Return the run, and the number of the seat that the request's token is for."""
        served = await self.run(request)
        return served, served.seat_for(token_of(request))


Handler = Callable[[Server, Request], Awaitable[Response]]


@dataclass(frozen=True)
class Endpoint:
    """An HTTP endpoint. A file in `endpoints/` with one of these as ENDPOINT is served and described.

    The name of the file is that of the operation, unless the endpoint has a name of its own.
    """

    method: str
    path: str
    handler: Handler
    summary: str
    returns: type[msgspec.Struct] | str | None  # a JSON object, a media type, or None: JSON without a schema
    status: int = 200
    errors: tuple[int, ...] = ()  # besides those that every such endpoint may answer
    body: type[msgspec.Struct] | dict[str, Any] | None = None  # a JSON object, or a schema for text
    parameters: tuple[dict[str, Any], ...] = ()
    needs_token: bool = False
    name: str = ""

    @property
    def all_errors(self) -> list[int]:
        """Every error status that it may answer."""
        of_run = {404} if "{" in self.path else set()
        of_token = {401, 409} if self.needs_token else set()
        return sorted({403, 429, *of_run, *of_token, *self.errors})

    def route(self, server: Server) -> BaseRoute:
        """Return its route, behind the access checks."""

        async def handle(request: Request) -> Response:
            return await self.handler(server, request)

        return server.access.route(self.path, handle, self.method)


@dataclass(frozen=True)
class SocketEndpoint:
    """A WebSocket endpoint, which OpenAPI cannot describe."""

    route: Callable[[Server], BaseRoute]


def query(name: str, kind: str, about: str = "", **more: Any) -> dict[str, Any]:
    """Describe a parameter in the query, with further words of its schema."""
    described = {"name": name, "in": "query", "schema": {"type": kind, **more}}
    return described | ({"description": about} if about else {})


def page_of(request: Request, size: int, most: int) -> tuple[int, int]:
    """Return ?page and ?size of a request for a list; raise Unprocessable if one is not valid."""
    return _whole(request, "page", 1, MAX_PAGE), _whole(request, "size", size, most)


def _whole(request: Request, name: str, default: int, most: int) -> int:
    text = request.query_params.get(name, str(default))
    if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= most):
        raise Unprocessable(f"{name} is not valid", text, f"1 to {most}")
    return int(text)


def paging(size: int, most: int) -> tuple[dict[str, Any], ...]:
    """Describe ?page and ?size of a list."""
    return (
        query("page", "integer", "page of the list, from 1", minimum=1, maximum=MAX_PAGE, default=1),
        query("size", "integer", "entries a page", minimum=1, maximum=most, default=size),
    )
