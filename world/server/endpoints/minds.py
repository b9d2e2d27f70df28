"""GET /minds: the minds of the server that can be opponents."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from world.server.endpoint import Endpoint, Server
from world.server.responses import json_response
from world.server.schema import MindInfo


class MindList(msgspec.Struct, frozen=True):
    """The server's minds."""

    minds: tuple[MindInfo, ...]


async def get(server: Server, _: Request) -> Response:
    """Answer with the server's minds."""
    return json_response(MindList(tuple(server.runs.minds)))


ENDPOINT = Endpoint("GET", "/minds", get, summary="List the server's minds.", returns=MindList)
