"""The access: who may ask, how often, from which page, and with how many bytes. A refusal becomes an answer here."""

import asyncio
import sys
import traceback
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from world.errors import IllegalAction
from world.server.bounds import Bounds, Rate
from world.server.errors import Full, Malformed, NotYours, Refusal, TooLong, TooOften, Unprocessable
from world.server.schema import as_json
from world.server.store import StoreError

Endpoint = Callable[[Request], Awaitable[Response]]
TO_BE_SENT = 10.0  # seconds for the body of a request
CHANGES = ("POST", "PUT", "PATCH", "DELETE")


class Access:
    """What every request passes first."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.asked, self.opened = Rate(*bounds.asked), Rate(*bounds.opened)

    def route(self, path: str, endpoint: Endpoint, method: str = "GET") -> Route:
        """A path behind the access."""

        async def guarded(request: Request) -> Response:
            try:
                self.check(request)
                if request.method in CHANGES:
                    check_origin(request)
                return await endpoint(request)
            except Refusal as refusal:
                return refused(refusal)
            except IllegalAction as problem:
                return refused(Unprocessable(str(problem), problem.sent, problem.expected))
            except StoreError as problem:
                print(f"arena: {problem}", file=sys.stderr)
                return refused(Full("nothing can be kept at this moment"))
            except ClientDisconnect:
                return Response(status_code=400)  # which nobody reads
            except HTTPException:
                raise
            except Exception:  # ours: whoever asked learns that it failed, and nothing of how
                traceback.print_exc(file=sys.stderr)
                return answer({"error": "the server has failed"}, 500)

        return Route(path, guarded, methods=[method])

    def check(self, connection: HTTPConnection) -> None:
        """Who calls us by a name that is not ours has been led here; who asks without end waits."""
        hosts, called = self.bounds.hosts, host_of(connection.headers.get("host", ""))
        if hosts and called not in hosts:
            raise NotYours("this server has another name", called, " or ".join(hosts))
        self.limit(self.asked, connection)

    def limit(self, rate: Rate, connection: HTTPConnection) -> None:
        """A refusal to who does it too often."""
        wait = rate.take(connection.client.host if connection.client else "")
        if wait:
            raise TooOften("too often from one address", None, f"a pause of {wait:.1f} s")

    async def body(self, request: Request) -> bytes:
        """What was sent, if it is not too long."""
        body = b""
        try:
            async with asyncio.timeout(TO_BE_SENT):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > self.bounds.body:
                        most = self.bounds.body
                        raise TooLong("too long", f"more than {most} bytes", f"at most {most} bytes")
        except TimeoutError:
            raise Malformed("only a part has come", None, f"all of it within {TO_BE_SENT:g} s") from None
        return body


def host_of(host: str) -> str:
    """The name in a Host header, without the port."""
    return host if host.endswith("]") else host.rpartition(":")[0] or host


def check_origin(connection: HTTPConnection) -> None:
    """Refuse what another site's page asks for: a browser says where it comes from."""
    origin = connection.headers.get("origin")
    if origin is None:
        return
    try:
        place = urlsplit(origin).netloc
    except ValueError:
        place = ""
    if not place or place != connection.headers.get("host"):
        raise NotYours("this comes from another site's page", origin, "a page of this server's, or none")


def token_of(connection: HTTPConnection) -> str | None:
    """The token that came with a request."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() or None if kind.lower() == "bearer" else None


def answer(thing: object, status: int = 200) -> Response:
    """As JSON."""
    return Response(as_json(thing), status, media_type="application/json", headers=QUIET)


def text(said: str, status: int = 200) -> Response:
    """As a line of text."""
    return Response(said + "\n", status, media_type="text/plain; charset=utf-8", headers=QUIET)


def refused(refusal: Refusal) -> Response:
    """A refusal, with what was sent and what was expected."""
    said = answer(refusal.told(), refusal.status)
    if refusal.status == 401:
        said.headers["WWW-Authenticate"] = "Bearer"
    if refusal.status in (429, 503):
        said.headers["Retry-After"] = "1"
    return said


QUIET = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
