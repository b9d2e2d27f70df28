"""GET /runs/{id}: a run with its moves, clocks and ending."""

from starlette.requests import Request
from starlette.responses import Response

from world.server.endpoint import RUN, Endpoint, Server
from world.server.responses import json_response
from world.server.schema import RunDetails


async def get(server: Server, request: Request) -> Response:
    """Answer with everything that is public about the run."""
    return json_response((await server.run(request)).view.details())


ENDPOINT = Endpoint("GET", RUN, get, summary="Show a run with its moves.", returns=RunDetails)
