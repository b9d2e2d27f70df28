"""The yardstick program, which measures python-chess, does the same work as the project's own rules."""

import json
import subprocess
import sys
from dataclasses import asdict

from arena.bench.rules import JOBS, AlphaBeta
from minds import Position
from world.games.chess import yardstick
from world.games.chess.referee import Board


def test_perft_is_the_same_work() -> None:
    """The yardstick's perft counts equal ours."""
    for job in JOBS:
        if job.what == "perft":
            assert yardstick.perft(Board(job.fen), 3) == Position(job.fen).perft(3)


def test_alpha_beta_is_the_same_work() -> None:
    """With the same evaluation both searches find the same value."""

    def ours(position: Position) -> int:
        return sum((0, 0, 9, 5, 3, 3, 1, 0, -9, -5, -3, -3, -1)[n] for n in position.squares) * (1 - 2 * position.turn)

    def theirs(board: Board) -> int:
        return ours(Position(board.fen()))

    for depth in (1, 2):
        value = AlphaBeta(ours).search(Position(JOBS[-1].fen), depth)
        assert yardstick.AlphaBeta(theirs).search(Board(JOBS[-1].fen), depth) == value


def test_the_program_answers_each_job() -> None:
    """The program reads jobs and prints one figure each."""
    jobs = [asdict(job) | {"depth": 2} for job in JOBS]
    command = [sys.executable, "-m", "world.games.chess.yardstick"]
    done = subprocess.run(command, input=json.dumps(jobs), capture_output=True, text=True, check=True, timeout=60)
    figures = json.loads(done.stdout)
    assert len(figures) == len(JOBS)
    assert min(figures) > 0
