"""GET /runs: all runs, newest first."""

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from world.server.endpoint import Endpoint, Server, page_of, paging
from world.server.responses import json_response
from world.server.schema import RunSummary

SIZE, MAX_SIZE = 100, 500


class RunList(msgspec.Struct, frozen=True):
    """A page of all runs, newest first."""

    runs: tuple[RunSummary, ...]
    total: int
    page: int
    pages: int


async def get(server: Server, request: Request) -> Response:
    """Answer with a page of the runs."""
    page, size = page_of(request, SIZE, MAX_SIZE)
    runs, total = await run_in_threadpool(server.runs.page, page, size)
    return json_response(RunList(tuple(runs), total, page, max(1, -(-total // size))))


ENDPOINT = Endpoint(
    "GET",
    "/runs",
    get,
    summary="List all runs, newest first.",
    returns=RunList,
    errors=(422,),
    parameters=paging(SIZE, MAX_SIZE),
)
