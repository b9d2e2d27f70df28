"""UCI engines as minds: the real Stockfish, and programs that break the protocol."""

import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from arena.tournament.play import play_game
from minds.api import State
from minds.errors import ParameterError, SpecError
from minds.registry import check, label, load
from minds.spec import read_spec
from minds.uci.engine import EngineError, UciEngine, go_words, position_words, read_info
from world.api import Budget, Run

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STATE = State(START, "chess", 0, Budget(nodes=1000), (), START)
HELLO = """option name Hash type spin default 16 min 1 max 64
option name Style type combo default Calm var Calm var Very Wild"""


def engine(folder: Path, body: str) -> str:
    """Write a program that greets as an engine does, and then runs the body for each `line` that it reads."""
    path = folder / "engine"
    greeting = f"    if line == 'uci': print({HELLO!r} + '\\nuciok', flush=True)\n"
    ready = "    elif line == 'isready': print('readyok', flush=True)\n"
    loop = "import os, sys, time\nfor line in map(str.strip, sys.stdin):\n"
    path.write_text(f"#!{sys.executable} -I\n{loop}{greeting}{ready}    {body}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def test_stockfish_plays() -> None:
    """Stockfish plays a whole game under a node budget, twice the same, with its thoughts on record."""
    games = [
        play_game("chess", ["uci:stockfish?Threads=1", "minimax:depth=2"], budgets=[Budget(nodes=500)]) for _ in "12"
    ]
    assert games[0].ending == games[1].ending
    assert games[0].actions == games[1].actions
    assert games[0].ending.result == (1.0, 0.0)
    assert games[0].minds[0] == "stockfish:Threads=1"
    told = games[0].plies[0].thoughts or {}
    assert {"depth", "seldepth", "nodes", "nps", "score", "pv", "hashfull"} <= told.keys()
    assert told["pv"][0] == games[0].actions[0]


@pytest.mark.parametrize(
    "given", [Budget(depth=3), Budget(movetime=0.1), Budget(bank=1.0, increment=0.01), Budget(), Budget(nodes=1)]
)
def test_stockfish_keeps_to_budgets(given: Budget) -> None:
    """Stockfish keeps to a depth, a time for the move, a clock, and no budget at all."""
    mind = load("uci:stockfish")
    mind.newrun()
    assert isinstance(mind, UciEngine)
    try:
        state = State(START, "chess", 0, given, (), START)
        assert mind.getaction(state)
        assert given.depth is None or (mind.thoughts or {})["depth"] <= given.depth
    finally:
        mind.close()


def test_a_queen_need_not_be_named() -> None:
    """A promotion without a piece is sent to the engine as one to a queen."""
    start = "7k/P7/8/8/8/8/8/K7 w - - 0 1"
    state = State("Q6k/8/8/8/8/8/8/K7 b - - 0 1", "chess", 1, Budget(), ("48,56",), start)
    assert position_words(state) == f"position fen {start} moves a7a8q"


@pytest.mark.parametrize(
    ("budget", "words"),
    [
        (Budget(depth=3, nodes=10), "depth 3 nodes 10"),
        (Budget(movetime=0.25), "movetime 250"),
        (Budget(bank=60.0, increment=0.6), "wtime 60000 winc 600 btime 60000 binc 600"),
        (Budget(bank=0.0), "wtime 1 winc 0 btime 1 binc 0"),
        (Budget(), "movetime 1000"),
    ],
)
def test_budgets_in_the_words_of_uci(budget: Budget, words: str) -> None:
    """Seconds become milliseconds; without a budget the engine has one second."""
    assert go_words(budget) == words


def test_info_is_read_with_care() -> None:
    """Info lines give numbers and the best line only; anything else is ignored."""
    line = "info depth 8 seldepth 12 multipv 1 score cp -31 nodes 5000 nps 100000 hashfull 3 time 50 pv e2e4 e7e5"
    assert read_info(line) == {
        "depth": 8, "seldepth": 12, "score": -31, "nodes": 5000, "nps": 100000, "hashfull": 3, "pv": ["12,28", "52,36"],
    }  # fmt: skip
    assert read_info("info depth 3 score mate -2 pv e2e4") == {"depth": 3, "mate": -2, "pv": ["12,28"]}
    assert read_info("info multipv 2 depth 9") == {}
    assert read_info("info string depth 9") == {}
    assert read_info("info depth x nodes -5 score cp 1e5 pv nonsense") == {}


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("uci:no-such-engine", "no program 'no-such-engine'"),
        ("uci:", "expected parameters after the colon"),
        ("uci:?Hash=1", "no program ''"),
        ("uci:stockfish?Hash", "expected Option=value"),
        ("uci:stockfish?Hash=1&Hash=2", "names an option twice"),
        ("uci:stockfish?Hsh=16", "did you mean Hash?"),
        ("uci:stockfish?Hash=many", "expected a whole number"),
        ("uci:stockfish?Hash=0", "expected 1 to"),
        ("uci:stockfish?UCI_LimitStrength=yes", "expected true or false"),
        ("uci:true", "has ended"),
    ],
)
def test_wrong_specs_are_told(spec: str, said: str) -> None:
    """A wrong spec is an error before any game, with what was given and what was expected."""
    with pytest.raises(SpecError, match=said.replace("?", r"\?")):
        check(spec)


