"""`arena uci`: any mind in any chess GUI, driven by python-chess and by nonsense."""

import random
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import chess
import chess.engine
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.play import play_game
from minds import Position
from minds.search.allowance import allowance
from minds.uci.words import go, info_line, option_lines, place
from tests.arena.cell.test_jail import mind
from tests.arena.command import ARENA
from world.api import Budget

pytestmark = pytest.mark.long
SIDES = (Position(), Position("4k3/8/8/8/8/8/8/4K2R b K - 0 1"))  # White to move, Black to move


class Talk:
    """A conversation with `arena uci`, line by line."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, word: str) -> list[str]:
        """Return the lines up to the one that begins with this word."""
        assert self.process.stdout is not None
        heard = []
        for line in self.process.stdout:
            heard.append(line.rstrip("\n"))
            if line.startswith(word):
                return heard
        raise AssertionError(f"it has ended without {word}: {heard[-5:]}")


@contextmanager
def talk(spec: str) -> Iterator[Talk]:
    with subprocess.Popen([ARENA, "uci", spec], stdin=-1, stdout=-1, text=True, bufsize=1) as process:
        yield Talk(process)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(20) == 0, "the end of its input is a reason to leave"


@pytest.mark.parametrize("spec", ["pst-engine", "{folder}/mind.py"])
def test_python_chess_plays_a_whole_game(tmp_path: Path, spec: str, caplog: pytest.LogCaptureFixture) -> None:
    """chess.engine plays whole games with a built-in mind and a student's file, without a warning."""
    mind(
        tmp_path, "return max(state.position.legal_moves(), key=lambda move: (move.captured_value, self.rng.random()))"
    )
    board = chess.Board()
    with chess.engine.SimpleEngine.popen_uci([ARENA, "uci", spec.format(folder=tmp_path)]) as engine:
        while not board.is_game_over(claim_draw=True) and board.ply() < 120:
            found = engine.play(board, chess.engine.Limit(nodes=2000), game=1)
            assert found.move in board.legal_moves
            board.push(found.move)
    assert board.ply() >= 10
    assert [record.getMessage() for record in caplog.records if record.levelname in ("WARNING", "ERROR")] == []


def test_it_is_as_in_the_arena() -> None:
    """A mind gives the same answer under the same nodes as in the arena, with info lines on the way."""
    with talk("pst-engine") as it:
        it.say("uci")
        offered = it.until("uciok")
        assert "option name depth type spin default 60 min 0 max 1000000" in offered
        assert "option name Hash type spin default 16 min 1 max 1024" in offered
        it.say("position startpos moves e2e4 e7e5", "go nodes 20000")
        said = it.until("bestmove")
        assert said[-2].startswith("info depth ")
        first = said[-1]
        it.say("ucinewgame", "position startpos moves e2e4 e7e5", "go nodes 20000")
        assert it.until("bestmove")[-1] == first
        it.say("setoption name Depth value 1", "go nodes 20000")
        assert any(line.startswith("info depth 1 ") for line in it.until("bestmove"))


def test_it_listens_while_it_thinks() -> None:
    """During a search `isready` is answered and `stop` ends it; a ponder search waits for ponderhit."""
    with talk("pst-engine") as it:
        it.say("position startpos", "go infinite", "isready")
        assert not any(line.startswith("bestmove") for line in it.until("readyok"))
        while not re.search(r" nodes \d{7}", it.until("info depth")[-1]):
            pass  # it goes on, far beyond what it looks at where nobody says how much
        it.say("stop")
        assert it.until("bestmove")[-1] != "bestmove 0000"
        it.say("go ponder wtime 1000 btime 1000", "isready")
        assert not any(line.startswith("bestmove") for line in it.until("readyok"))
        it.say("ponderhit")
        it.until("bestmove")
        it.say("go ponder wtime 1000 btime 1000", "stop")
        it.until("bestmove")


def test_it_is_ready_when_it_says_so(tmp_path: Path) -> None:
    """Slow preparations are done before `readyok`, also after setoption, and a failure is reported."""
    with talk("pst-engine") as it:
        it.say("setoption name Hash value 32", "ucinewgame", "isready")
        it.until("readyok")
        it.say("position startpos", "go movetime 100")
        said = it.until("bestmove")
        assert int(re.search(r" time (\d+)", said[-2])[1]) < 1000  # type: ignore[index]
    path = tmp_path / "broken.py"
    path.write_text(
        "from minds import Mind\n\nclass Broken(Mind):\n    def newrun(self):\n        1 / 0\n", encoding="utf-8"
    )
    with talk(str(path)) as it:
        it.say("isready", "isready")
        it.until("readyok")
        assert any("ZeroDivisionError" in line for line in it.until("readyok"))


def test_a_mind_that_cannot_be_stopped_says_so(tmp_path: Path) -> None:
    """A mind that cannot be stopped says so and answers later; one that fails is explained, and asked again."""
    spec = mind(tmp_path, "return '12,28' if state.position.turn == 0 else 1 / 0")
    with talk(spec) as it:
        it.say("position startpos", "go infinite", "stop")
        said = it.until("bestmove")
        assert said[-1] == "bestmove e2e4"
        it.say("position startpos moves e2e4", "go depth 1")
        said = it.until("bestmove")
        assert "ZeroDivisionError" in said[0]
        assert said[-1] == "bestmove 0000"
        it.say("position startpos", "go depth 1")
        assert it.until("bestmove")[-1] == "bestmove e2e4"


