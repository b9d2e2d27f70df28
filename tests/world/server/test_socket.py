"""Seats over WebSockets on a real server: junk, replaced connections, and both ends of a clock."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.world.server.serving import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


@contextmanager
def sit(server: Server, run: str, token: str | None) -> Iterator[ClientConnection]:
    """A connection to a seat, whose token is its first line."""
    with connect(f"{server.url.replace('http', 'ws')}{run}/seat", proxy=None, max_queue=None) as socket:
        if token is not None:
            socket.send(f"token\t{token}")
        yield socket


def lines_of(socket: ClientConnection) -> Iterator[str]:
    """All that is said until the other end closes."""
    while True:
        try:
            yield str(socket.recv(timeout=20))
        except ConnectionClosed:
            return


def asked(socket: ClientConnection) -> str:
    """Be ready, and the word of the first question."""
    while True:
        word, verb, *_ = str(socket.recv(timeout=20)).split("\t")
        if verb == "newrun":
            socket.send(f"{word}\tready")
        elif verb == "getaction":
            return word


def junk(luck: random.Random) -> str | bytes:
    """A message that means nothing."""
    kinds = [
        lambda: luck.randbytes(luck.randint(0, 200)),
        lambda: "".join(
            chr(luck.choice([9, 10, 34, 123, 0x20AC, luck.randint(32, 126)])) for _ in range(luck.randint(0, 99))
        ),
        lambda: "\t".join(["feedbeef", luck.choice(["ready", "12,28", "bye", "error", "ask\ta\tb"])]),
        lambda: "x" * luck.choice([4095, 4097, 9000]),
        lambda: json.dumps({"action": "12,28"}),
        lambda: "0,0",
    ]
    return luck.choice(kinds)()


def pester(server: Server, messages: int) -> None:
    """Send so much junk to a seat, then play on as if nothing had been."""
    luck = random.Random(7)
    run, (token, _) = server.open(seats=[None, "any-random-legal-move"], budget={"bank": 3000})
    sent = 0
    while sent < messages:
        with sit(server, run, str(token)) as socket:
            asked(socket)
            try:
                for _ in range(150):
                    socket.send(junk(luck))
                    sent += 1
            except ConnectionClosed:
                pass
    told = server.ask("GET", run).json
    assert (told["plies"], told["ending"], told["turn"]) == (0, None, 0)
    with sit(server, run, str(token)) as socket:
        word = asked(socket)
        socket.send(f"{word}\t12,28")
        assert asked(socket) != word
    assert server.ask("GET", run).json["moves"][0]["action"] == "12,28"


def test_junk_leaves_a_run_intact(server: Server) -> None:
    """After 600 messages that mean nothing the run stands where it stood, and goes on."""
    pester(server, 600)


@pytest.mark.drill
def test_ten_thousand_messages_of_junk_leave_a_run_intact(server: Server) -> None:
    """The same with 10,000."""
    pester(server, 10_000)


def test_who_has_no_token_is_sent_away(server: Server) -> None:
    """Wrong tokens, wrong runs and pages of other sites get a line or a number that says so."""
    run, _ = server.open(seats=[None, None])
    for path, first in [(run, "token\twrong"), (run, "hello"), ("/runs/000000000000", "token\tx")]:
        with sit(server, path, None) as socket:
            socket.send(first)
            assert str(socket.recv(timeout=20)).startswith("error\t")
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=20)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4003
    url = f"{server.url.replace('http', 'ws')}{run}/seat"
    with pytest.raises(InvalidStatus), connect(url, proxy=None, origin=Origin("http://evil.example")):
        pass


def test_a_newer_connection_takes_the_place_of_an_older(server: Server) -> None:
    """The older one is closed with a number of its own, the newer one is asked again."""
    run, (token, _) = server.open(world="tictactoe", seats=[None, None])
    with sit(server, run, token) as older:
        asked(older)
        with sit(server, run, token) as newer:
            word = asked(newer)
            assert list(lines_of(older)) == []
            assert older.close_code == 4001
            newer.send(f"{word}\t4")
            assert server.ask("GET", f"{run}/state?seat=1&wait=20").text == "....x..../o\n"


def test_an_illegal_action_forfeits_over_the_wire_and_does_nothing_over_http(server: Server) -> None:
    """That is the difference between a mind, which is bound by the rules, and a person with curl."""
    run, (token, other) = server.open(world="tictactoe", seats=[None, None])
    assert server.ask("POST", f"{run}/action", "9", token).status == 422
    with sit(server, run, token) as socket:
        socket.send(f"{asked(socket)}\t9")
        assert str(socket.recv(timeout=20)).split("\t")[1] == "endrun"
    told = server.ask("GET", run).json
    assert (told["ending"]["kind"], told["ending"]["result"]) == ("forfeit", [0.0, 1.0])
    assert "illegal" in told["ending"]["reason"]
    assert server.ask("POST", f"{run}/action", "0", other).status == 409


def test_a_clock_runs_on_while_nobody_is_there(server: Server) -> None:
    """A seat whose bank is empty has lost on time, connected or not; who comes then hears how it ended."""
    run, (token, _) = server.open(world="tictactoe", seats=[None, None], budget={"bank": 0.2, "margin": 0})
    ending = server.ask("GET", f"{run}/state?seat=1&wait=20") and server.ask("GET", run).json["ending"]
    assert ending["result"] == [0.0, 1.0]
    assert "time" in ending["reason"]
    with sit(server, run, token) as socket:
        word, verb, *rest = str(socket.recv(timeout=20)).split("\t")
        if verb == "newrun":  # to who comes in the very moment of the end
            socket.send(f"{word}\tready")
            rest = str(socket.recv(timeout=20)).split("\t")
        assert "forfeit" in str(rest)


def test_acting_over_http_is_heard_at_the_socket(server: Server) -> None:
    """Both are doors to the same seat: a question that was answered by HTTP is no question any more."""
    run, (token, other) = server.open(world="tictactoe", seats=[None, None])
    with sit(server, run, token) as socket:
        word = asked(socket)
        assert server.ask("POST", f"{run}/action", "4", token).status == 200
        socket.send(f"{word}\t0")
        assert "too late" in str(socket.recv(timeout=20))
        assert server.ask("POST", f"{run}/action", "0", other).status == 200
        assert asked(socket) != word