def test_options_may_have_spaces(tmp_path: Path) -> None:
    """Names and values may have encoded spaces, and a combo accepts only its choices."""
    program = engine(tmp_path, "pass")
    spec = f"uci:{program}?Style={quote('Very Wild')}&hash=2"
    check(spec)
    assert read_spec(spec).parameters == {"Style": "Very Wild", "hash": "2"}
    assert label(spec) == "engine:Style=Very Wild,hash=2"
    with pytest.raises(ParameterError, match="expected one of Calm, Very Wild"):
        check(f"uci:{program}?Style=Wild")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("elif line.startswith('go'): sys.exit(3)", "has ended .exit code 3."),
        ("elif line.startswith('go'): print('bestmove', flush=True)", "expected bestmove and a move"),
        ("elif line.startswith('go'): print('bestmove (none)', flush=True)", "expected bestmove and a move"),
        ("elif line.startswith('go'): print('x' * 300_000, flush=True)", "line of more than"),
        ("elif line.startswith('go'): time.sleep(60)", "has not sent bestmove"),
        ("elif line.startswith('go'):\n        while True: print('info depth 1')", "has not sent bestmove"),
    ],
)
def test_bad_engines_are_explained(tmp_path: Path, body: str, said: str) -> None:
    """Silence, floods, nonsense and death each raise an error that says so, soon after the time is up."""
    mind = UciEngine(engine(tmp_path, body))
    mind.newrun()
    asked = State(START, "chess", 0, Budget(movetime=0.1), (), START)
    try:
        with pytest.raises(EngineError, match=said):
            mind.getaction(asked)
    finally:
        mind.close()


def test_a_hanging_engine_loses_and_is_gone(tmp_path: Path) -> None:
    """A hanging engine loses on time, and its process ends with the mind's."""
    note = tmp_path / "pid"
    hang = f"elif line.startswith('go'): open({str(note)!r}, 'w').write(str(__import__('os').getpid())); time.sleep(60)"
    record = play_game("chess", [f"uci:{engine(tmp_path, hang)}", "minimax"], budgets=[Budget(movetime=0.2)])
    assert record.ending.fault is not None
    assert record.ending.fault.kind == "time"
    assert not Path(f"/proc/{note.read_text(encoding='utf-8')}").exists()


def test_scripts_find_the_programs_they_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines find Debian's folder of games on their path, as the script `gnuchessu` needs."""
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    path = tmp_path / "fish"
    path.write_text("#!/bin/sh\nexec stockfish\n", encoding="utf-8")
    path.chmod(0o755)
    mind = UciEngine(str(path))
    mind.newrun()
    mind.close()


def test_a_program_that_dies_loses_one_game(tmp_path: Path) -> None:
    """An engine that dies is started again for the next game."""
    flag = tmp_path / "flag"
    body = (
        f"elif line.startswith('go') and not os.path.exists({str(flag)!r}): open({str(flag)!r}, 'w'); os.abort()\n"
        "    elif line.startswith('go'): print('bestmove e2e4', flush=True)"
    )
    mind = UciEngine(engine(tmp_path, body))
    mind.newrun()
    with pytest.raises(EngineError, match="has ended"):
        mind.getaction(STATE)
    mind.newrun()
    assert mind.getaction(STATE) == "12,28"
    mind.close()


def test_every_game_is_announced(tmp_path: Path) -> None:
    """One process gets `ucinewgame` and `isready` once for each game."""
    said = tmp_path / "said"
    body = (
        f"if line.startswith('go'): print('bestmove e2e4', flush=True)\n    print(line, file=open({str(said)!r}, 'a'))"
    )
    mind = UciEngine(engine(tmp_path, body))
    for _ in range(2):
        mind.run = Run("chess", 0)
        mind.newrun()
        assert mind.getaction(STATE) == "12,28"
    mind.close()
    words = [line.split()[0] for line in said.read_text(encoding="utf-8").splitlines()]
    assert words == ["uci", "isready", *["ucinewgame", "isready", "position", "go"] * 2, "quit"]
