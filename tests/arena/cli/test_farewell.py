"""A server's requests have their turn beside threads that compute, and its last words to connections arrive."""

import asyncio
import sys
from contextlib import ExitStack
from threading import Thread

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from arena.cli.http_server import THREAD_TURN, in_background, listen, run_server
from arena.turns import SHORT_TURN, Attributes, ask_for_turns, turns
from tests.arena.test_turns import in_thread
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


def test_requests_have_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server asks for short turns of a processor, and threads that compute let its requests go first often."""
    seen: list[tuple[float, Attributes | None]] = []
    before = sys.getswitchinterval()
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: seen.append((sys.getswitchinterval(), turns())))
    try:
        with listen("127.0.0.1", 0) as listening:
            thread = Thread(target=run_server, args=(Starlette(), listening, lambda: None))
            thread.start()
            thread.join()
    finally:
        sys.setswitchinterval(before)
    ((interval, own),) = seen
    assert interval == pytest.approx(THREAD_TURN)
    assert before > THREAD_TURN
    assert own == in_thread(lambda: (ask_for_turns(SHORT_TURN), turns())[1])  # as short as this system allows
