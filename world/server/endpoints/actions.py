"""GET /runs/{id}/actions: the legal actions."""

from starlette.requests import Request
from starlette.responses import Response

from world.server.endpoint import RUN, TEXT, Endpoint, Server
from world.server.ply_number import etag
from world.server.responses import text_response
from world.server.waiting import WAIT, wait_for_turn


async def get(server: Server, request: Request) -> Response:
    """Answer with the legal actions, one a line; none when the run is over."""
    served = await server.run(request)
    await wait_for_turn(served, request)
    with served.view.lock:
        return text_response("\n".join(served.view.legal), etag(len(served.view.plies)))


ENDPOINT = Endpoint(
    "GET",
    f"{RUN}/actions",
    get,
    summary="List the legal actions, one a line. The ETag is the number of plies.",
    returns=TEXT,
    parameters=WAIT,
    errors=(422,),
)
