"""Faulty UCI engines: each gets the verdict that it deserves, in time, and leaves nothing running."""

import os
import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arena.cell.admission import admit
from arena.cell.cell import Cell
from arena.cell.launch import zygote
from arena.cell.order import Limits
from minds.errors import ParameterError
from tests.arena.cell.zoo import (
    BUDGETS,
    DETACH,
    MOVE,
    TO_START,
    ZOO,
    Beast,
    Verdict,
    meet,
    processes_of,
    running,
    wrong,
)
from tests.arena.command import ARENA
from tests.conftest import until
from world.api import Budget, FaultKind, MindFailure, Run, State

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
AT_ONCE = 6  # games, most of which wait
SLOWLY = "floods with info lines"  # which takes more than a short time on a busy machine
SMALL = [
    (beast, "clock" if beast.name == SLOWLY else ("nodes", "movetime")[number % 2]) for number, beast in enumerate(ZOO)
]
WHOLE = [(beast, name) for beast in ZOO for name in BUDGETS]
DETACHING = Beast("starts a detached child", (None,), go=f"{DETACH}\n        {MOVE}", after="hang()")
Verdicts = dict[tuple[str, str], "Future[Verdict]"]


@pytest.fixture(scope="module", autouse=True)
def impatience() -> Iterator[None]:
    """Less time to start than usual."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arena.cell.cell.TO_START", TO_START)
        for hosts_minds in (True, False):
            zygote(hosts_minds).await_ready()
        yield


def meetings(pairs: list[tuple[Beast, str]]) -> Iterator[Verdicts]:
    """Play all games, several at once."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield {(beast.name, name): pool.submit(meet, beast, BUDGETS[name]) for beast, name in pairs}


@pytest.fixture(scope="module")
def small() -> Iterator[Verdicts]:
    """The verdicts on every engine under one budget."""
    yield from meetings(SMALL)


@pytest.fixture(scope="module")
def whole() -> Iterator[Verdicts]:
    """The verdicts on every engine under every budget."""
    yield from meetings(WHOLE)


def pair_id(value: Beast | str) -> str:
    return value if isinstance(value, str) else value.name


@pytest.mark.parametrize(("beast", "name"), SMALL, ids=pair_id)
def test_a_faulty_engine_gets_its_verdict(small: Verdicts, beast: Beast, name: str) -> None:
    """Its fault has the right kind, comes in time, and nothing of the engine is left running."""
    verdict = small[beast.name, name].result(timeout=60)
    assert wrong(beast, BUDGETS[name], verdict) == []


@pytest.mark.drill
@pytest.mark.parametrize(("beast", "name"), WHOLE, ids=pair_id)
def test_a_faulty_engine_gets_its_verdict_under_every_budget(whole: Verdicts, beast: Beast, name: str) -> None:
    """Under nodes, time for a move and a clock alike."""
    verdict = whole[beast.name, name].result(timeout=60)
    assert wrong(beast, BUDGETS[name], verdict) == []


@pytest.mark.parametrize(
    "beast", [beast for beast in ZOO if beast.at_start and beast.kinds[0] in ("crash", "protocol")], ids=pair_id
)
def test_a_faulty_engine_is_rejected_before_the_first_game(tmp_path: Path, beast: Beast) -> None:
    """An engine that does not begin as UCI has it is an error before any game, and nothing of it is left running."""
    with pytest.raises(ParameterError, match="does not begin as a UCI engine does"):
        admit([f"uci:{beast.write(tmp_path)}"], trusted=False)
    assert running(str(tmp_path)) == ()


def test_an_examined_engine_leaves_nothing(tmp_path: Path) -> None:
    """A trusted engine that ignores `quit` and has a detached child is gone after the examination before the games."""
    beast = replace(DETACHING, before=DETACH)
    admit([f"uci:{beast.write(tmp_path)}"], trusted=True)
    assert running(str(tmp_path)) == ()


def test_a_trusted_engine_leaves_no_detached_child() -> None:
    """Without a jail an engine may start processes; they end with its cell."""
    verdict = meet(DETACHING, BUDGETS["nodes"], trusted=True)
    assert wrong(DETACHING, BUDGETS["nodes"], verdict) == []


@pytest.mark.parametrize(("mebibytes", "kind"), [(200, None), (370, "memory")])
def test_an_engine_pays_for_no_memory_but_its_own(tmp_path: Path, mebibytes: int, kind: FaultKind | None) -> None:
    """The memory of the process that it was forked from neither counts as the engine's nor raises its limit."""
    go = f"held = bytearray(b'x') * ({mebibytes} << 20); time.sleep(0.5); {MOVE}"
    spec = f"uci:{Beast('holds memory', (kind,), go=go).write(tmp_path)}"
    with closing(Cell(spec, limits=Limits(memory=256))) as cell:
        cell.newrun(Run("chess", 0))
        try:
            found = None
            cell.getaction(State(START, "chess", 0, Budget(nodes=1), (), START))
        except MindFailure as failure:
            found = failure.fault.kind
    assert found == kind


def test_an_engine_does_not_outlive_a_killed_arena(tmp_path: Path) -> None:
    """An engine that hangs and its detached child are killed with the arena."""
    spec = f"uci:{replace(DETACHING, go=f'{DETACH}; hang()').write(tmp_path)}"
    with subprocess.Popen([ARENA, "play", spec, spec, "--nodes", "1", "--trust"], stdout=-3, stderr=-3) as arena:
        until(lambda: len(processes_of(str(tmp_path)) - {arena.pid}) > 2)
        os.kill(arena.pid, signal.SIGKILL)
    assert running(str(tmp_path), seconds=5) == ()
