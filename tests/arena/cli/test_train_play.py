"""`arena train play` fills a file of games, by whatever workers, and goes on where it has ended."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from minds.training.games.file import read_games
from tests.arena.command import ARENA, arena
from tests.conftest import until

MIND = ("champion:hash=1", "--nodes", "100")
THREADS = ("--crew", "tests.arena.crew.executors:threads")


def play(path: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Play games into a file."""
    return arena("train", "play", *MIND, "--out", str(path), *options)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of ten games that two threads have played."""
    path = tmp_path_factory.mktemp("played") / "ten.games"
    done = play(path, "--games", "10", *THREADS)
    assert done.returncode == 0, done.stderr
    assert "10 games; " in done.stderr
    return path


def test_the_summary_says_what_the_file_holds(played: Path) -> None:
    """The same command again plays nothing, and prints games, positions, bytes, results and endings."""
    before = played.read_bytes()
    result = json.loads(play(played, "--games", "10", "--json").stdout)
    games = read_games(played).games
    assert (result["games"], result["plies"], result["positions"]) == (10, games.plies, games.positions)
    assert sum(result["results"].values()) == sum(result["endings"].values()) == 10
    lines = play(played, "--games", "10").stdout.splitlines()
    assert lines[0].startswith(f"{played}: 10 games, {games.plies:,} plies, ")
    assert played.read_bytes() == before


def test_workers_make_no_difference(played: Path, tmp_path: Path) -> None:
    """Threads, and a process of this machine that is interrupted by more games, give the same games."""
    path = tmp_path / "more.games"
    play(path, "--games", "4", *THREADS)
    assert play(path, "--games", "10", "--concurrency", "1").returncode == 0
    games, others = read_games(played).games, read_games(path).games
    assert all(games.game(number) == others.game(number) for number in range(10))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--nodes", "0"), "0 is not in the range"),
        (("--resign", "5"), "'5'; expected 2:1500 or none"),
        (("--draw", "1:0:8"), "draw"),
        (("--random-plies", "10-8"), "random plies from 10 to 8; expected the smaller number first"),
        (("--seed", "2"), "holds games with seed 1, not 2"),
        (("--crew", "nowhere"), "expected local, dask://HOST:PORT"),
    ],
)
def test_a_mistake_is_one_line(played: Path, options: tuple[str, ...], message: str) -> None:
    """A call that cannot work ends with exit code 2, and changes nothing."""
    before = played.read_bytes()
    done = play(played, "--games", "10", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert played.read_bytes() == before


def test_a_worker_of_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of a worker elsewhere that has other programs are not taken."""
    monkeypatch.setattr("arena.cli.train.workers.versions", lambda: {"numba": "0.0"})
    done = play(tmp_path / "other.games", "--games", "1", *THREADS)
    assert (done.returncode, done.stdout) == (2, "")
    assert "numba" in done.stderr


@pytest.mark.drill
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_games_outlive_signals(tmp_path: Path, number: signal.Signals) -> None:
    """After Ctrl-C, SIGTERM and kill -9 the games are there, no process is left, and the rest are as they would be."""
    path, whole, options = tmp_path / "killed.games", tmp_path / "whole.games", ("--games", "600")
    command = [ARENA, "train", "play", *MIND, "--out", str(path), *options]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    until(lambda: path.exists() and path.stat().st_size > 20_000, 120)
    children = subprocess.run(
        ["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=True
    ).stdout.split()
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -9}[number]
    until(lambda: not any(os.path.exists(f"/proc/{child}") for child in children))
    kept = read_games(path).games.numbers.size
    assert 50 < kept < 600
    assert number == signal.SIGKILL or f"{kept} games are kept" in said
    for file in (path, whole):
        subprocess.run([ARENA, "train", "play", *MIND, "--out", str(file), *options], check=True, timeout=300)
    games, others = read_games(path).games, read_games(whole).games
    assert all(games.game(number) == others.game(number) for number in range(600))
