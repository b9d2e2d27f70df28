"""The time that the arena lets pass between one engine's answer and the other's next question.

Both engines are clocked_engine.py, which plays a game of random moves from memory. The time runs from just before one
engine writes `bestmove` to just after the other has read the next `go`: it holds two pipes, two wake-ups of processes,
and all that the arena does in between.
"""

import random
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import chess

from arena.store.store import open_store
from tests.bench.harness import clocked_engine
from tests.bench.harness.commands import SEED
from tests.bench.harness.simple_loop import is_over

PLIES, PERCENTILES = 100, (50, 90, 99)


def random_game() -> list[str]:
    """Return the moves of a game that has not ended after all plies, always the same."""
    chance = random.Random(SEED)
    while True:
        board = chess.Board()
        while len(board.move_stack) < PLIES and not is_over(board):
            board.push(chance.choice(list(board.legal_moves)))
        if not is_over(board):
            return [move.uci() for move in board.move_stack]


def write_engine(folder: Path) -> Path:
    """Write a program that runs the engine, and return its path."""
    text = Path(clocked_engine.__file__).read_text()
    path = folder / "clocked"
    path.write_text(f"#!{sys.executable} -IS\n{text.replace('main(sys.argv[1:])', f'main({random_game()!r})')}")
    path.chmod(0o755)
    return path


def latencies(folder: Path, games: int, concurrency: int) -> list[float]:
    """Play games with `arena run`, and return the seconds between an answer and the next question, sorted."""
    engine, out = write_engine(folder), folder / "results"
    command = [sys.executable, "-P", "-m", "arena", "run", f"a=uci:{engine}", f"b=uci:{engine}", "--nodes", "1"]
    command += ["--openings", "none", "--max-plies", str(PLIES), "--games", str(games), "--out", str(out)]
    done = subprocess.run([*command, "--concurrency", str(concurrency)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{shlex.join(command)} ended with {done.returncode}:\n{done.stderr}")
    found = []
    with open_store(out) as store:
        for record in store.records():
            if fault := record.ending.fault:
                raise RuntimeError(f"a game of the clocked engine ended with a fault: {fault.message}\n{fault.log}")
            stamps = [(ply.thoughts["nodes"], ply.thoughts["tbhits"]) for ply in record.plies if ply.thoughts]
            found += [1e-9 * (asked - said) for (_, said), (asked, _) in pairwise(stamps)]
    return sorted(found)


def percentiles(values: list[float]) -> list[float]:
    """Return the percentiles of sorted values."""
    return [values[min(len(values) - 1, len(values) * share // 100)] for share in PERCENTILES]
