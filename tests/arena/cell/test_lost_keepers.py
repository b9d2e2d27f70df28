"""A keeper that is killed, and a process that dies at its birth, cost no mind its game."""

import os
import signal
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import pytest

import arena
from arena.cell import process
from arena.cell.cell import BIRTHS, Cell
from arena.cell.jail.walls import lacking
from arena.cell.order import Launched
from arena.errors import BirthError, KeeperError
from arena.tournament.schedule import Task
from tests.arena.command import Here
from tests.arena.command import without_plots as command
from tests.conftest import until
from world.api import MindFailure, Run, State

MIND = "from minds import Mind\n\n\nclass Slow(Mind):\n    def getaction(self, state):\n        return '12,28'\n"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
RUN = ("minimax:depth=1", "any-random-legal-move", "--world", "tictactoe", "--games", "4", "--nodes", "100", "--out")


def keeper_of(cell: Cell) -> int:
    """Return the process between the arena and a mind."""
    assert cell.process is not None
    return int(Path(f"/proc/{cell.process.number()}/stat").read_text().rpartition(")")[2].split()[1])


def play_without_keeper(spec: str, trusted: bool = False) -> None:
    """Ask a mind for an action after its keeper was killed."""
    cell = Cell(spec, trusted=trusted)
    try:
        cell.newrun(Run("chess", 0))
        keeper = keeper_of(cell)
        os.kill(keeper, signal.SIGKILL)
        until(lambda: not Path(f"/proc/{keeper}").exists())
        cell.getaction(State(START, "chess", 0))
    finally:
        cell.close()


@pytest.mark.skipif(bool(lacking()), reason="there is no jail here")
def test_a_jailed_mind_does_not_pay_for_its_keeper(tmp_path: Path) -> None:
    """A jailed mind cannot have killed its keeper: its game is void."""
    (tmp_path / "slow.py").write_text(MIND, encoding="utf-8")
    with pytest.raises(KeeperError, match="the process of slow was lost: its keeper was killed"):
        play_without_keeper(str(tmp_path / "slow.py"))


def test_a_built_in_mind_does_not_pay_for_its_keeper() -> None:
    """A built-in mind does not kill keepers either."""
    with pytest.raises(KeeperError, match="the process of minimax was lost"):
        play_without_keeper("minimax")


def test_a_trusted_mind_pays_for_its_keeper(tmp_path: Path) -> None:
    """A mind without a jail may have killed its keeper itself, and has lost."""
    (tmp_path / "slow.py").write_text(MIND, encoding="utf-8")
    with pytest.raises(MindFailure, match="crash: killed by SIGKILL"):
        play_without_keeper(str(tmp_path / "slow.py"), trusted=True)


def test_an_engine_is_examined_again_when_its_keeper_was_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A keeper that is killed while an engine is examined does not end the command: another one is started."""
    lost, newrun = [True] * (BIRTHS - 1), Cell.newrun

    def begin(cell: Cell, run: Run) -> None:
        newrun(cell, run)
        if lost:
            lost.pop()
            os.kill(keeper_of(cell), signal.SIGKILL)
            until(lambda: cell.process is not None and cell.process.has_ended())
            cell.getaction(State(START, "chess", 0))

    monkeypatch.setattr(Cell, "newrun", begin)
    Cell("uci:stockfish").examine()
    assert not lost
    lost = [True] * BIRTHS
    with pytest.raises(KeeperError, match="the process of stockfish was lost"):
        Cell("uci:stockfish").examine()


def dying(times: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let so many keepers die before they report; return a list that grows with each birth."""
    births: list[int] = []
    read_launched = process.read_launched

    def read(*arguments: object) -> tuple[Launched, int]:
        births.append(1)
        launched, handle = read_launched(*arguments)  # type: ignore[arg-type]
        if len(births) <= times:
            return Launched(problem="its keeper has not reported"), handle
        return launched, handle

    monkeypatch.setattr(process, "read_launched", read)
    return births


def test_a_birth_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three deaths at birth cost nothing; a fourth raises BirthError."""
    births = dying(BIRTHS - 1, monkeypatch)
    cell = Cell("minimax:depth=1")
    try:
        cell.newrun(Run("chess", 0))
        assert cell.getaction(State(START, "chess", 0)).action
    finally:
        cell.close()
    assert len(births) == BIRTHS
    dying(BIRTHS, monkeypatch)
    with pytest.raises(BirthError, match="no process can be made for minimax: its keeper has not reported"):
        Cell("minimax").newrun(Run("chess", 0))


def failing(problem: Callable[[Task, int], Exception | None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games fail: `problem` gets each game, and how often it was submitted before."""
    submitted: dict[str, int] = {}
    submit = Here.submit

    def fail(self: Here, task: Task) -> "Future[str]":
        submitted[task.name] = submitted.get(task.name, -1) + 1
        found = problem(task, submitted[task.name])
        if found is None:
            return submit(self, task)
        future: Future[str] = Future()
        future.set_exception(found)
        return future

    monkeypatch.setattr(Here, "submit", fail)


def test_a_void_game_is_reported_and_played_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose mind is not born is named and not counted, the others are; `arena resume` plays it."""
    name = "001-002-00002a"
    with monkeypatch.context() as patch:
        failing(lambda task, _: BirthError("no process") if task.name == name else None, patch)
        done = command("run", *RUN, str(tmp_path))
    assert done.returncode == 1
    assert f"game {name} is void and not counted: no process; arena resume {tmp_path} plays" in done.stderr
    assert arena.load(tmp_path).count == 3
    assert command("resume", str(tmp_path)).returncode == 0
    assert arena.load(tmp_path).count == 4


def test_a_game_whose_keeper_was_killed_is_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lost keeper is no mind's fault: the tournament goes on, and has all games without a fault."""
    failing(lambda _, before: KeeperError("lost") if before < 2 else None, monkeypatch)
    done = command("run", *RUN, str(tmp_path))
    assert (done.returncode, "void" in done.stderr) == (0, False), done.stderr
    results = arena.load(tmp_path)
    assert (results.count, len(results.faults)) == (4, 0)
