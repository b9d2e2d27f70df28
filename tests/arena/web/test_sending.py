"""How answers are sent: compressed, marked, cached, readable by other sites or not; and how requests fail."""

import asyncio
import gzip
import http.client
import json
from urllib.parse import urlsplit

import pytest
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from arena.web.api_paths import ApiPaths
from arena.web.cors import CorsMiddleware
from arena.web.static_files import static_url
from tests.arena.web.conftest import Site
from tests.conftest import until

GAME = "/results/first/games/001-002-00001a"
Answer = tuple[int, http.client.HTTPMessage, bytes]
READ = [
    "/",
    "/results/first",
    "/results/first/games",
    GAME,
    f"{GAME}.pgn",
    "/results/first/standings.json",
    "/results.json",
]


def request(site: Site, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
    """Return status, headers and body of an answer."""
    connection = http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=60)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    found = answer.status, answer.headers, answer.read()
    connection.close()
    return found


def while_unchanged(site: Site, path: str) -> tuple[Answer, Answer, Answer]:
    """Return a page as it is, compressed, and asked for by its mark; the page did not change meanwhile.

    On a busy machine the ratings of other tests' tournaments come in, and games of their minds are played, at any time.
    """
    answers: list[Answer] = []

    def is_unchanged() -> bool:
        plain, packed = request(site, "GET", path), request(site, "GET", path, Accept_Encoding="gzip")
        marked = request(site, "GET", path, If_None_Match=packed[1]["ETag"], Accept_Encoding="gzip")
        answers[:] = plain, packed, marked
        return request(site, "GET", path)[2] == plain[2]

    until(is_unchanged)
    plain, packed, marked = answers
    return plain, packed, marked


@pytest.mark.parametrize("path", READ)
def test_what_is_read_is_compressed_and_marked(site: Site, path: str) -> None:
    """The compressed answer is the plain one, shorter; the mark of either gets 304 while nothing changes."""
    until(lambda: b"being computed" not in request(site, "GET", "/results/first")[2])
    (_, plain_headers, plain), (_, headers, packed), (status, again, body) = while_unchanged(site, path)
    assert (headers["Content-Encoding"], plain_headers["Content-Encoding"]) == ("gzip", None)
    assert gzip.decompress(packed) == plain
    assert len(packed) < len(plain)
    assert headers["ETag"] == plain_headers["ETag"]
    assert headers["Cache-Control"] == "no-cache"
    assert "Accept-Encoding" in headers["Vary"]
    assert (status, body, again["ETag"]) == (304, b"", headers["ETag"])
    assert "Content-Security-Policy" in again


def test_tokens_are_neither_compressed_nor_kept(site: Site) -> None:
    """What carries a token, or is asked with one, is sent as it is, and no browser keeps it."""
    wanted = json.dumps({"world": "tictactoe", "seats": [None, None], "names": ["a" * 40, "b" * 40]}).encode()
    status, headers, body = request(site, "POST", "/runs", wanted, Accept_Encoding="gzip")
    assert (status, headers["Content-Encoding"], headers["Cache-Control"]) == (201, None, "no-store")
    run = json.loads(body)["url"]
    _, headers, _ = request(site, "GET", run, Accept_Encoding="gzip", Authorization="Bearer x")
    assert (headers["Content-Encoding"], headers["ETag"], headers["Cache-Control"]) == (None, None, "no-store")


