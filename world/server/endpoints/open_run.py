"""POST /runs: open a run, and get the tokens of its seats."""

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from world.server.access import address_of
from world.server.endpoint import Endpoint, Server
from world.server.request import RunRequest, read_request
from world.server.responses import json_response


class OpenedRun(msgspec.Struct, frozen=True):
    """A new run. Its tokens are sent only here; null for a seat that a mind plays."""

    id: str
    tokens: tuple[str | None, ...]
    url: str


async def post(server: Server, request: Request) -> Response:
    """Open the run, and answer with its tokens."""
    server.access.limit(server.access.opened_runs, request)
    wanted = read_request(await server.access.body(request))
    served, tokens = await run_in_threadpool(server.runs.open, wanted, address_of(request))
    url = f"/runs/{served.settings.id}"
    response = json_response(OpenedRun(served.settings.id, tokens, url), 201)
    response.headers["Location"] = url
    return response


ENDPOINT = Endpoint(
    "POST",
    "/runs",
    post,
    summary="Open a run.",
    body=RunRequest,
    returns=OpenedRun,
    status=201,
    errors=(400, 413, 422, 503),
)
