"""The arena command: data on stdout, errors of one line, exit codes."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.bench import rivals, rules
from arena.bench.rules import JOBS
from arena.cli import interruptible
from tests.arena.command import ARENA, arena, arena_process

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def test_perft_counts() -> None:
    """`arena perft` prints nodes, seconds and nodes a second."""
    done = arena_process("perft", "startpos", "4")
    assert (done.returncode, done.stderr) == (0, "")
    words = [line.split() for line in done.stdout.splitlines()]
    assert words[0] == ["nodes", "197281"]
    assert [word[0] for word in words] == ["nodes", "seconds", "nodes/s"]


@pytest.mark.parametrize("fen", [[KIWIPETE], KIWIPETE.split()], ids=["quoted", "bare"])
def test_perft_takes_a_fen(fen: list[str]) -> None:
    """A FEN may be quoted or not."""
    assert arena("perft", *fen, "3").stdout.startswith("nodes    97862\n")


def test_perft_divides() -> None:
    """--divide counts for each first move, and the parts add up to the whole."""
    done = arena("perft", KIWIPETE, "3", "--divide", "--json")
    result = json.loads(done.stdout)
    assert result["divide"]["e1g1"] == 2059
    assert sum(result["divide"].values()) == result["nodes"] == 97862
    assert len(result["divide"]) == 48
    plain = arena("perft", KIWIPETE, "3", "--divide").stdout.splitlines()
    assert plain[:48] == sorted(f"{move}: {count}" for move, count in result["divide"].items())


@pytest.mark.parametrize("depth", ["0", "1"])
def test_perft_of_nothing_much(depth: str) -> None:
    """The smallest depths count 1 and all moves, divided or not."""
    for options in ([], ["--divide"]):
        assert json.loads(arena("perft", "startpos", depth, "--json", *options).stdout)["nodes"] == 20 ** int(depth)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["perft"], "expected a FEN or startpos, and then a depth"),
        (["perft", "startpos"], "perft 'startpos'; expected a FEN or startpos, and then a depth"),
        (["perft", "startpos", "-1"], "depth '-1'; expected a whole number from 0 to 127"),
        (["perft", "startpos", "2", "--divid"], "No such option '--divid'. Did you mean '--divide'?"),
        (["perft", "hello", "3"], "'hello' is not a FEN; expected startpos or 2 to 6 fields"),
        (["rate", "missing.pgn"], "'missing.pgn': No such file or directory; expected a PGN file"),
        (["perft", "startpos", "128"], "depth '128'; expected a whole number from 0 to 127"),
        (["perft", "startpos", "three"], "depth 'three'; expected"),
        (["perft", "8/8/8/8/8/8/8/8 w - - 0 1", "3"], "one white king, not 0"),
        (["perft", "nonsense\nof two lines", "3"], "expected 8 ranks"),
        (["perft", "startpos", "1_0"], "depth '1_0'; expected"),
        (["perft", "startpos", "9" * 5000], "expected a whole number"),
        (["prft"], "no command 'prft'; expected one of analyse, bench, "),
        (["bench", "--plot", "no/such/folder/x.png"], "no/such/folder"),
        (["bench", "--plot", "x.txt"], "x.txt"),
        (["bench", "--signature", "--plot", "x.png"], "give only one of them"),
        (["bench", "--signature", "any-random-legal-move"], "has no signature: it reports no nodes; expected "),
        (["bench", "--signature", "nobody"], "no mind 'nobody'; expected one of "),
        (["bench", "--plot", "x" * 300 + ".png"], "File name too long"),
    ],
)
def test_mistakes_are_one_line(arguments: list[str], said: str) -> None:
    """A user's mistake is one line on stderr, exit code 2, and no traceback."""
    done = arena(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert done.stderr.startswith("arena: ")
    assert done.stderr.count("\n") == 1


def interrupt(command: list[str], first_line: str) -> tuple[int, str]:
    """Send Ctrl-C after the first line; return the exit code and stderr."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == first_line
        process.send_signal(signal.SIGINT)
        try:
            return process.wait(timeout=10), process.stderr.read()
        finally:
            process.kill()


def test_interrupted() -> None:
    """Ctrl-C ends the command with one line and exit code 130."""
    command = [ARENA, "perft", "startpos", "7", "--divide"]
    assert interrupt(command, "a2a3: 106743106\n") == (130, "arena: interrupted\n")


def test_compiled_code_keeps_nobody_waiting() -> None:
    """Ctrl-C ends even a single count that would take days."""
    code = """
import os
from arena.cli import interruptible
from minds import Position
position = Position()
position.perft(1)
def work():
    os.write(1, b"begun\\n")  # print would hold a lock that Python waits for at its end
    return position.perft(12)
try:
    interruptible(work)
except KeyboardInterrupt:
    raise SystemExit(7)
"""
    assert interrupt([sys.executable, "-c", code], "begun\n") == (7, "")


def test_what_fails_in_the_other_thread_fails_here() -> None:
    """An error inside interruptible work is raised where the work was asked for."""
    with pytest.raises(ZeroDivisionError):
        interruptible(lambda: 1 // 0)
    assert interruptible(lambda: 42) == 42


def test_a_reader_that_leaves_is_no_error() -> None:
    """A reader that closes the pipe after the first line causes no error."""
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{ARENA} perft startpos 2 --divide | head -1"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("a2a3: 20\n", "", 0)


@pytest.mark.parametrize("arguments", [["perft", "startpos", "2"], ["--help"], ["perft", "--help"]])
def test_a_full_disk_is_one_line(arguments: list[str]) -> None:
    """Output that cannot be written is one line on stderr, with what to do, and exit code 1."""
    with open("/dev/full", "w") as full:
        done = subprocess.run([ARENA, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("arena: No space left on device; make room")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "script",
    [
        "exit 0",
        "echo rubbish",
        "while read line; do echo readyok; echo Nodes searched: many; done",
        "while read line; do echo readyok; echo Nodes searched: 0; done",
        "read line; exec <&-; echo readyok; exec sleep 60",
    ],
)
def test_a_stockfish_that_is_none(script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that only has Stockfish's name leaves its column empty, with a message."""
    (tmp_path / "stockfish").write_text(f"#!/bin/sh\n{script}\n")
    (tmp_path / "stockfish").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(rivals, "PATIENCE", 1.0)
    said: list[str] = []
    assert rivals.measure_stockfish(JOBS, said.append) == [None] * len(JOBS)
    assert "its column stays empty" in said[0]


@pytest.mark.parametrize("shallower", [2, pytest.param(0, marks=pytest.mark.drill)])
def test_bench_compares(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shallower: int) -> None:
    """`arena bench` prints signatures, a figure for each job with its ratios, and draws them."""
    if shallower:
        depths = [(max(1, job.depth - shallower), max(1, job.rival_depth - shallower)) for job in JOBS]
        jobs = [replace(job, depth=ours, rival_depth=theirs) for job, (ours, theirs) in zip(JOBS, depths, strict=True)]
        monkeypatch.setattr(rules, "JOBS", tuple(jobs))
        monkeypatch.setattr(rules, "ROUNDS", 1)
    picture = tmp_path / "bench.png"
    done = arena("bench", "--json", "--plot", str(picture))
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert [one["spec"] for one in result["signatures"]] == ["pst-engine", "champion", "prodigy"]
    assert [figure["unit"] for figure in result["figures"]] == ["Mnodes/s"] * 2 + ["µs"] * 2 + ["knodes/s"] * 2 + ["µs"]
    for figure in result["figures"]:
        assert figure["ours"] > 0
        assert figure["times_python_chess"] > 0
        raced = figure["unit"] == "Mnodes/s" and rivals.find_stockfish() is not None
        assert (figure["stockfish"] is not None) == (figure["times_stockfish"] is not None) == raced
    assert picture.read_bytes().startswith(b"\x89PNG")
