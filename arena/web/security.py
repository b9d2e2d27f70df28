"""What every answer says to the browser: ask nobody else, run nothing but our files, be shown in no frame."""

from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from world.server import RateLimit

PAGE = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PICTURE = "default-src 'none'; sandbox; frame-ancestors 'none'"  # opened by itself, a picture may do nothing at all
ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Careful:
    """Adds the headers to every answer, and gives none to who was led here under another name, or asks without end."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str] = (), rate: RateLimit | None = None) -> None:
        self.app, self.hosts, self.rate = app, hosts, rate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does, and say what the browser may do with it."""

        async def careful(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                is_picture = headers.get("content-type", "").startswith("image/")
                headers["Content-Security-Policy"] = PICTURE if is_picture else PAGE
                for name, value in ALWAYS.items():
                    headers[name] = value
                if "cache-control" not in headers:
                    headers["Cache-Control"] = "no-cache" if "etag" in headers else "no-store"
            await send(message)

        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif self.hosts and _called(scope) not in self.hosts:
            await PlainTextResponse("this server has another name\n", 403)(scope, receive, careful)
        elif self.rate is not None and self.rate.take(scope["client"][0] if scope.get("client") else ""):
            await PlainTextResponse("too often from one address\n", 429, {"Retry-After": "1"})(scope, receive, careful)
        else:
            await self.app(scope, receive, careful)


def _called(scope: Scope) -> str:
    """The name by which we are asked, without the port."""
    host = Headers(scope=scope).get("host", "")
    return host if host.endswith("]") else host.rpartition(":")[0] or host
