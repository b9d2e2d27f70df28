"""GET /openapi.json: the description of all endpoints, for programs."""

from starlette.requests import Request
from starlette.responses import Response

from world.server.endpoint import Endpoint, Server
from world.server.openapi import describe
from world.server.responses import json_response


async def get(server: Server, _: Request) -> Response:
    """Answer with the OpenAPI document."""
    return json_response(describe(server.endpoints))


ENDPOINT = Endpoint("GET", "/openapi.json", get, summary="This document.", returns=None)
