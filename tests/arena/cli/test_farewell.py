"""A server's last words to its connections arrive."""

import asyncio
from contextlib import ExitStack

import pytest
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from arena.cli.http_server import in_background, listen
from world.server.bell import Bell
from world.server.socket import DONE

SLOW = 0.3  # seconds, as on a busy machine; uvicorn looks ten times a second whether it is to stop


def test_a_slow_farewell_is_sent_before_the_server_stops() -> None:
    """A client is told that all is over, not to come back, although the server has been stopped meanwhile."""
    over = Bell()

    async def farewell(socket: WebSocket) -> None:
        await socket.accept()
        rung = over.listen()
        await socket.send_text("welcome")
        await rung
        await asyncio.sleep(SLOW)
        await socket.close(DONE)

    with listen("127.0.0.1", 0) as listening, ExitStack() as stack:
        url = f"ws://127.0.0.1:{listening.getsockname()[1]}/"
        with in_background(Starlette(routes=[WebSocketRoute("/", farewell)]), listening):
            client = stack.enter_context(connect(url, proxy=None))
            assert client.recv(10) == "welcome"
            over.ring()
        with pytest.raises(ConnectionClosed):
            client.recv(10)
        assert client.close_code == DONE
