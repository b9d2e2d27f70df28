"""GET /runs/{id}/state: the present state, in chess a FEN."""

from starlette.requests import Request
from starlette.responses import Response

from world.server.endpoint import RUN, TEXT, Endpoint, Server
from world.server.ply_number import etag
from world.server.responses import text_response
from world.server.waiting import WAIT, wait_for_turn


async def get(server: Server, request: Request) -> Response:
    """Answer with the state; with ?seat and ?wait, not before that seat is to move."""
    served = await server.run(request)
    await wait_for_turn(served, request)
    with served.view.lock:
        return text_response(served.view.state, etag(len(served.view.plies)))


ENDPOINT = Endpoint(
    "GET",
    f"{RUN}/state",
    get,
    summary="Show the state, on one line. The ETag is the number of plies.",
    returns=TEXT,
    parameters=WAIT,
    errors=(422,),
)
