"""The addresses by which minds are handed in to a course, and by which their authors learn what became of them."""

import logging

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from arena.course.hand_ins.intake import HandInView, Intake
from arena.course.people import Person
from arena.errors import ArenaError, StoreError
from arena.web.exports.answers import json_answer
from world.server import Endpoint, Forbidden, NotFound, Server, Unauthorized, Unavailable, Unprocessable, token_of

LOG = logging.getLogger(__name__)
PATH = "/hand-ins"
FULL = "the server cannot save anything at the moment; try again later"
PACKED = {"type": "string", "format": "binary", "description": "files as `arena submit` packs them"}


class HandInList(Struct, frozen=True):
    """The hand-ins of a team, the latest first."""

    hand_ins: tuple[HandInView, ...]


def endpoints(intake: Intake) -> list[Endpoint]:
    """Return the endpoints of a course's hand-ins."""

    async def author(request: Request) -> Person:
        token = token_of(request)
        if token is None:
            raise Unauthorized("a token is missing", None, "Authorization: Bearer TOKEN, as your invitation says")
        found = await run_in_threadpool(intake.person, token)
        if found is None:
            raise Forbidden("this token is void", None, "the one of your latest invitation")
        return found

    async def post(server: Server, request: Request) -> Response:
        person = await author(request)
        packed = await server.access.body(request, intake.most_bytes)
        try:
            taken = await run_in_threadpool(intake.take, person, packed)
        except StoreError as problem:
            LOG.error(f"arena: {problem}")  # not to its author: it names a path of the server
            raise Unavailable(FULL) from None
        except ArenaError as problem:
            raise Unprocessable(str(problem)) from None
        return json_answer(taken)

    async def mine(_server: Server, request: Request) -> Response:
        return json_answer(HandInList(tuple(await run_in_threadpool(intake.of, await author(request)))))

    async def one(_server: Server, request: Request) -> Response:
        person, number = await author(request), request.path_params["number"]
        for found in await run_in_threadpool(intake.of, person):
            if str(found.number) == number:
                return json_answer(found)
        raise NotFound("your team has no such hand-in", number)

    return [
        Endpoint(
            "POST",
            PATH,
            post,
            summary="Hand in a mind. The same files again are the same hand-in.",
            returns=HandInView,
            body=PACKED,
            errors=(400, 413, 422, 503),
            needs_token=True,
            name="hand_in",
        ),
        Endpoint(
            "GET",
            PATH,
            mine,
            summary="List your team's hand-ins.",
            returns=HandInList,
            needs_token=True,
            name="list_hand_ins",
        ),
        Endpoint(
            "GET",
            f"{PATH}/{{number}}",
            one,
            summary="Show a hand-in of your team, and the words of its check.",
            returns=HandInView,
            needs_token=True,
            name="get_hand_in",
        ),
    ]
