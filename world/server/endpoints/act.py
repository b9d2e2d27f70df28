"""POST /runs/{id}/action: take an action."""

from starlette.requests import Request
from starlette.responses import Response

from world.errors import IllegalAction
from world.server.endpoint import RUN, TEXT, Endpoint, Server
from world.server.errors import Conflict, TooLarge
from world.server.ply_number import IF_MATCH, etag, is_taken, ply_number
from world.server.responses import text_response
from world.server.served import ServedRun
from world.server.waiting import is_between, until, until_settled

MAX_ACTION_LENGTH = 500
ACTION = {"type": "string", "example": "12,28"}


async def post(server: Server, request: Request) -> Response:
    """Take the action in the body, and answer with the new state once it is saved."""
    served, seat = await server.seat(request)
    plies = ply_number(request)
    action = (await server.access.body(request)).decode(errors="replace").strip()
    if len(action) > MAX_ACTION_LENGTH:
        raise TooLarge("the action is too long", None, f"at most {MAX_ACTION_LENGTH} characters")
    await until_settled(served, seat)
    if plies is None or not is_taken(served, seat, plies, action):
        plies = await _take_once(served, seat, plies, action)
    return text_response(served.view.state_after(plies), etag(plies + 1))


async def _take_once(served: ServedRun, seat: int, plies: int | None, action: str) -> int:
    """Take an action, or find that the same request has taken it meanwhile; return the number of plies before it."""
    try:
        return await _take(served, seat, plies, action)
    except (Conflict, IllegalAction):
        if plies is None:
            raise
        await until(served, lambda: not is_between(served, seat) and not served.seat(seat).is_answered)
        if not is_taken(served, seat, plies, action):
            raise
        return plies


async def _take(served: ServedRun, seat: int, expected: int | None, action: str) -> int:
    """Take an action; return the number of plies before it."""
    served.check_turn(seat, action)
    question = served.seat(seat).question
    served.view.check(action)
    plies = len(served.view.plies)
    if question is None or expected not in (None, plies) or not served.seat(seat).answer(question.number, action):
        raise Conflict("it is no longer your turn", action)
    await until(served, lambda: len(served.view.plies) > plies)
    if len(served.view.plies) <= plies:
        why = served.view.ending.kind if served.view.ending else "it could not be saved in time"
        raise Conflict(f"the action was not taken: {why}", action)
    return plies


ENDPOINT = Endpoint(
    "POST",
    f"{RUN}/action",
    post,
    summary="Take an action. The body is the action. With If-Match, sending it again does not take it twice.",
    body=ACTION,
    returns=TEXT,
    parameters=(IF_MATCH,),
    errors=(412, 413, 422),
    needs_token=True,
)
