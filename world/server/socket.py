"""A seat over a WebSocket: each message is one line of the wire."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from starlette.concurrency import run_in_threadpool
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from world.server.access import Access, address_of, check_origin, token_of
from world.server.bounds import Bounds, Slots
from world.server.dialogue import Dialogue
from world.server.errors import Forbidden, RequestError, TooManyRequests, Unauthorized
from world.server.seat import Seat
from world.wire import ERROR, TOKEN, read_notice, write_notice

TO_IDENTIFY = 10.0  # seconds for a token
TO_END = 5.0
DONE, BACK_SOON, ENOUGH, REPLACED, REFUSED = 1000, 1012, 1008, 4001, 4003

FindSeat = Callable[[str, str], Seat]  # from the name of a run and a token; raises RequestError


def seat_route(find: FindSeat, access: Access, bounds: Bounds) -> WebSocketRoute:
    """Return the route of all seats."""
    slots = Slots(bounds.connections, bounds.share)

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
        address = address_of(socket)
        if not slots.take(address=address):
            await come_back(socket)
            return
        try:
            await socket.accept()
            await _serve(socket, find, bounds)
        except (WebSocketDisconnect, RuntimeError):  # RuntimeError: it was closed while we were sending
            pass
        finally:
            slots.free(address=address)

    return WebSocketRoute("/runs/{id}/seat", connect)


async def come_back(socket: WebSocket) -> None:
    """Close a connection for which there is no room now, so that the client tries again."""
    await socket.accept()
    await socket.close(BACK_SOON)


async def _serve(socket: WebSocket, find: FindSeat, bounds: Bounds) -> None:
    try:
        token = token_of(socket) or await first_line(socket)
        seat = await run_in_threadpool(find, socket.path_params["id"], token)
    except RequestError as refusal:
        await socket.send_text(write_notice(ERROR, refusal.error))
        await socket.close(REFUSED, refusal.error[:100])
        return
    await Connection(socket, seat, bounds.errors).serve()


async def first_line(socket: WebSocket) -> str:
    """Return the token from the first line, for clients that cannot send headers."""
    try:
        async with asyncio.timeout(TO_IDENTIFY):
            line = await next_line(socket)
    except TimeoutError:
        raise Unauthorized("no token came") from None
    verb, token = read_notice(line)
    if verb != TOKEN or not token:
        raise Forbidden("the first line was no token")
    return token.strip()


async def next_line(socket: WebSocket) -> str:
    """Return the next message; bytes are read as UTF-8."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", DONE))
    text = message.get("text")
    return text if text is not None else (message.get("bytes") or b"").decode(errors="replace")


class Connection:
    """One connection to a seat, for as long as it is the newest."""

    def __init__(self, socket: WebSocket, seat: Seat, most_errors: int) -> None:
        self.socket, self.seat, self.most_errors = socket, seat, most_errors
        self.dialogue, self.number = Dialogue(seat), seat.connect()

    async def serve(self) -> None:
        """Send and receive lines until the run or the connection ends."""
        receiving = asyncio.create_task(self._receive())
        try:
            code = await self._send_all(receiving)
        finally:
            receiving.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await receiving
        if code is not None:
            await self.socket.close(code)
            await self._drain()

    async def _drain(self) -> None:
        """Read and forget what is still on its way, or the other end might miss that the run is over."""
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
            async with asyncio.timeout(TO_END):
                while True:
                    await next_line(self.socket)

    async def _send_all(self, receiving: "asyncio.Task[None]") -> int | None:
        """Send lines until the end; return the code to close with, or None if the other end has gone."""
        since_end = None
        while True:
            rung = self.seat.bell.listen()
            await self._send()
            if (code := self._close_code()) is not None:
                return code
            if self.dialogue.end_sent and since_end is None:
                since_end = asyncio.get_running_loop().call_later(TO_END, self.seat.bell.ring)
            await asyncio.wait({receiving, rung}, return_when=asyncio.FIRST_COMPLETED)
            rung.cancel()
            if receiving.done():
                return self._close_code()
            if since_end is not None and since_end.when() <= asyncio.get_running_loop().time():
                return DONE

    def _close_code(self) -> int | None:
        if self.dialogue.is_over:
            return DONE
        if self.seat.connection != self.number:
            return REPLACED
        if self.seat.closed:
            return BACK_SOON
        return ENOUGH if self.dialogue.errors >= self.most_errors else None

    async def _send(self) -> None:
        if self.seat.connection == self.number and not self.seat.closed:
            while (line := self.dialogue.next()) is not None:
                await self.socket.send_text(line)

    async def _receive(self) -> None:
        """Take lines until the end."""
        while self._close_code() is None:
            line = await next_line(self.socket)
            if self._close_code() is not None:
                return
            reply = self.dialogue.receive(line)
            if reply is not None:
                await self.socket.send_text(reply)
            await self._send()
