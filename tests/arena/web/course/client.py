"""A browser without a network: asks an application in this process, keeps cookies, and names its origin."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import unquote, urlencode

HOST = "127.0.0.1:8000"
BOUNDARY = "a-line-between"


@dataclass
class Answer:
    """A response."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()

    def header(self, name: str) -> str:
        """Return a header, "" if it is not there."""
        return next((value for key, value in self.headers if key == name), "")


@dataclass
class Client:
    """A browser, or a proxy if it has another address."""

    app: Any
    address: str = "127.0.0.2"
    cookies: dict[str, str] = field(default_factory=dict)
    more: Mapping[str, str] = field(default_factory=dict)  # headers of every request

    def get(self, path: str, **headers: str) -> Answer:
        """Ask for a page."""
        return self.ask("GET", path, b"", headers)

    def post(self, path: str, fields: Mapping[str, str] | None = None, **headers: str) -> Answer:
        """Send a form."""
        given = {"content-type": "application/x-www-form-urlencoded", "origin": f"http://{HOST}"}
        return self.ask("POST", path, urlencode(fields or {}).encode(), given | headers)

    def upload(self, path: str, files: Mapping[str, bytes], **headers: str) -> Answer:
        """Send files as a form does, by their paths."""
        given = {"content-type": f"multipart/form-data; boundary={BOUNDARY}", "origin": f"http://{HOST}"}
        return self.ask("POST", path, packed(files), given | headers)

    def ask(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Send a request; return the answer, and keep the cookies that come with it."""
        place, _, query = path.partition("?")
        given = {"host": HOST, **self.more, **headers}
        if self.cookies:
            given["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(place),
            "raw_path": place.encode(),
            "query_string": query.encode(),
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in given.items() if value],
            "client": (self.address, 1234),
            "server": ("127.0.0.1", 8000),
        }
        found = asyncio.run(_answer(self.app, scope, body))
        for name, value in found.headers:
            if name == "set-cookie":
                for key, cookie in SimpleCookie(value).items():
                    self.cookies[key] = cookie.value
        self.cookies = {name: value for name, value in self.cookies.items() if value}
        return found


async def _answer(app: Any, scope: dict[str, Any], body: bytes) -> Answer:
    said: list[dict[str, Any]] = []
    left = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not left:
            await asyncio.Event().wait()  # until the answer is there
        return left.pop()

    async def send(message: Any) -> None:
        said.append(message)

    await app(scope, receive, send)
    headers = [(name.decode(), value.decode()) for name, value in said[0]["headers"]]
    return Answer(said[0]["status"], headers, b"".join(one.get("body", b"") for one in said[1:]))


def packed(files: Mapping[str, bytes], name: str = "files") -> bytes:
    """Return files as the body of a form."""
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"; filename="{path}"\r\n'
        f"Content-Type: application/octet-stream\r\n\r\n".encode()
        + content
        + b"\r\n"
        for path, content in files.items()
    ]
    return b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()
