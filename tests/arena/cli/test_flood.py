"""A server under a flood: connections are bounded and time out, the log is bounded, and players are served."""

import io
import logging
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

from arena.cli import server_log
from arena.cli.connections import Connections
from arena.cli.http_protocol import REQUEST_TIMEOUT
from arena.cli.server_log import CountingHandler, bounded_log
from tests.world.server.serving import Server, serving
from world.server import Slots

HALF = b"GET /runs HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half"
FILES = 256  # of the server: then it has 128 connections, and an address 96


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served"), files=FILES) as server:
        yield server


def send_from(server: Server, address: str, text: bytes) -> socket.socket:
    """Open a connection from an address of this machine, and send a text."""
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=20, source_address=(address, 0))
    connection.sendall(text)
    return connection


@contextmanager
def flood(server: Server, address: str, text: bytes, count: int) -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        yield [stack.enter_context(send_from(server, address, text)) for _ in range(count)]


def is_closed(connection: socket.socket) -> bool:
    """Return True if the server has closed a connection on which it sends nothing."""
    connection.settimeout(0.01)
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def seconds_of(server: Server, path: str) -> float:
    since = time.monotonic()
    assert server.ask("GET", path).status == 200
    return time.monotonic() - since


def test_half_sent_heads_do_not_silence_the_server(server: Server) -> None:
    """With four hundred half-sent heads and files for half of them, players at any address are answered at once."""
    run, _ = server.open(world="tictactoe", seats=[None, None])
    for address in ("127.0.0.1", "127.0.0.2"):
        with flood(server, address, HALF, 400) as half:
            assert max(seconds_of(server, f"{run}/state") for _ in range(20)) < 1
            assert 50 < sum(not is_closed(one) for one in half[-96:]) <= 96
            assert sum(not is_closed(one) for one in half) <= 128


def test_the_head_of_a_request_times_out(server: Server) -> None:
    """A head that comes byte by byte is given up after ten seconds, and so are silence and a body nobody waits for."""
    texts = [HALF, b"", b"GET /runs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 999\r\n\r\n"]
    connections = [send_from(server, "127.0.0.3", text) for text in texts]
    since = time.monotonic()
    slow = connections[0]
    while time.monotonic() - since < REQUEST_TIMEOUT - 2:
        slow.sendall(b"x")
        time.sleep(0.5)
    assert not is_closed(slow)
    time.sleep(since + REQUEST_TIMEOUT + 1 - time.monotonic())
    for connection in connections:
        connection.settimeout(5)
        with connection:
            while connection.recv(65536):  # until it is closed
                pass


def test_event_streams_and_websockets_are_connections(server: Server) -> None:
    """An address that has its share of them is refused, others are served; afterwards every place is free again."""
    run, (token, _) = server.open(world="tictactoe", seats=[None, None])
    watch = f"GET {run}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    url = f"ws://127.0.0.1:{server.port}{run}/seat"
    headers = {"Authorization": f"Bearer {token}"}
    with ExitStack() as stack:
        sit = partial(connect, proxy=None, additional_headers=headers, source_address=("127.0.0.4", 0))
        stack.enter_context(sit(url))
        for _ in range(95):
            stream = stack.enter_context(send_from(server, "127.0.0.4", watch))
            assert stream.recv(12) == b"HTTP/1.1 200"
        with send_from(server, "127.0.0.4", b"") as refused:
            assert refused.recv(12) == b"HTTP/1.1 503"
        with pytest.raises((WebSocketException, OSError, AssertionError)):  # the client's own, if it is still sending
            stack.enter_context(sit(url))
        assert seconds_of(server, f"{run}/state") < 1
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with send_from(server, "127.0.0.4", watch) as stream:
            if stream.recv(12) == b"HTTP/1.1 200":
                return
    pytest.fail("the places are not free")


def test_a_repeated_message_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message and its traceback are written once, then counted; of many different ones, the first are written."""
    monkeypatch.setattr("sys.stderr", written := io.StringIO())
    logger = logging.getLogger("uvicorn.error")
    with bounded_log():
        for _ in range(1000):
            try:
                raise ValueError("x" * 10_000)
            except ValueError:
                logger.exception("Exception in ASGI application")
        for number in range(1000):
            logger.warning("message %d", number)
    lines = written.getvalue().splitlines()
    assert sum("Traceback" in line for line in lines) == 1
    assert len(written.getvalue()) < 3 * server_log.MAX_MESSAGE_LENGTH
    assert next(line for line in lines if line.endswith(": 999 more")).startswith("arena: Exception in ASGI")
    assert lines[-1] == f"arena: other messages: {1001 - server_log.MAX_MESSAGES} more"


def test_a_message_is_written_again_after_a_while(capsys: pytest.CaptureFixture[str]) -> None:
    """The count is written at the end of the period, and then the message."""
    handler = CountingHandler(period=0.05)
    record = logging.LogRecord("asyncio", logging.WARNING, "", 0, "too bad", (), None)
    for _ in range(3):
        handler.handle(record)
    time.sleep(0.1)
    handler.handle(record)
    assert capsys.readouterr().err == "arena: too bad\narena: too bad: 2 more\narena: too bad\n"


def test_junk_fills_no_log(tmp_path: Path) -> None:
    """A thousand requests that are no HTTP are a few lines on stderr."""
    server = Server(tmp_path)
    for _ in range(1000):
        with send_from(server, "127.0.0.1", b"\x16\x03\x01 junk\r\n\r\n") as connection:
            assert connection.recv(12) == b"HTTP/1.1 400"
    code, said = server.end()
    assert (code, "Traceback" in said) == (0, False)
    assert "Invalid HTTP request received.: 999 more" in said
    assert len(said) < 2000


class _Idle:
    aborted = False

    def abort(self) -> None:
        self.aborted = True


def test_the_connection_that_is_idle_for_longest_makes_room() -> None:
    """A new connection takes the place of an idle one of its address, or of any if all places are in use."""
    connections = Connections(Slots(4, 0.75))
    idle = {name: _Idle() for name in ("a1", "a2", "b1")}
    for name, one in idle.items():
        assert connections.enter(name[0])
        connections.set_idle(one, name[0])
    assert connections.enter("b")  # the fourth and last place; it is busy
    assert connections.enter("c")
    assert [name for name, one in idle.items() if one.aborted] == ["a1"]
    connections.leave("a")
    connections.set_busy(idle["a2"])
    assert connections.enter("b")
    assert idle["b1"].aborted
    connections.leave("b")
    assert not connections.enter("d")  # no connection is idle


def test_a_closed_seat_frees_its_connection(server: Server) -> None:
    """A seat's WebSocket that is refused with an error gives its place back."""
    url = f"ws://127.0.0.1:{server.port}/runs/000000000000/seat"
    for _ in range(150):
        with connect(url, proxy=None, source_address=("127.0.0.5", 0)) as seat:
            seat.send("token\tx")
            with pytest.raises(ConnectionClosed):
                [seat.recv(timeout=20) for _ in range(2)]
