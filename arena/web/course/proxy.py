"""A proxy in front of the server, which says who a request is from: believed from its own address alone."""

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

USER, ADDRESSES, SCHEME = b"x-remote-user", b"x-forwarded-for", b"x-forwarded-proto"
REMOTE_USER = "remote_user"  # in the scope of a request, where no client can write
SCHEMES = {"http": {"http": "http", "https": "https"}, "websocket": {"http": "ws", "https": "wss"}}


class TrustedProxy:
    """Takes user, address and scheme from the headers of requests that come from the proxy, and drops all others'."""

    def __init__(self, app: ASGIApp, address: str = "") -> None:
        self.app, self.address = app, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] in SCHEMES:
            client = scope.get("client")
            is_trusted = bool(self.address) and client is not None and client[0] == self.address
            scope = self._read(scope) if is_trusted else scope
            scope = {**scope, "headers": [pair for pair in scope["headers"] if pair[0].lower() != USER]}
        await self.app(scope, receive, send)

    def _read(self, scope: Scope) -> Scope:
        """Return the scope with what the proxy says; of several addresses the last, because the proxy has added it."""
        headers, client = Headers(scope=scope), scope["client"]
        users = headers.getlist(USER.decode())
        said = headers.get(SCHEME.decode(), "").strip().lower()
        address = ",".join(headers.getlist(ADDRESSES.decode())).rpartition(",")[2].strip()
        return {
            **scope,
            REMOTE_USER: users[0].strip() if len(users) == 1 else "",
            "client": (address, 0) if address else client,
            "scheme": SCHEMES[scope["type"]].get(said, scope.get("scheme", "http")),
        }
