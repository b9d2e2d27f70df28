"""The access checks: an incomplete body, a failing store, and no free connection each get a proper answer."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

from world.server import access as access
from world.server.access import Access
from world.server.bounds import Bounds
from world.server.errors import BadRequest
from world.server.socket import BACK_SOON, seat_route
from world.server.store import StoreError


class _Half:
    """A request whose body never ends."""

    async def stream(self) -> AsyncIterator[bytes]:
        yield b'{"world":'
        await asyncio.Event().wait()


def answers(app: Any, kind: str, path: str, begin: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the messages that an application sends to a request or connection, without a network."""
    said: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return begin

    async def send(message: Any) -> None:
        said.append(message)

    scope = {"type": kind, "method": "GET", "path": path, "headers": [], "query_string": b"", "client": ("here", 1)}
    asyncio.run(app(scope, receive, send))
    return said


def test_an_incomplete_body_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A body that stops halfway is refused after a time."""
    monkeypatch.setattr(access, "BODY_TIMEOUT", 0.05)
    with pytest.raises(BadRequest, match="incomplete"):
        asyncio.run(Access(Bounds()).body(_Half()))  # type: ignore[arg-type]


def test_a_failing_store_gives_503(caplog: pytest.LogCaptureFixture) -> None:
    """A full disk is reported in the log; the client gets 503 without details."""

    async def act(_request: Request) -> Response:
        raise StoreError("the disk is full")

    app = Starlette(routes=[Access(Bounds()).route("/act", act)])
    start, body = answers(app, "http", "/act", {"type": "http.request", "body": b""})
    assert start["status"] == 503
    assert (b"retry-after", b"1") in start["headers"]
    assert b"disk" not in body["body"]
    assert caplog.messages == ["arena: the disk is full"]


def test_a_full_server_asks_minds_to_come_back() -> None:
    """A mind that finds no free connection is closed with the code that means: try again."""
    bounds = Bounds(connections=0)
    # There is no seat to find: the connection is refused before one is looked for, which the types cannot know.
    app = Starlette(routes=[seat_route(lambda _run, _token: None, Access(bounds), bounds)])  # type: ignore
    accepted, closed = answers(app, "websocket", "/runs/a/seat", {"type": "websocket.connect"})
    assert accepted["type"] == "websocket.accept"
    assert closed["code"] == BACK_SOON
