"""Less to send: answers are compressed, and sent again only if they have changed."""

import hashlib

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LEVEL, MIN_SIZE = 6, 500  # of compression; bytes
SECRETS = ("authorization", "cookie")  # headers
DIGEST_SIZE = 12


class Compression(GZipMiddleware):
    """Compresses what is read, but no event streams, and nothing that a token or cookie is sent for or with."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app, minimum_size=MIN_SIZE, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        is_read = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        given = Headers(scope=scope)
        answer = super().__call__ if is_read and not any(name in given for name in SECRETS) else self.app
        await answer(scope, receive, send)


class Etags:
    """Marks each answer with a digest of its content; one that the client has already is answered 304."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        request = Headers(scope=scope)
        held: list[Message] = []

        async def send_marked(message: Message) -> None:
            if message["type"] == "http.response.start" and _can_be_marked(message):
                held.append(message)
                return
            if held and message["type"] == "http.response.body":
                first = held.pop()
                if not message.get("more_body"):
                    _mark(first, message, request)
                await send(first)
            await send(message)

        await self.app(scope, receive, send_marked)


def _can_be_marked(message: Message) -> bool:
    headers = Headers(raw=message["headers"])
    return message["status"] == 200 and "etag" not in headers and "no-store" not in headers.get("cache-control", "")


def is_known(etag: str, request: Headers) -> bool:
    """Return True if the client has an answer of this mark already."""
    return bool(etag) and etag in request.get("if-none-match", "")


def _mark(start: Message, body: Message, request: Headers) -> None:
    """Add the mark to an answer; make it 304 if the client knows it."""
    headers = MutableHeaders(raw=start["headers"])
    etag = f'W/"{hashlib.blake2b(body.get("body", b""), digest_size=DIGEST_SIZE).hexdigest()}"'
    headers["ETag"] = etag
    if is_known(etag, request):
        start["status"], body["body"] = 304, b""
        for name in ("content-length", "content-type"):
            del headers[name]
