"""python-chess, measured: it must do the same work as we do."""

import json
import subprocess
import sys

from arena.bench import JOBS, AlphaBeta
from minds import Position
from world.games.chess import yardstick
from world.games.chess.referee import Board


def test_perft_is_the_same_work() -> None:
    """The yardstick counts the lines that we count."""
    for job in JOBS:
        if job.what == "perft":
            assert yardstick.perft(Board(job.fen), 3) == Position(job.fen).perft(3)


def test_alpha_beta_is_the_same_work() -> None:
    """Both alpha-beta searches visit trees of like size."""
    ours, theirs = AlphaBeta(), yardstick.AlphaBeta()
    fen = JOBS[-1].fen
    ours.search(Position(fen), 2)
    theirs.search(Board(fen), 2)
    assert 0.5 < ours.nodes / theirs.nodes < 2


def test_the_program_answers_each_job() -> None:
    """As a process it reads jobs and prints one figure each."""
    jobs = [{"what": "perft", "fen": Board().fen(), "depth": 2}, {"what": "list", "fen": Board().fen(), "depth": 0}]
    command = [sys.executable, "-m", "world.games.chess.yardstick"]
    done = subprocess.run(command, input=json.dumps(jobs), capture_output=True, text=True, check=True, timeout=60)
    figures = json.loads(done.stdout)
    assert len(figures) == 2
    assert min(figures) > 0
