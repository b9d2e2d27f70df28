"""POST /runs/{id}/action: take an action."""

from starlette.requests import Request
from starlette.responses import Response

from world.server.endpoint import RUN, TEXT, Endpoint, Server
from world.server.errors import Conflict, TooLarge
from world.server.responses import text_response
from world.server.waiting import until, until_settled

MAX_ACTION_LENGTH = 500
ACTION = {"type": "string", "example": "12,28"}


async def post(server: Server, request: Request) -> Response:
    """Take the action in the body, and answer with the new state once it is saved."""
    served, number = await server.seat(request)
    action = (await server.access.body(request)).decode(errors="replace").strip()
    if len(action) > MAX_ACTION_LENGTH:
        raise TooLarge("the action is too long", None, f"at most {MAX_ACTION_LENGTH} characters")
    await until_settled(served, number)
    served.check_turn(number, action)
    question = served.seat(number).question
    served.view.check(action)
    plies = len(served.view.plies)
    if question is None or not served.seat(number).answer(question.number, action):
        raise Conflict("it is no longer your turn", action)
    await until(served, lambda: len(served.view.plies) > plies)
    if len(served.view.plies) <= plies:
        why = served.view.ending.kind if served.view.ending else "it could not be saved in time"
        raise Conflict(f"the action was not taken: {why}", action)
    return text_response(served.view.state_after(plies))


ENDPOINT = Endpoint(
    "POST",
    f"{RUN}/action",
    post,
    summary="Take an action. The body is the action.",
    body=ACTION,
    returns=TEXT,
    errors=(413, 422),
    needs_token=True,
)