def test_event_streams_are_sent_at_once(site: Site) -> None:
    """An event stream is not compressed, so that nothing holds an event back."""
    connection = http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=60)
    connection.request("GET", "/live/events", headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    assert answer.headers["Content-Encoding"] is None
    assert answer.readline() == b"event: hello\n"
    connection.close()


def test_static_files_stay_at_their_address(site: Site) -> None:
    """A file at its address with the digest is kept for ever; at a wrong digest there is none."""
    address = static_url("base.css")
    status, headers, body = request(site, "GET", address)
    assert (status, headers["Cache-Control"]) == (200, "public, max-age=31536000, immutable")
    assert request(site, "GET", "/static/base.css")[2] == body
    assert address.encode() in request(site, "GET", "/")[2]
    assert request(site, "GET", "/static/0123456789abcdef/base.css")[0] == 404


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/runs/nothing/here", 404),
        ("GET", "/results/first/nothing.json", 404),
        ("DELETE", "/runs", 405),
        ("PUT", "/worlds", 405),
        ("BREW", "/results/first/games.csv", 405),
        ("POST", "/openapi.json", 405),
    ],
)
def test_programs_are_told_in_json(site: Site, method: str, path: str, status: int) -> None:
    """An unknown address or verb among those for programs is answered with an error as JSON."""
    found, headers, body = request(site, method, path)
    assert (found, headers["Content-Type"]) == (status, "application/json")
    assert set(json.loads(body)) == {"error", "sent", "expected"}
    assert status == 404 or "GET" in headers["Allow"]


def test_people_are_told_on_a_page(site: Site) -> None:
    """Elsewhere an error is a page, or JSON for those who ask for it; a verb that is wrong is 405."""
    assert request(site, "GET", "/nowhere")[1]["Content-Type"].startswith("text/html")
    status, headers, body = request(site, "GET", "/nowhere", Accept="application/json")
    assert (status, headers["Content-Type"], json.loads(body)["sent"]) == (404, "application/json", "/nowhere")
    status, headers, _ = request(site, "POST", "/results/first")
    assert (status, headers["Allow"]) == (405, "GET, HEAD")
    assert request(site, "DELETE", "/runs")[1]["Allow"] == "GET, HEAD, POST"


def test_a_wrong_host_is_told_in_json(site: Site) -> None:
    """A program under a wrong host name is refused with an error as JSON."""
    status, _, body = request(site, "GET", "/results.json", Host="evil.example")
    assert (status, json.loads(body)) == (403, {"error": "this server does not have that host name"})


@pytest.mark.parametrize("path", ["/results/first/games.csv", "/results.json", "/runs", "/openapi.json"])
def test_pages_of_this_machine_may_read(site: Site, path: str) -> None:
    """A local server lets pages of this machine read, but none of the web, and no page write or send a token."""
    origin = "http://localhost:8888"
    assert request(site, "GET", path, Origin=origin)[1]["Access-Control-Allow-Origin"] == origin
    assert request(site, "GET", path, Origin="https://evil.example")[1]["Access-Control-Allow-Origin"] is None
    assert request(site, "GET", path, Origin=origin, Authorization="x")[1]["Access-Control-Allow-Origin"] is None
    status, headers, _ = request(site, "OPTIONS", path, Origin=origin, Access_Control_Request_Method="POST")
    assert (status, headers["Access-Control-Allow-Methods"]) == (204, "GET, HEAD")
    assert "authorization" not in headers["Access-Control-Allow-Headers"].lower()


@pytest.mark.parametrize(("is_local", "allowed"), [(False, "*"), (True, None)])
def test_a_public_server_may_be_read_by_all(is_local: bool, allowed: str | None) -> None:
    """A server that other machines can reach lets every page read its results, but not its pages."""
    found: dict[str, str | None] = {}

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await Response()(scope, receive, send)

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            found[path] = Headers(raw=message["headers"]).get("access-control-allow-origin")

    for path in ("/results/first/games.csv", "/results/first"):
        scope = {"type": "http", "method": "GET", "path": path, "headers": [(b"origin", b"https://example.org")]}
        asyncio.run(CorsMiddleware(answer, ApiPaths(()), is_local)(scope, None, send))  # type: ignore[arg-type]
    assert found == {"/results/first/games.csv": allowed, "/results/first": None}


def test_no_page_of_another_site_may_write(site: Site) -> None:
    """POST from a page of another site is refused, and its answer cannot be read there."""
    status, headers, _ = request(site, "POST", "/runs", b"{}", Origin="http://localhost:8888")
    assert (status, headers["Access-Control-Allow-Origin"]) == (403, None)


def test_pages_are_for_their_own_site(site: Site) -> None:
    """No page may be read by another site."""
    for path in ("/", "/results/first", GAME):
        assert request(site, "GET", path, Origin="http://localhost:8888")[1]["Access-Control-Allow-Origin"] is None