def test_ten_thousand_broken_lines_leave_it_answering() -> None:
    """After random words, damaged commands and binary data it reports problems and still answers."""
    chance = random.Random(7)
    words = (
        "uci position startpos fen moves e2e4 e7e5 go depth nodes wtime -5 99999999999999999999 setoption name value"
    )
    words += (
        " depth Hash x 8/8/8/8/8/8/8/8 w - 0 1 \0 \xff é ucinewgame perft d stop ponderhit searchmoves movetime 1 mate"
    )
    known = words.split(" ")
    with talk("pst-engine:depth=3") as it:
        for block in range(20):
            lines = [" ".join(chance.choices(known, k=chance.randint(0, 9))) for _ in range(500)]
            it.say(*(line for line in lines if "perft 9" not in line and "quit" not in line))
            it.say(f"isready {block}")
            it.until("readyok")
        it.say("stop", "ucinewgame", "position startpos", "isready")
        it.until("readyok")
        it.say("go depth 1")
        assert chess.Move.from_uci(it.until("bestmove")[-1].split()[1]) in chess.Board().legal_moves


def test_by_uci_it_plays_the_same_games(tmp_path: Path) -> None:
    """Games over UCI are the same, move by move, as games in the process."""
    path = tmp_path / "ourselves"
    path.write_text(f"#!/bin/sh\nexec {ARENA} uci pst-engine\n", encoding="utf-8")
    path.chmod(0o755)
    for opening in ("12,28", "11,27"):
        games = [
            play_game("chess", list(specs), budgets=[Budget(nodes=3000)], opening=[opening], max_plies=60).actions
            for specs in (("pst-engine",) * 2, ("pst-engine", f"uci:{path}"), (f"uci:{path}", "pst-engine"))
        ]
        assert games[0] == games[1] == games[2]


@given(st.text(), st.integers(0, 1))
def test_words_are_read_or_refused(text: str, turn: int) -> None:
    """Any words after go or position give sensible limits, or one of our errors."""
    for read in (place, lambda words: go(words, SIDES[turn])):
        with suppress(ValueError):
            read(text.split())


def test_limits_in_our_words() -> None:
    """Clocks are read for the side to move, a mate becomes a depth, and infinite the largest depth."""
    clock = ["wtime", "60000", "winc", "600", "btime", "1", "binc", "1"]
    white = SIDES[0]
    assert go(clock, white).budget == Budget(bank=59.98, increment=0.6)
    assert go(["mate", "3"], white).budget == Budget(depth=18)
    assert go(["infinite"], white).is_endless
    assert not go(["infinite"], white).budget.is_unlimited
    assert go(["movetime", "1000", "nodes", "5", "depth", "3"], white).budget == Budget(3, 5, 0.98)


@given(st.integers(0, 10**6), st.integers(0, 200))
def test_moves_to_go_share_the_time(milliseconds: int, moves: int) -> None:
    """With movestogo a usual move takes its share, a hard one more, and none more than there is."""
    found = allowance(go(["btime", str(milliseconds), "movestogo", str(moves)], SIDES[1]).budget)
    assert found is not None
    if moves:
        assert found.usual <= max(0.001, milliseconds / 1000 / moves + 1e-6)
        assert found.most <= max(0.001, 0.8 * milliseconds / 1000)
        assert found.most <= max(0.001, 3 * milliseconds / 1000 / moves)


def test_what_makes_no_sense_is_remarked_upon() -> None:
    """Wrong words after go are reported, and a move is played all the same."""
    for words in ([], ["depth"], ["nodes", "many"], ["searchmoves", "e2e5"], ["wtime"]):
        assert go(words, SIDES[0]).budget == Budget()
    assert "nodes many; expected a whole number" in go(["nodes", "many", "depth", "3"], SIDES[0]).remark
    assert go(["nodes", "9" * 30], SIDES[0]).budget.nodes == 10**9


def test_moves_to_be_searched_can_be_named(tmp_path: Path) -> None:
    """With searchmoves an engine considers these alone; a mind that considers all says so."""
    with talk("pst-engine") as it:
        it.say("position startpos", "go nodes 5000 searchmoves a2a3 h2h3 e2e5")
        assert it.until("bestmove")[-1] in ("bestmove a2a3", "bestmove h2h3")
        it.say("go")
        assert it.until("bestmove")[-1] != "bestmove 0000"
    with talk(mind(tmp_path, "return '12,28'")) as it:
        it.say("position startpos", "go depth 1 searchmoves a2a3")
        assert any("considered all moves" in line for line in it.until("bestmove"))


def test_parameters_are_options() -> None:
    """Each type of default has its type of option."""
    lines = list(option_lines({"depth": 3, "bold": True, "style": "", "speed": 0.5, "hash": 16, "odd": object()}))
    assert lines == [
        "option name depth type spin default 3 min 0 max 1000000",
        "option name bold type check default true",
        "option name style type string default <empty>",
        "option name speed type string default 0.5",
        "option name Hash type spin default 16 min 1 max 1024",
        "option name Clear Hash type button",
    ]


def test_thoughts_are_told_with_care() -> None:
    """A stranger's thoughts become numbers and moves, or nothing."""
    thoughts = {"depth": 3, "score": 12.6, "nodes": 100, "pv": ["12,28", "nonsense"]}
    assert info_line(thoughts, 0.1) == "info depth 3 score cp 13 nodes 100 nps 1000 time 100 pv e2e4"
    assert info_line({"depth": "1\nbestmove e2e4", "score": "x", "nodes": -1, "pv": 7}, 0.0) == "info time 0"
    assert info_line({"mate": -2}, 0.0) == "info score mate -2 time 0"
