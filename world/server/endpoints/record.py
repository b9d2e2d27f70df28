"""GET /runs/{id}/record: the run in the game's own notation, in chess as PGN."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from world.errors import readable
from world.server.endpoint import RUN, TEXT, Endpoint, Server
from world.server.responses import NO_STORE


async def get(server: Server, request: Request) -> Response:
    """Answer with the record, also of a run that is still going on."""
    served = await server.run(request)
    record = served.record or served.view.record()
    written = await run_in_threadpool(type(served.world).getrecord, record)
    return Response(readable(written), media_type="text/plain; charset=utf-8", headers=NO_STORE)


ENDPOINT = Endpoint("GET", f"{RUN}/record", get, summary="Show the record, in chess as PGN.", returns=TEXT)
