"""POST /runs/{id}/hint: the action that one of the server's minds would take."""

from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from world.server.endpoint import RUN, Endpoint, Server
from world.server.responses import json_response
from world.server.waiting import until_settled


class Hint(msgspec.Struct, frozen=True):
    """An action, in the game's notation too, with the mind's thoughts."""

    action: str
    said: str
    thoughts: dict[str, Any] | None


async def post(server: Server, request: Request) -> Response:
    """Answer with a hint, in the turn of the token's seat."""
    served, number = await server.seat(request)
    await until_settled(served, number)
    served.check_turn(number)
    reply = await run_in_threadpool(server.runs.hints.hint, served, number)
    return json_response(Hint(reply.action, served.view.describe(reply.action), reply.thoughts))


ENDPOINT = Endpoint(
    "POST", f"{RUN}/hint", post, summary="Ask for a hint.", returns=Hint, errors=(503,), needs_token=True
)
