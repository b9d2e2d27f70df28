"""Minds that play on a server from elsewhere: by a seat's token, or in a tournament by their name."""

import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.cli.join import Joined, called_to, converse, responding
from arena.errors import ServeError
from arena.remote.responder import Responder
from minds.host import MindPlayer
from minds.registry import load
from tests.arena.command import arena
from tests.conftest import block_of
from tests.drills.bounded import bounded
from tests.world.server.serving import Server, serving
from world.api import Ending, Run, State
from world.wire import Call

pytestmark = pytest.mark.long
ENDINGS = ("arena: three in a row", "arena: full board")
ARENA = [sys.executable, "-m", "arena"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


def start(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*ARENA, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )


def end(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    said, complained = process.communicate(timeout=60)
    return process.returncode, said, complained


def test_the_mind_in_bash_of_the_page_plays_over_a_websocket(server: Server, tmp_path: Path) -> None:
    """`arena join` brings the twelve lines of bash of world/README.md to a seat of a server."""
    (tmp_path / "first.sh").write_text(block_of("world/README.md", "bash"), encoding="utf-8")
    run, (token, _) = server.open(world="tictactoe", seats=[None, "minimax"])
    mind = f"cmd:bash {tmp_path / 'first.sh'}"
    code, said, complained = end(start("join", server.url + run, mind, "--token", str(token), "--json"))
    assert (code, complained) == (0, "")
    told = server.ask("GET", run).json
    assert json.loads(said) == {"ending": "three in a row", "result": [0.0, 1.0], "score": "0:1"}
    assert told["moves"][0]["action"] == "0"


def test_a_stranger_s_words_are_one_line_each(server: Server) -> None:
    """What cannot be joined is said in one line, with an exit code that says so."""
    nowhere = ["join", "http://127.0.0.1:9/runs/1", "minimax", "--token", "x"]
    cases = [
        (["join", f"{server.url}/runs/123456789abc", "minimax", "--token", "x"], "no such run"),
        (["join", "nowhere", "minimax", "--token", "x"], "is no address"),
        (["join", server.url, "minimax"], "neither --token nor --name given; expected --token for a seat, --name for"),
        (
            ["join", server.url, "minimax", "--token", "x", "--name", "y"],
            "both --token and --name given; expected",
        ),
        ([*nowhere, "--patience", "0"], "after 0 s: connection refused; is it running?"),
        ([*nowhere, "--patience", "0.2"], "(connection refused); trying for 0.2 s, Ctrl-C stops\narena: no server at"),
        (["run", "remote:alice", "minimax"], "--serve PORT"),
        (["check", "remote:alice"], "--serve PORT"),
        (["run", "minimax", "alphabeta", "--serve", "0"], "needs a remote mind"),
        (["run", "remote:a b", "minimax"], "remote:NAME"),
    ]
    for given, expected in cases:
        done = arena(*given)
        assert done.returncode == 2
        assert expected in done.stderr
        assert "Traceback" not in done.stderr


def test_a_tournament_is_played_with_minds_that_join_by_name(tmp_path: Path) -> None:
    """`arena run remote:alice remote:bob --serve` waits for both, and when it is gone on with they are there again."""
    options = ["--world", "tictactoe", "--games", "30", "--out", str(tmp_path), "--serve"]
    host = start("run", "remote:alice", "remote:bob", *options, "0", "--password", "sesame")
    assert host.stderr is not None
    port = re.findall(r"http://\S+:(\d+)", host.stderr.readline())[0]
    joining = ["join", f"http://127.0.0.1:{port}", "any-random-legal-move", "--name"]
    guests = [start(*joining, name, "--password", "sesame") for name in ("alice", "bob")]
    code, _, complained = end(start(*joining, "alice", "--password", "open"))
    assert (code, "wrong password" in complained) == (2, True)
    said = guests[0].stderr
    assert said is not None
    while not said.readline().startswith(ENDINGS):
        pass
    host.send_signal(signal.SIGINT)
    code, _, complained = end(host)
    assert code == 130
    assert "waiting for alice" in complained or "waiting for bob" in complained
    code, standings, complained = end(start("resume", str(tmp_path), "--serve", port, "--password", "sesame", "--json"))
    assert code == 0, complained
    assert {(row["mind"], row["games"], row["forfeits"]) for row in json.loads(standings)} == {
        ("remote:alice", 30, 0),
        ("remote:bob", 30, 0),
    }
    for guest in guests:
        code, _, complained = end(guest)
        assert code == 0, complained
        assert "the tournament is over" in complained


def test_a_guest_does_not_wait_for_a_lost_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game whose server is gone ends with the tournament, not minutes later when patience does."""
    joined = Joined("ws://127.0.0.1:9", "alice", "", "any-random-legal-move", patience=60, trusted=False)
    announced = threading.Event()

    def hear_of_a_game(url: str, password: str, respond: Callable[[str], Any], *rest: Any) -> None:
        if url.endswith("/seat"):
            announced.set()
            converse(url, password, respond, *rest)
            return
        respond('play\t{"run":"/runs/0123456789ab","token":"x"}')
        assert announced.wait(30)

    monkeypatch.setattr("arena.cli.join.converse", hear_of_a_game)
    with bounded(20):
        joined.play()
    assert "the tournament is over" in capsys.readouterr().err


def test_a_guest_who_was_cut_off_goes_on_with_its_run() -> None:
    """Told of the same run again it does not begin anew, and says the same again to the same question."""

    class Counting(MindPlayer):
        newruns = asked = 0

        def newrun(self, run: Run) -> None:
            self.newruns += 1
            super().newrun(run)

        def getaction(self, state: State):  # type: ignore[no-untyped-def]
            self.asked += 1
            return super().getaction(state)

    player = Counting(load("minimax"))
    guest = Responder(player)
    run = 'newrun\t{"world":"tictactoe","seat":0,"seed":7,"budget":{"bank":%d},"opponent":"x","start":"........./x"}'
    question = 'getaction\t........./x\t{"budget":{"bank":9},"since":[],"actions":["0","1"]}'
    assert guest.respond("1\t" + run % 10) == "1\tready"
    first = guest.respond("2\t" + question)
    assert guest.respond("3\t" + run % 8) == "3\tready"
    assert guest.respond("4\t" + question) == "4" + str(first)[1:]
    assert (player.newruns, player.asked) == (1, 1)
    assert guest.respond('5\tendrun\t{"result":[0.5,0.5],"ending":"full board"}') == "5\tbye"
    assert guest.ended is not None
    assert guest.respond("6\tgetaction\tx") == "6" + str(guest.respond("7\tgetaction\tx"))[1:]
    assert str(guest.respond("8\tdance")).startswith("8\terror\t{")
    assert guest.respond("error\tno") is None
    assert player.mind.ending == Ending("full board", (0.5, 0.5))


@pytest.mark.parametrize("told", ['{"run":"@127.0.0.1:9/evil","token":"x"}', "[]", "{}", "null", "{", '{"run":3}'])
def test_a_server_calls_to_itself_only(told: str) -> None:
    """Whatever else a call says is an error of the server's, and nobody is connected to."""
    with pytest.raises(ServeError, match="expected a run and a token"):
        called_to(told)
    assert called_to('{"run":"/runs/0123456789ab","token":"x"}') == Call("/runs/0123456789ab", "x")


def test_who_comes_too_late_is_told_why(server: Server) -> None:
    """A seat whose clock has run out before anybody sat down is lost, and `arena join` says by what."""
    run, (token, _) = server.open(world="tictactoe", seats=[None, "minimax"], budget=[{"movetime": 0.01}, None])
    code, said, _ = end(start("join", server.url + run, "minimax", "--token", str(token)))
    assert (code, said) == (0, "forfeit (time: no answer within 0.060 s) 0:1\n")


def test_what_a_server_says_is_no_order_to_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Its complaints are shown without whatever would change a title or a colour."""
    responding(Responder(MindPlayer(load("minimax"))))("error\t\x1b]0;mine\x07\x1b[31mred")
    told = capsys.readouterr().err
    assert "red" in told
    assert told.strip().isprintable()
