"""GET /runs/{id}/events: the moves of a run as Server-Sent Events."""

from starlette.requests import Request
from starlette.responses import Response

from world.server.access import address_of
from world.server.endpoint import EVENTS, RUN, Endpoint, Server

LAST_EVENT_ID = {"name": "Last-Event-ID", "in": "header", "schema": {"type": "string"}}


async def get(server: Server, request: Request) -> Response:
    """Answer with a stream of the events `move`, `back` and `ending`."""
    served = await server.run(request)
    return server.event_streams.open(served.view, request.headers.get("last-event-id"), address_of(request))


ENDPOINT = Endpoint(
    "GET",
    f"{RUN}/events",
    get,
    summary="Follow the run as Server-Sent Events.",
    returns=EVENTS,
    parameters=(LAST_EVENT_ID,),
    errors=(503,),
)
