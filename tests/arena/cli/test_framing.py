"""Requests whose end is unclear: a proxy in front could see two requests where the server sees one, or one for two."""

import socket
from collections.abc import Iterator

import pytest

from tests.world.server.serving import Server, serving

BODY = b'{"world":"tictactoe"}'
CHUNKS = b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)
POST = b"POST /runs HTTP/1.1\r\nHost: 127.0.0.1\r\n"
GET = b"GET /runs HTTP/1.1\r\nHost: 127.0.0.1\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"
UPGRADE = GET + b"Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
UPGRADE += b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


def answers(server: Server, text: bytes, second: bytes = b"") -> list[bytes]:
    """Send bytes, after the first answer perhaps more; return the status of every answer until the server closes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(text)
        received = connection.recv(65536)
        if second:
            connection.sendall(second)
        try:
            while more := connection.recv(65536):
                received += more
        except ConnectionError:  # closed before all was read
            pass
    return [part[:3] for part in received.split(b"HTTP/1.1 ")[1:]]


@pytest.mark.parametrize(
    "text",
    [
        POST + b"Content-Length: %d\r\n" % len(CHUNKS) + CHUNKED + b"\r\n" + CHUNKS,
        POST + CHUNKED + b"Content-Length: 4\r\n\r\n" + CHUNKS,
        POST.replace(b"1.1", b"1.0") + CHUNKED + b"\r\n" + CHUNKS,
        POST.replace(b"1.1", b"2.0") + b"Content-Length: %d\r\n\r\n" % len(BODY) + BODY,
        POST + b"Content-Length: %d\r\nContent-Length: 3\r\n\r\n" % len(BODY) + BODY,
        POST + b"Content-Length: +%d\r\n\r\n" % len(BODY) + BODY,
        POST + b"Content-Length : %d\r\n\r\n" % len(BODY) + BODY,
        POST + CHUNKED * 2 + b"\r\n" + CHUNKS,
        POST + CHUNKED + b"\r\n0x" + CHUNKS,
        POST + CHUNKED + b"\r\n%x\r\n%sXX0\r\n\r\n" % (len(BODY), BODY),
        POST + CHUNKED + b"\r\n" + CHUNKS[:-2] + b"no header\r\n\r\n",
        UPGRADE + b"Content-Length: 9\r\n\r\n",
        UPGRADE + CHUNKED + b"\r\n",
        UPGRADE + b"X: 1\r\n" * 200 + b"\r\n",
        UPGRADE + b"X: %s\r\n\r\n" % (b"x" * 9000),
    ],
)
def test_an_unclear_request_is_refused(server: Server, text: bytes) -> None:
    """It is answered 400 and the connection closed, so that nothing behind it is taken for a request."""
    assert answers(server, text + GET + b"\r\n") == [b"400"]


def test_a_folded_header_is_one_value(server: Server) -> None:
    """A folded line, a repeated length and a chunk's extension add no header, and the next request is answered."""
    folded = b"X: a\r\n Content-Length: 3\r\n"
    length = b"Content-Length: %d\r\n" % len(BODY)
    odd = CHUNKS.replace(b"\r\n", b";Content-Length=3\r\n", 1)
    last = GET + b"Connection: close\r\n\r\n"
    text = POST + folded + length * 2 + b"\r\n" + BODY + POST + CHUNKED + b"\r\n" + odd + last
    assert answers(server, text) == [b"201", b"201", b"200"]


@pytest.mark.parametrize("path", ["/runs", "/runs/{}/events"])
def test_a_bad_chunk_ends_an_answer(server: Server, path: str) -> None:
    """A connection is closed without another answer if the request goes wrong while or after it is answered."""
    run, _ = server.open(world="tictactoe", seats=[None, None])
    head = GET.replace(b"/runs", path.format(run.rpartition("/")[2]).encode()) + CHUNKED
    assert answers(server, head + b"\r\n", b"no chunk\r\n") == [b"200"]
