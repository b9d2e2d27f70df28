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
from arena.errors import CellError
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


READER = """while read -r line; do
    case $line in
        uci) echo uciok ;;
        isready) { read -r head; read -r said; } < {secret}; echo "read: $said" >&2; echo readyok ;;
        quit) exit ;;
    esac
done"""


@pytest.mark.parametrize(
    ("first", "line"),
    [
        ("#!{engine} {secret}", ""),
        ("#!/bin/sh", "exec {engine}\nexec /bin/cat {secret}"),
        ("#!/bin/sh", "exec {engine}\nexec {secret}"),
        ("#!/bin/sh", "exec {engine} # arena\nexec /bin/cat arena {secret}"),
        ("#!/bin/sh {secret}", "exec {engine}"),
        ("#!/bin/sh", "exec {engine}"),
    ],
)
def test_a_script_cannot_open_the_jail_to_other_files(tmp_path: Path, first: str, line: str) -> None:
    """A script chooses its interpreter and what it execs, but no files that it may read then."""
    secret, engine, start = tmp_path / "other" / "mind", tmp_path / "own" / "engine", tmp_path / "own" / "start"
    for path in (secret, engine):
        path.parent.mkdir()
    script(secret, "# the secret")
    script(engine, READER.replace("{secret}", str(secret)))
    script(start, line.format(engine=engine, secret=secret), first.format(engine=engine, secret=secret))
    with closing(Cell(f"uci:{start}")) as cell:
        try:
            cell.newrun(Run("chess", 0))
            log = cell.log
        except MindFailure as failure:
            assert "{secret}" in first
            log = failure.fault.log + failure.fault.reply
    assert "the secret" not in log
    assert "{secret}" in first or "Permission denied" in log


@pytest.mark.parametrize("first", ["#!/bin/sh", "#!{program}"])
def test_a_script_cannot_play_with_the_program_of_another_mind(tmp_path: Path, first: str) -> None:
    """A script starts programs that are installed or its own; a folder called bin is no installation yet."""
    program, start = tmp_path / "other" / "bin" / "engine", tmp_path / "own" / "start"
    for path in (program, start):
        path.parent.mkdir(parents=True)
    script(program, READER.replace("{secret}", "/dev/null"))
    script(start, f"exec {program}", first.format(program=program))
    with closing(Cell(f"uci:{start}")) as cell, pytest.raises((MindFailure, CellError)):
        cell.newrun(Run("chess", 0))


def test_an_engine_above_other_minds_reads_none_of_them(tmp_path: Path) -> None:
    """An engine may read its folder, unless other minds lie somewhere below it."""
    secret = tmp_path / "other" / "mind"
    secret.parent.mkdir()
    script(secret, "# the secret")
    engine = script(tmp_path / "engine", READER.replace("{secret}", str(secret)))
    with closing(Cell(f"uci:{engine}")) as cell:
        cell.newrun(Run("chess", 0))
        assert "Permission denied" in cell.log


def script(path: Path, line: str, first: str = "#!/bin/sh") -> Path:
    path.write_text(f"{first}\n{line}\n".lstrip(), encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path
