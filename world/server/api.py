"""The paths of the server: runs are opened, looked at and played here, by curl or any program."""

import asyncio
import re
from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from world.errors import readable
from world.registry import find, names
from world.server.access import QUIET, Access, answer, text, token_of
from world.server.bounds import Room
from world.server.errors import NotNow, TooLong, Unprocessable
from world.server.events import Watching
from world.server.openapi import describe
from world.server.request import read_request
from world.server.runs import Runs
from world.server.seat import Seat
from world.server.served import Served
from world.server.socket import seat_route

LONGEST_ACTION = 500
LONGEST_WAIT = 60.0  # seconds that an answer may be put off
TO_BE_KEPT = 10.0  # seconds for an action to be on the disk


def routes(runs: Runs) -> list[BaseRoute]:
    """All paths of a runs, for Starlette."""
    return Paths(runs).all()


class Paths:
    """What each path does."""

    def __init__(self, runs: Runs) -> None:
        self.all_runs, self.access = runs, Access(runs.bounds)
        self.watching = Watching(Room(runs.bounds.watchers))

    def all(self) -> list[BaseRoute]:
        """The paths."""
        route, run = self.access.route, "/runs/{id}"
        return [
            route("/openapi.json", self.openapi),
            route("/worlds", self.worlds),
            route("/minds", self.minds),
            route("/runs", self.runs),
            route("/runs", self.open, "POST"),
            route(run, self.details),
            route(f"{run}/state", self.state),
            route(f"{run}/actions", self.actions),
            route(f"{run}/image.svg", self.image),
            route(f"{run}/record", self.record),
            route(f"{run}/events", self.events),
            route(f"{run}/action", self.act, "POST"),
            route(f"{run}/takeback", self.take_back, "POST"),
            route(f"{run}/hint", self.hint, "POST"),
            route(f"{run}/resign", self.resign, "POST"),
            seat_route(self._seat, self.access, self.all_runs.bounds),
        ]

    def _seat(self, run: str, token: str) -> Seat:
        served = self.all_runs.find(run) or self.all_runs.run(run)
        return served.seat(served.seat_for(token))

    async def _run(self, request: Request) -> Served:
        name = request.path_params["id"]
        found = self.all_runs.find(name)
        return found if found is not None else await run_in_threadpool(self.all_runs.run, name)

    # What there is

    async def openapi(self, _: Request) -> Response:
        return answer(describe())

    async def worlds(self, _: Request) -> Response:
        found = [find(name) for name in names()]
        return answer(
            {
                "worlds": [
                    {"name": world.name, "seats": world.seats, "colours": world.colours[: world.seats]}
                    for world in found
                ]
            }
        )

    async def minds(self, _: Request) -> Response:
        return answer({"minds": self.all_runs.minds})

    async def runs(self, _: Request) -> Response:
        return answer({"runs": self.all_runs.summaries()})

    # A run is looked at

    async def details(self, request: Request) -> Response:
        return answer((await self._run(request)).view.details())

    async def state(self, request: Request) -> Response:
        served = await self._run(request)
        await self._wait(request, served)
        return text(served.view.state)

    async def actions(self, request: Request) -> Response:
        """All that may be done now, one a line; nothing when the run is over."""
        served = await self._run(request)
        await self._wait(request, served)
        return text("\n".join(served.view.legal))

    async def _wait(self, request: Request, served: Served) -> None:
        """With ?seat=S&wait=SECONDS the answer comes when that seat is to act, or the run is over."""
        seats = served.world.seats
        seat, wait = request.query_params.get("seat"), request.query_params.get("wait", "0")
        if seat is None:
            return
        if re.fullmatch("[0-9]{1,3}", seat) is None or int(seat) >= seats:
            raise Unprocessable("no such seat", seat, f"0 to {seats - 1}")
        if re.fullmatch(r"\d{1,3}(\.\d{1,3})?", wait, re.ASCII) is None or float(wait) > LONGEST_WAIT:
            raise Unprocessable("no time to wait", wait, f"0 to {LONGEST_WAIT:g} seconds")
        mine = int(seat)
        await until(served, lambda: _is_asked(served, mine), float(wait))

    async def image(self, request: Request) -> Response:
        served, ply = await self._run(request), request.query_params.get("ply")
        if ply is not None and re.fullmatch("[0-9]{1,6}", ply) is None:
            raise Unprocessable("no ply", ply, "a number from 0")
        picture = await run_in_threadpool(served.view.image, None if ply is None else int(ply))
        # It cannot run scripts, whoever opens it by itself.
        headers = QUIET | {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
        return Response(picture, media_type="image/svg+xml", headers=headers)

    async def record(self, request: Request) -> Response:
        served = await self._run(request)
        record = served.result or served.view.record()
        written = await run_in_threadpool(type(served.world).getrecord, record)
        return Response(readable(written), media_type="text/plain; charset=utf-8", headers=QUIET)

    async def events(self, request: Request) -> Response:
        served = await self._run(request)
        return self.watching.watch(served.view, request.headers.get("last-event-id"))

    # A run is played

    async def open(self, request: Request) -> Response:
        self.access.limit(self.access.opened, request)
        wanted = read_request(await self.access.body(request))
        address = request.client.host if request.client else ""
        served, tokens = await run_in_threadpool(self.all_runs.open, wanted, address)
        run = served.settings.id
        said = answer({"id": run, "tokens": tokens, "url": f"/runs/{run}"}, 201)
        said.headers["Location"] = f"/runs/{run}"
        return said

    async def _mine(self, request: Request) -> tuple[Served, int]:
        """The run, and the seat of whoever asks."""
        served = await self._run(request)
        return served, served.seat_for(token_of(request))

    async def act(self, request: Request) -> Response:
        served, number = await self._mine(request)
        said = (await self.access.body(request)).decode(errors="replace").strip()
        if len(said) > LONGEST_ACTION:
            raise TooLong("no action is so long", None, f"at most {LONGEST_ACTION} characters")
        await _is_settled(served, number)
        served.check_turn(number, said)
        question = served.seat(number).question
        served.view.check(said)
        plies = len(served.view.plies)
        if question is None or not served.seat(number).answer(question.number, said):
            raise NotNow("it is not your turn any more", said)
        await until(served, lambda: len(served.view.plies) > plies, TO_BE_KEPT)
        if len(served.view.moves) <= plies:
            kind = served.view.ending.kind if served.view.ending else "it could not be kept in time"
            raise NotNow(f"the action was not taken: {kind}", said)
        return text(served.view.state_after(plies))

    async def take_back(self, request: Request) -> Response:
        served, number = await self._mine(request)
        await until(served, lambda: not _thinks(served) and not _is_between(served, number), TO_BE_KEPT)
        backs = served.view.backs
        served.take_back(number, self.all_runs.bounds.takebacks)
        await until(served, lambda: served.view.backs > backs, TO_BE_KEPT)
        await until(served, lambda: _is_asked(served, number), TO_BE_KEPT)
        return answer(served.view.details())

    async def hint(self, request: Request) -> Response:
        served, number = await self._mine(request)
        await _is_settled(served, number)
        served.check_turn(number)
        reply = await run_in_threadpool(self.all_runs.hint, served, number)
        return answer({"action": reply.action, "said": served.view.describe(reply.action), "thoughts": reply.thoughts})

    async def resign(self, request: Request) -> Response:
        served, number = await self._mine(request)
        served.resign(number)
        await until(served, lambda: served.view.ending is not None, TO_BE_KEPT)
        return answer(served.view.details())


def _is_asked(served: Served, seat: int) -> bool:
    """Whether this seat is to act; of a token's, whether it is waited for already."""
    if served.view.turn != seat:
        return False
    return served.settings.specs[seat] is not None or served.seat(seat).question is not None


async def _is_settled(served: Served, seat: int) -> None:
    """Between a ply and the next question there is a moment in which nobody is asked yet."""
    await until(served, lambda: not _is_between(served, seat), TO_BE_KEPT)


def _is_between(served: Served, seat: int) -> bool:
    return served.view.turn == seat and not _is_asked(served, seat)


def _thinks(served: Served) -> bool:
    """Whether a mind of the server's is on the move."""
    return served.view.turn is not None and served.settings.specs[served.view.turn] is not None


async def until(served: Served, is_so: Callable[[], bool], seconds: float) -> None:
    """Wait until something is so, or the run is over, but no longer than this."""
    bells = [served.view.bell, *(player.bell for player in served.players if isinstance(player, Seat))]
    try:
        async with asyncio.timeout(seconds):
            while True:
                heard = [bell.listen() for bell in bells]
                try:
                    if is_so() or served.view.ending is not None or served.view.closed:
                        return
                    await asyncio.wait(heard, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for ear in heard:
                        ear.cancel()
    except TimeoutError:
        return
