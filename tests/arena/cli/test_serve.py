"""`arena serve`: signals, kill -9, restarts, one server for a folder, and which minds clients may name."""

import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from arena.cli.http_server import listen
from arena.cli.join import converse, seat_url
from arena.remote.responder import Responder
from minds.host import MindPlayer
from minds.registry import load
from tests.conftest import ROOT, block_of
from tests.world.server.serving import Server, serving
from world.record import read_record

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served"), "--idle", "1.5") as server:
        yield server


class Mind:
    """A remote mind in a thread that plays a seat to the end of its run, also through a restart of the server."""

    def __init__(self, url: str, token: str) -> None:
        self.responder = Responder(MindPlayer(load("any-random-legal-move")))
        self.failed: BaseException | None = None
        self.thread = Thread(target=self._play, args=[seat_url(url), token], daemon=True)
        self.thread.start()

    def _play(self, url: str, token: str) -> None:
        try:
            converse(url, token, self.responder.respond, patience=60)
        except BaseException as problem:
            self.failed = problem

    def end(self) -> str:
        """Return how the run ended."""
        self.thread.join(600)
        assert self.failed is None, self.failed
        assert self.responder.ended is not None
        return self.responder.ended.ending


def kept(data: Path) -> dict[str, tuple[int, str | None]]:
    """Return the plies and the record of every run in the store of a stopped server."""
    connection = sqlite3.connect(data / "served.sqlite")
    try:
        runs = connection.execute("SELECT id, record FROM runs").fetchall()
        plies: dict[str, list[int]] = {run: [] for run, _ in runs}
        for run, number in connection.execute("SELECT run, number FROM plies ORDER BY run, number"):
            plies[run].append(number)
    finally:
        connection.close()
    assert all(numbers == list(range(len(numbers))) for numbers in plies.values())
    assert all(not plies[run] for run, record in runs if record is not None)
    return {run: (len(plies[run]), record) for run, record in runs}


def kill_in_the_middle(data: Path, games: int) -> list[str]:
    """Kill a server while remote minds play some games, restart it, and return how the games ended."""
    server = Server(data, "--runs", str(games))
    opened = [server.open(seats=[None, None], seed=number) for number in range(games)]
    minds = [Mind(server.url + run, str(token)) for run, tokens in opened for token in tokens]
    while min(server.ask("GET", run).json["plies"] for run, _ in opened[-3:]) < 10:
        time.sleep(0.01)
    details = {run: server.ask("GET", run).json["moves"] for run, _ in opened}
    server.kill()
    found = kept(data)
    for run, moves in details.items():
        plies, record = found[run.rpartition("/")[2]]
        assert record is not None or plies >= len(moves)  # what clients have seen is saved
    server = Server(data, "--runs", str(games), port=server.port)
    try:
        endings = [mind.end() for mind in minds]
        for run, moves in details.items():
            now = server.ask("GET", run).json
            assert now["moves"][: len(moves)] == moves
            assert now["ending"]["kind"] not in ("void", "forfeit", "expired"), now["ending"]
    finally:
        code, said = server.end()
    assert code == 0, said
    for plies, record in kept(data).values():
        assert plies == 0
        assert record is not None
        assert read_record(record).plies
    return endings


def test_a_killed_server_resumes_its_runs(tmp_path: Path) -> None:
    """After kill -9 and a restart, remote minds reconnect and play their three games to the end."""
    assert len(kill_in_the_middle(tmp_path, 3)) == 6


@pytest.mark.drill
def test_a_killed_server_resumes_fifty_runs(tmp_path: Path) -> None:
    """The same with fifty games and a hundred remote minds."""
    assert len(kill_in_the_middle(tmp_path, 50)) == 100


