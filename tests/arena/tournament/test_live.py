"""Bulletins of games in progress are prompt and complete, never disturb a game, and end with their worker."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

from arena.tournament.live import Bulletin, BulletinWriter, bulletins, cleared
from tests.arena.command import ARENA, without_plots
from tests.conftest import until
from world.api import Ending
from world.record import Ply
from world.registry import new_world

GAME = Bulletin("tictactoe", "001-002-00001a", ("<b>", "other"), 0.0)


def test_a_game_is_told(tmp_path: Path) -> None:
    """A bulletin has a game's actions with their scores, and its ending, until the next game replaces it."""
    writer, world = BulletinWriter(tmp_path), new_world("tictactoe")
    writer.begin(GAME)
    for action in "40":
        writer.watch(world, Ply(0, action, left=1.5, thoughts={"score": 3, "depth": 7, "why": "x" * 1000}))
    until(lambda: [one.actions for one in bulletins(tmp_path)] == [("4", "0")])
    assert next(bulletins(tmp_path)).plies[-1] == Ply(0, "0", left=1.5, thoughts={"score": 3})
    writer.end(Ending("three in a row", (1.0, 0.0)))
    until(lambda: [one.ending for one in bulletins(tmp_path)] == [Ending("three in a row", (1.0, 0.0))])
    writer.begin(GAME)
    until(lambda: [(one.actions, one.ending) for one in bulletins(tmp_path)] == [((), None)])
    with cleared(tmp_path):
        assert not (tmp_path / "live").exists()
    writer.close()


def test_where_nothing_can_be_written_games_go_on(tmp_path: Path) -> None:
    """A game goes on without error if its bulletin cannot be written."""
    (tmp_path / "live").write_text("a file where the folder would be", encoding="utf-8")
    writer = BulletinWriter(tmp_path)
    writer.begin(GAME)
    writer.watch(new_world("tictactoe"), Ply(0, "4"))
    writer.end(Ending("full board", (0.5, 0.5)))
    until(lambda: not writer.changed.is_set())
    assert list(bulletins(tmp_path)) == []
    writer.close()


def test_where_no_thread_can_be_started_games_go_on(tmp_path: Path) -> None:
    """A game goes on without error, and cannot be followed, if the user may have no more processes."""
    with patch("arena.tournament.live.Thread.start", side_effect=RuntimeError("can't start new thread")):
        writer = BulletinWriter(tmp_path)
    writer.begin(GAME)
    writer.end(Ending("full board", (0.5, 0.5)))
    writer.close()
    assert list(bulletins(tmp_path)) == []


def test_the_dead_are_not_believed(tmp_path: Path) -> None:
    """A killed process's file, a damaged file and a foreign file are ignored."""
    lines = "from arena.tournament.live import *; from tests.arena.tournament.test_live import GAME\n"
    lines += "from pathlib import Path; import sys\n"
    program = f"{lines}BulletinWriter(Path(sys.argv[1])).begin(GAME); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdin=subprocess.PIPE) as process:
        until(lambda: len(list(bulletins(tmp_path))) == 1)
        (path,) = (tmp_path / "live").glob("*.json")
        process.kill()
    assert path.exists()
    assert list(bulletins(tmp_path)) == []
    path.write_bytes(path.read_bytes()[:40])
    (tmp_path / "live" / "list.json").write_text("[[[[", encoding="utf-8")
    assert list(bulletins(tmp_path)) == []


def test_a_tournament_can_be_followed(tmp_path: Path) -> None:
    """The games of `arena run` can be followed; those of a killed run disappear, and a finished run leaves no files."""
    # Who uses all its time gives us as much to look on.
    minds = ["any-random-legal-move", "pst-engine", "--movetime", "0.2", "--games", "1", "--concurrency", "1"]
    running = [ARENA, "run", *minds, "--openings", "none", "--max-plies", "16", "--out", str(tmp_path)]
    with subprocess.Popen(running, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        until(lambda: any(len(one.actions) > 4 and one.ending is None for one in bulletins(tmp_path)))
        os.kill(process.pid, signal.SIGKILL)
        process.wait(20)
    until(lambda: list(bulletins(tmp_path)) == [])
    assert (tmp_path / "live").exists()
    assert without_plots("resume", str(tmp_path)).returncode == 0
    assert not (tmp_path / "live").exists()
