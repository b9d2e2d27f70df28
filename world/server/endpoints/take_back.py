"""POST /runs/{id}/takeback: take back your last action."""

from starlette.requests import Request
from starlette.responses import Response

from world.server.endpoint import RUN, Endpoint, Server
from world.server.responses import json_response
from world.server.schema import RunDetails
from world.server.waiting import is_asked, is_between, is_thinking, until


async def post(server: Server, request: Request) -> Response:
    """Go back to before the seat's last action, and answer with the run."""
    served, number = await server.seat(request)
    await until(served, lambda: not is_thinking(served) and not is_between(served, number))
    takebacks = served.view.takebacks
    served.take_back(number, server.runs.bounds.takebacks)
    await until(served, lambda: served.view.takebacks > takebacks)
    await until(served, lambda: is_asked(served, number))
    return json_response(served.view.details())


ENDPOINT = Endpoint(
    "POST", f"{RUN}/takeback", post, summary="Take back your last action.", returns=RunDetails, needs_token=True
)