def test_a_run_that_cannot_be_resumed_is_void(tmp_path: Path) -> None:
    """A run whose mind no longer exists is void after a restart, with the reason; finished runs can still be read."""
    with serving(tmp_path) as server:
        over, (token, _) = server.open(world="tictactoe", seats=[None, None])
        ended = server.ask("POST", f"{over}/resign", token=token).json
        lost, _ = server.open(world="tictactoe", seats=[None, "minimax"])
        assert server.end()[0] == 0
    connection = sqlite3.connect(tmp_path / "served.sqlite")
    connection.execute("UPDATE runs SET terms = replace(terms, 'minimax', 'maximin')")
    connection.commit()
    connection.close()
    with serving(tmp_path) as server:
        details = server.ask("GET", f"{lost}/state?seat=1&wait=20") and server.ask("GET", lost).json
        assert details["ending"]["kind"].startswith("void: this server has no mind of this name")
        assert details["score"] == [0.0, 0.0]
        assert server.ask("GET", over).json == ended | {"clocks": [None, None]}
        assert {run["id"] for run in server.ask("GET", "/runs").json["runs"]} == {over[6:], lost[6:]}


def test_answers_are_sent_at_once() -> None:
    """A connection does not hold the body of an answer back until its head is acknowledged."""
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    """Ctrl-C and SIGTERM give exit code 0 without a traceback, also with a watcher; the run resumes after a restart."""
    server = Server(tmp_path)
    run, (token, _) = server.open(seats=[None, "any-random-legal-move"])
    assert server.ask("POST", f"{run}/action", "12,28", token).status == 200
    with socket.create_connection(("127.0.0.1", server.port)) as watcher:
        watcher.sendall(f"GET {run}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        assert watcher.recv(100)
        code, said = server.end(number)
    assert code == 0
    assert "only this machine can reach it" in said
    assert str(tmp_path) in said
    assert "Traceback" not in said
    with serving(tmp_path) as server:
        assert server.ask("GET", f"{run}/state?seat=0&wait=20").status == 200
        assert server.ask("GET", run).json["plies"] == 2


def test_two_servers_do_not_share_a_folder(server: Server, tmp_path: Path) -> None:
    """A second server on the same data, a damaged store, and an address in use each give a one-line error."""
    (tmp_path / "served.sqlite").write_text(
        "this is no store, but long enough to be taken for one" * 20, encoding="utf-8"
    )
    data = re.findall(r"saved in (.*)/served.sqlite", "".join(server.said))[0]
    cases = [
        (["--data", data, "--port", "0"], "another server"),
        (["--data", str(tmp_path), "--port", "0"], "cannot be used"),
        (["--data", str(tmp_path / "other"), "--port", str(server.port)], "cannot listen"),
        (["--data", str(tmp_path / "other"), "--host", "nowhere.invalid"], "cannot listen"),
    ]
    for options, expected in cases:
        command = [sys.executable, "-m", "arena", "serve", *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 2
        assert expected in done.stderr
        assert "Traceback" not in done.stderr


def test_idle_runs_expire(server: Server) -> None:
    """A run without a clock expires without a winner when nobody acts."""
    run, _ = server.open(world="tictactoe", seats=[None, None])
    chess, _ = server.open(seats=[None, None])
    server.ask("GET", f"{run}/state?seat=1&wait=20")
    assert server.ask("GET", run).json["ending"] == {"kind": "expired", "result": [0.0, 0.0], "reason": ""}
    server.ask("GET", f"{chess}/state?seat=1&wait=20")
    assert server.ask("GET", f"{chess}/record").text.endswith("{ expired } *\n\n")


@pytest.mark.parametrize(
    "spec",
    [
        "world/api.py",
        "tests/conftest.py:Mind",
        "cmd:cat /etc/passwd",
        "uci:stockfish",
        "remote:alice",
        "pst-engine:hash=4096",
        "pst-engine:threads=64",
        "society:members=cmd:id",
        "minimax:depth=9999",
        "minimax:depth=-1",
        "../../etc/passwd",
        "minimax\n",
        "",
    ],
)
def test_clients_can_only_name_the_servers_minds(server: Server, spec: str) -> None:
    """Files, commands, engines and costly parameters are refused, without a path in the answer."""
    answer = server.ask("POST", "/runs", {"seats": [None, spec]})
    assert answer.status == 422
    assert str(ROOT) not in answer.text
    assert "Traceback" not in answer.text


def test_curl_alone_plays_a_game(server: Server, tmp_path: Path) -> None:
    """The script in world/README.md plays a game to its end and prints the record."""
    script = block_of("world/README.md", "bash", 1).replace("http://127.0.0.1:8000", server.url)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "tictactoe: guest – minimax" in done.stdout
    assert re.search(r"three in a row|full board", done.stdout)
