"""A seat over a WebSocket: one line of the wire is one message."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from starlette.concurrency import run_in_threadpool
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from world.server.access import Access, check_origin, token_of
from world.server.bounds import Bounds, Slots
from world.server.dialogue import Dialogue
from world.server.errors import Forbidden, RequestError, TooManyRequests, Unauthorized
from world.server.seat import Seat

TO_SAY_WHO = 10.0  # seconds for a token
TO_SAY_BYE = 5.0
DONE, BACK_SOON, ENOUGH, REPLACED, REFUSED = 1000, 1012, 1008, 4001, 4003


FindSeat = Callable[[str, str], Seat]  # by the name of a run and a token, or a RequestError


def seat_route(find: FindSeat, access: Access, bounds: Bounds) -> WebSocketRoute:
    """The path of all seats."""
    slots = Slots(bounds.connections)

    async def connect(socket: WebSocket) -> None:
        try:
            access.check(socket)
            check_origin(socket)
        except TooManyRequests:
            await come_back(socket)
            return
        except RequestError:
            await socket.close(ENOUGH)  # before it is accepted: the answer is 403
            return
        if not slots.take():
            await come_back(socket)
            return
        try:
            await socket.accept()
            await _serve(socket, find, bounds)
        except (WebSocketDisconnect, RuntimeError):  # RuntimeError: it has gone while it was spoken to
            pass
        finally:
            slots.free()

    return WebSocketRoute("/runs/{id}/seat", connect)


async def come_back(socket: WebSocket) -> None:
    """There is no room now: no fault of whoever came, who may try again."""
    await socket.accept()
    await socket.close(BACK_SOON)


async def _serve(socket: WebSocket, find: FindSeat, bounds: Bounds) -> None:
    try:
        token = token_of(socket) or await first_line(socket)
        seat = await run_in_threadpool(find, socket.path_params["id"], token)
    except RequestError as refusal:
        await socket.send_text(f"error\t{refusal.error}")
        await socket.close(REFUSED, refusal.error[:100])
        return
    await Talk(socket, seat, bounds.errors).talk()


async def first_line(socket: WebSocket) -> str:
    """The token, for those who cannot send headers."""
    try:
        async with asyncio.timeout(TO_SAY_WHO):
            line = await next_line(socket)
    except TimeoutError:
        raise Unauthorized("no token came") from None
    verb, _, token = line.partition("\t")
    if verb != "token" or not token:
        raise Forbidden("the first line was no token")
    return token.strip()


async def next_line(socket: WebSocket) -> str:
    """The next message; bytes are taken for UTF-8."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", DONE))
    said = message.get("text")
    return said if said is not None else (message.get("bytes") or b"").decode(errors="replace")


class Talk:
    """One connection to a seat, for as long as it is the newest."""

    def __init__(self, socket: WebSocket, seat: Seat, most_errors: int) -> None:
        self.socket, self.seat, self.most_errors = socket, seat, most_errors
        self.dialogue, self.number = Dialogue(seat), seat.connect()

    async def talk(self) -> None:
        """Say what there is to say, hear what comes, until it is over."""
        hearing = asyncio.create_task(self._hear())
        try:
            code = await self._say(hearing)
        finally:
            hearing.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await hearing
        if code is not None:
            await self.socket.close(code)
            await self._drain()

    async def _drain(self) -> None:
        """What is still on its way is taken and forgotten, or the other end would not hear that it is over."""
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
            async with asyncio.timeout(TO_SAY_BYE):
                while True:
                    await next_line(self.socket)

    async def _say(self, hearing: "asyncio.Task[None]") -> int | None:
        """Until it ends; the code to close with, or nothing if the other end has gone."""
        since_end = None
        while True:
            heard = self.seat.bell.listen()
            await self._speak()
            if (code := self._why_end()) is not None:
                return code
            if self.dialogue.has_ended and since_end is None:
                since_end = asyncio.get_running_loop().call_later(TO_SAY_BYE, self.seat.bell.ring)
            await asyncio.wait({hearing, heard}, return_when=asyncio.FIRST_COMPLETED)
            heard.cancel()
            if hearing.done():
                return self._why_end()
            if since_end is not None and since_end.when() <= asyncio.get_running_loop().time():
                return DONE

    def _why_end(self) -> int | None:
        if self.dialogue.is_over:
            return DONE
        if self.seat.connection != self.number:
            return REPLACED
        if self.seat.closed:
            return BACK_SOON
        return ENOUGH if self.dialogue.errors >= self.most_errors else None

    async def _speak(self) -> None:
        if self.seat.connection == self.number and not self.seat.closed:
            while (line := self.dialogue.next()) is not None:
                await self.socket.send_text(line)

    async def _hear(self) -> None:
        """Take lines until it is over or they are too bad."""
        while self._why_end() is None:
            line = await next_line(self.socket)
            if self._why_end() is not None:
                return
            reply = self.dialogue.hear(line)
            if reply is not None:
                await self.socket.send_text(reply)
            await self._speak()
