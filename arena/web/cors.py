"""Leave for pages of other sites to read the results: with GET alone, where no token is sent.

A server that only this machine can reach gives it to pages of this machine alone: any site that its user visits could
read the results otherwise.
"""

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.web.api_paths import ApiPaths

READING = ("GET", "HEAD")
LOCAL = ("localhost", "127.0.0.1", "::1")
ASKED = {
    "Access-Control-Allow-Methods": ", ".join(READING),
    "Access-Control-Allow-Headers": "If-None-Match, Last-Event-ID",
    "Access-Control-Max-Age": "600",
}


class CorsMiddleware:
    """Adds the headers by which browsers let a page of another site read an answer."""

    def __init__(self, app: ASGIApp, api: ApiPaths, is_local: bool) -> None:
        self.app, self.api, self.is_local = app, api, is_local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        given = Headers(scope=scope) if scope["type"] == "http" else Headers()
        origin = given.get("origin", "")
        if not origin or not self.api.has(scope["path"]) or not self._may_read(origin):
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._allow(MutableHeaders(scope=message), origin)
            await send(message)

        if scope["method"] == "OPTIONS" and "access-control-request-method" in given:
            await Response(status_code=204, headers=ASKED)(scope, receive, send_with_headers)
        elif scope["method"] in READING and "authorization" not in given:
            await self.app(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive, send)

    def _may_read(self, origin: str) -> bool:
        try:
            return not self.is_local or urlsplit(origin).hostname in LOCAL
        except ValueError:
            return False

    def _allow(self, headers: MutableHeaders, origin: str) -> None:
        headers["Access-Control-Allow-Origin"] = origin if self.is_local else "*"
        headers["Access-Control-Expose-Headers"] = "ETag"
        headers.add_vary_header("Origin")
