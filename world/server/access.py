"""The checks that every request passes: host name, rate, origin, size. Failures become HTTP responses here."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from world.errors import IllegalAction
from world.server.bounds import Bounds, RateLimit
from world.server.errors import (
    BadRequest,
    Forbidden,
    RequestError,
    TooLarge,
    TooManyRequests,
    Unavailable,
    Unprocessable,
)
from world.server.responses import error_response, json_response
from world.server.routing import QuotedRoute
from world.server.store import StoreError

LOG = logging.getLogger(__name__)
Handler = Callable[[Request], Awaitable[Response]]
BODY_TIMEOUT = 10.0  # seconds
CHANGING_METHODS = ("POST", "PUT", "PATCH", "DELETE")


class Access:
    """Checks requests against the server's bounds."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.requests, self.opened_runs = RateLimit(*bounds.asked), RateLimit(*bounds.opened)

    def route(self, path: str, handler: Handler, method: str = "GET") -> Route:
        """Return a route that checks each request, and turns errors into responses."""

        async def guarded(request: Request) -> Response:
            try:
                self.check(request)
                if request.method in CHANGING_METHODS:
                    check_origin(request)
                return await handler(request)
            except HTTPException:
                raise
            except Exception as error:
                return _response_to(error)

        return QuotedRoute(path, guarded, methods=[method])

    def check(self, connection: HTTPConnection) -> None:
        """Raise Forbidden for a wrong host name (DNS rebinding), TooManyRequests above the rate."""
        hosts, host = self.bounds.hosts, host_of(connection.headers.get("host", ""))
        if hosts and host not in hosts:
            raise Forbidden("this server does not have that host name", host, " or ".join(hosts))
        self.limit(self.requests, connection)

    def limit(self, rate: RateLimit, connection: HTTPConnection) -> None:
        """Raise TooManyRequests if the client's address is above the rate."""
        wait = rate.take(address_of(connection))
        if wait:
            raise TooManyRequests("too many requests from your address", None, f"a pause of {wait:.1f} s")

    async def body(self, request: Request, most: int = 0) -> bytes:
        """Return the body of a request; raise if it is too slow, or longer than `most` bytes or the server's bound."""
        body, most = b"", most or self.bounds.body
        try:
            async with asyncio.timeout(BODY_TIMEOUT):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > most:
                        raise TooLarge("the body is too long", f"more than {most} bytes", f"at most {most} bytes")
        except TimeoutError:
            raise BadRequest("the body is incomplete", None, f"all of it within {BODY_TIMEOUT:g} s") from None
        return body


def _response_to(error: Exception) -> Response:
    if isinstance(error, RequestError):
        return error_response(error)
    if isinstance(error, IllegalAction):
        return error_response(Unprocessable(str(error), error.sent, error.expected))
    if isinstance(error, StoreError):
        LOG.error(f"arena: {error}")
        return error_response(Unavailable("the server cannot save anything at the moment; try again later"))
    if isinstance(error, ClientDisconnect):
        return Response(status_code=400)  # the client is gone
    LOG.error("arena: the server has a bug", exc_info=error)  # the client learns no details
    return json_response({"error": "internal server error"}, 500)


def address_of(connection: HTTPConnection) -> str:
    """Return the client's address."""
    return connection.client.host if connection.client else ""


def host_of(host: str) -> str:
    """Return the name in a Host header, without the port."""
    return host if host.endswith("]") else host.rpartition(":")[0] or host


def check_origin(connection: HTTPConnection) -> None:
    """Raise Forbidden if a page of another site sent the request. Browsers name the origin in a header."""
    origin = connection.headers.get("origin")
    if origin is None:
        return
    try:
        place = urlsplit(origin).netloc
    except ValueError:
        place = ""
    if not place or place != connection.headers.get("host"):
        raise Forbidden("requests from pages of other sites are not allowed", origin, "this server's own origin")


def token_of(connection: HTTPConnection) -> str | None:
    """Return the bearer token of a request."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() or None if kind.lower() == "bearer" else None
