"""The `arena` command for tests: here, in a process that has loaded everything already, or in a process of its own."""

import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from unittest.mock import patch

import pytest

from arena.cli import main
from arena.crew.roll import Roll
from arena.crew.worker import Worker
from arena.entrants.entrant import Player
from arena.store.store import open_store
from arena.tournament.driver import enter, play_tournament
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task

ARENA = str(Path(sys.executable).parent / "arena")
Completed = subprocess.CompletedProcess[str]


class Here(AbstractContextManager["Here"]):
    """A crew of one worker in this process, whose games begin at once: they are the same as those of any crew."""

    room, roll = 4, Roll()

    def __init__(self, plan: Plan, players: Sequence[Player], _workers: int, trusted: bool, folder: Path) -> None:
        self.worker = Worker(plan, players, trusted, folder)

    def submit(self, task: Task) -> "Future[str]":
        future: Future[str] = Future()
        future.set_result(self.worker.play(task))
        return future

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.worker.close()


def arena(*arguments: str, plots: bool = True) -> Completed:
    """Run a command in this process; its exit code and what it wrote, as a process of its own would leave them."""
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("stdout", "stderr")]
        with ExitStack() as stack:
            out, err = (stack.enter_context(path.open("w", encoding="utf-8")) for path in paths)
            stack.enter_context(redirect_stdout(out))
            stack.enter_context(redirect_stderr(err))
            stack.enter_context(patch("arena.tournament.driver.ProcessCrew", Here))
            stack.enter_context(patch("arena.report.reporter.Reporter.update"))  # the report is written here, too
            if not plots:
                stack.enter_context(patch("arena.report.plots.draw_all", return_value=[]))
            end = stack.enter_context(pytest.raises(SystemExit))
            main(list(arguments))
        code = end.value.code
        assert isinstance(code, int), code
        said, complained = (path.read_text(encoding="utf-8") for path in paths)
    return Completed(arguments, code, said, complained)


def without_plots(*arguments: str) -> Completed:
    """Run a command likewise, whose report has no plots: drawing them takes most of its time."""
    return arena(*arguments, plots=False)


def arena_process(*arguments: str, folder: Path | None = None) -> Completed:
    """Run a command in a process of its own: 0.5 to 1.5 seconds more, for tests of what only a process does."""
    return subprocess.run([ARENA, *arguments], cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def play_games(folder: Path, plan: Plan) -> None:
    """Play a tournament in this process, without a report."""
    folder.mkdir()
    with open_store(folder, must_exist=False) as store:
        openings = enter(store, plan)
        assert play_tournament(store, lambda _results, _news: None, crew_of=Here, openings=openings) == {}
