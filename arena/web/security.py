"""The security headers of every response: no outbound requests, no scripts but ours, no frames."""

from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.web.api_paths import ApiPaths
from world.server import RateLimit

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
IMAGE_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"  # an SVG opened by itself may run nothing
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class SecurityMiddleware:
    """Adds the headers to every response; refuses wrong host names (DNS rebinding) and too many requests."""

    def __init__(
        self, app: ASGIApp, hosts: Sequence[str] = (), rate: RateLimit | None = None, api: ApiPaths | None = None
    ) -> None:
        self.app, self.hosts, self.rate, self.api = app, hosts, rate, api or ApiPaths(())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(MutableHeaders(scope=message))
            await send(message)

        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answer: ASGIApp = self.app
        if self.hosts and _host(scope) not in self.hosts:
            answer = self._refusal(scope, "this server does not have that host name", 403)
        elif self.rate is not None and self.rate.take(scope["client"][0] if scope.get("client") else ""):
            answer = self._refusal(scope, "too many requests from your address", 429)
        await answer(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope, error: str, status: int) -> Response:
        headers = {"Retry-After": "1"} if status == 429 else {}
        if self.api.wants_json(scope):
            return JSONResponse({"error": error}, status, headers)
        return PlainTextResponse(f"{error}\n", status, headers)


def _add_headers(headers: MutableHeaders) -> None:
    is_image = headers.get("content-type", "").startswith("image/")
    headers["Content-Security-Policy"] = IMAGE_POLICY if is_image else PAGE_POLICY
    for name, value in HEADERS.items():
        headers[name] = value
    if "cache-control" not in headers:
        headers["Cache-Control"] = "no-cache" if "etag" in headers else "no-store"


def _host(scope: Scope) -> str:
    """Return the name in the Host header, without the port."""
    host = Headers(scope=scope).get("host", "")
    return host if host.endswith("]") else host.rpartition(":")[0] or host
