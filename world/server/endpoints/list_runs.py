"""GET /runs: the latest runs, newest first."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from world.server.endpoint import Endpoint, Server
from world.server.responses import json_response
from world.server.schema import RunSummary


class RunList(msgspec.Struct, frozen=True):
    """Runs, newest first."""

    runs: tuple[RunSummary, ...]


async def get(server: Server, _: Request) -> Response:
    """Answer with the latest runs."""
    return json_response(RunList(tuple(server.runs.summaries())))


ENDPOINT = Endpoint("GET", "/runs", get, summary="List the latest runs.", returns=RunList)
