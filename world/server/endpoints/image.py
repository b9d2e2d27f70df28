"""GET /runs/{id}/image.svg: a picture of the run, now or after a ply."""

import re

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from world.server.endpoint import RUN, SVG, Endpoint, Server, query
from world.server.errors import Unprocessable
from world.server.responses import NO_STORE

NO_SCRIPTS = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}  # if it is opened by itself


async def get(server: Server, request: Request) -> Response:
    """Answer with the picture after ?ply=N plies, by default after all."""
    served, ply = await server.run(request), request.query_params.get("ply")
    if ply is not None and re.fullmatch("[0-9]{1,6}", ply) is None:
        raise Unprocessable("ply is not valid", ply, "a whole number from 0")
    picture = await run_in_threadpool(served.view.image, None if ply is None else int(ply))
    return Response(picture, media_type=SVG, headers=NO_STORE | NO_SCRIPTS)


ENDPOINT = Endpoint(
    "GET",
    f"{RUN}/image.svg",
    get,
    summary="Draw the state, now or after a ply.",
    returns=SVG,
    parameters=(query("ply", "integer"),),
    errors=(422,),
)
