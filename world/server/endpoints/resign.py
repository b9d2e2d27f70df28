"""POST /runs/{id}/resign: give the run up as lost."""

from starlette.requests import Request
from starlette.responses import Response

from world.server.endpoint import RUN, Endpoint, Server
from world.server.responses import json_response
from world.server.schema import RunDetails
from world.server.waiting import until


async def post(server: Server, request: Request) -> Response:
    """End the run as lost for the token's seat, and answer with the run."""
    served, number = await server.seat(request)
    served.resign(number)
    await until(served, lambda: served.view.ending is not None)
    return json_response(served.view.details())


ENDPOINT = Endpoint("POST", f"{RUN}/resign", post, summary="Resign.", returns=RunDetails, needs_token=True)
