"""One answer for everybody who asks for the same page within a second, so that many watchers cost little more than one.

Only what is the same for all is shared: answers to requests without a token, cookie or user of a proxy, on pages that
show results. Requests that come while an answer is being made wait for it.
"""

import asyncio
from collections import OrderedDict
from time import monotonic

from msgspec import Struct
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.web.course.proxy import REMOTE_USER
from arena.web.sending import SECRETS, is_known

LIFETIME = 1.0  # seconds
MAX_BYTES, MAX_TOTAL_BYTES, MAX_ANSWERS = 1 << 20, 8 << 20, 256
PAGES = ("/", "/season", "/begin", "/live", "/live/image.svg", "/results", "/results.json")
BELOW = "/results/"
PRIVATE = ("set-cookie", "content-disposition")  # headers of answers that are not shared; the second one of downloads

Key = tuple[str, ...]


class Answer(Struct, frozen=True):
    """A whole answer, and until when it is shared."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes
    until: float


Pending = asyncio.Future[Answer | None]


class SharedAnswers:
    """Keeps the latest answers for a moment."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.kept: OrderedDict[Key, Answer] = OrderedDict()  # the oldest first
        self.size = 0  # bytes of all bodies
        self.pending: dict[Key, Pending] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        key = _key(scope)
        if key is None:
            await self.app(scope, receive, send)
            return
        found = self._fresh(key)
        if found is None and key in self.pending:
            found = await asyncio.shield(self.pending[key])
        if found is None:
            await self._make(key, scope, receive, send)
        else:
            await _send(found, scope, send)

    def _fresh(self, key: Key) -> Answer | None:
        found = self.kept.get(key)
        return found if found is not None and monotonic() < found.until else None

    async def _make(self, key: Key, scope: Scope, receive: Receive, send: Send) -> None:
        """Make an answer, send it, and keep it for those who wait and those who come within a moment."""
        future: Pending = asyncio.get_running_loop().create_future()
        self.pending[key] = future
        held: list[Message] = []
        answer: Answer | None = None

        async def hold(message: Message) -> None:
            nonlocal answer
            if message["type"] == "http.response.start" and _is_shared(message):
                held.append(message)
            elif held and message["type"] == "http.response.body":
                start, body = held.pop(), message.get("body", b"")
                if message.get("more_body") or len(body) > MAX_BYTES:
                    self._release(key, future, None)
                    await send(start)
                    await send(message)
                else:
                    headers = tuple((bytes(name), bytes(value)) for name, value in start["headers"])
                    answer = Answer(start["status"], headers, body, monotonic() + LIFETIME)
            else:
                self._release(key, future, None)
                await send(message)

        try:
            await self.app(_whole(scope), receive, hold)
            if answer is not None:
                self._keep(key, answer)
        finally:
            self._release(key, future, answer)
        if answer is not None:
            await _send(answer, scope, send)

    def _release(self, key: Key, future: Pending, answer: Answer | None) -> None:
        """Let those go on who wait for an answer; for one that is not shared before it is sent, which may take long."""
        if self.pending.get(key) is future:
            del self.pending[key]
        if not future.done():
            future.set_result(answer)

    def _keep(self, key: Key, answer: Answer) -> None:
        self._drop(key)
        self.kept[key] = answer
        self.size += len(answer.body)
        while self.size > MAX_TOTAL_BYTES or len(self.kept) > MAX_ANSWERS:
            self._drop(next(iter(self.kept)))

    def _drop(self, key: Key) -> None:
        if (before := self.kept.pop(key, None)) is not None:
            self.size -= len(before.body)


def _key(scope: Scope) -> Key | None:
    """Return all that an answer depends on; None if it is for one client alone."""
    if scope["type"] != "http" or scope["method"] != "GET" or scope.get(REMOTE_USER):
        return None
    path = str(scope["path"])
    if path not in PAGES and not path.startswith(BELOW):
        return None
    headers = Headers(scope=scope)
    if any(name in headers for name in (*SECRETS, "range")):
        return None
    given = (headers.get(name, "") for name in ("host", "accept", "accept-encoding", "origin"))
    return path, scope["query_string"].decode("latin-1"), scope.get("scheme", ""), *given


def _whole(scope: Scope) -> Scope:
    """Return a request for the whole answer, whatever the client has already."""
    return {**scope, "headers": [pair for pair in scope["headers"] if pair[0].lower() != b"if-none-match"]}


def _is_shared(message: Message) -> bool:
    headers = Headers(raw=message["headers"])
    is_stream = headers.get("content-type", "").startswith("text/event-stream")
    return message["status"] == 200 and not is_stream and not any(name in headers for name in PRIVATE)


async def _send(answer: Answer, scope: Scope, send: Send) -> None:
    """Send an answer, or that the client has it already."""
    status, headers, body = answer.status, list(answer.headers), answer.body
    if is_known(Headers(raw=headers).get("etag", ""), Headers(scope=scope)):
        status, body = 304, b""
        headers = [pair for pair in headers if pair[0].lower() not in (b"content-length", b"content-type")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
