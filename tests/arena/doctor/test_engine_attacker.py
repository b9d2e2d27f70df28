"""The attacker as a UCI engine: jailed like the others, also behind a wrapper."""

import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from arena.cell.cell import Cell
from arena.cell.order import DEFAULT_JAIL
from arena.doctor.attackers import WRAPPED
from arena.doctor.bait import Bait
from arena.doctor.catalogue import attacks
from arena.doctor.outcomes import try_all
from world.api import MindFailure, Run


@pytest.fixture(scope="module")
def bait() -> Iterator[Bait]:
    with Bait() as one:
        yield one


def test_nothing_gets_through_from_behind_a_wrapper(bait: Bait) -> None:
    """A script in sh may exec the engine, which can start nothing more after that."""
    chosen = [
        attack for attack in attacks() if attack.name.startswith(("processes.", "reading.other", "reading.enter"))
    ]
    outcomes = list(try_all(bait, chosen, DEFAULT_JAIL, names=[WRAPPED]))
    assert len(outcomes) > 10
    assert [one for one in outcomes if one.got_through or not one.tried] == []
    assert {one.answer for one in outcomes if one.attack == "processes.execute"} == {"EPERM Operation not permitted"}


def test_wrappers_may_not_be_nested(tmp_path: Path) -> None:
    """The gate allows one start besides the first: a wrapper of a wrapper starts no engine."""
    inner = script(tmp_path / "inner", "exec stockfish")
    outer = script(tmp_path / "outer", f"exec {inner}")
    with closing(Cell(f"uci:{inner}")) as cell:
        cell.newrun(Run("chess", 0))
    with closing(Cell(f"uci:{outer}")) as cell, pytest.raises(MindFailure, match="exit code"):
        cell.newrun(Run("chess", 0))


def script(path: Path, line: str) -> Path:
    path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path
