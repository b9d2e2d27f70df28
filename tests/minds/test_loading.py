"""Only what the minds that play use is loaded and compiled, in two processes that compile each function once."""

import subprocess
import sys
from pathlib import Path

import pytest

from minds.board import needed
from minds.board.announcement import Announcement
from minds.board.cache import CACHE
from minds.board.claims import Claims
from minds.loading import SECOND, modules_for
from minds.registry import lineup
from tests.conftest import ROOT

TAKER = """
import sys
from pathlib import Path
from minds.board.claims import Claims
claims = Claims(Path(sys.argv[1]))
claims.take("search")
print("taken", flush=True)
sys.stdin.readline()
"""


def test_random_minds_need_no_engine() -> None:
    """A tournament of minds that do not search compiles neither an engine nor an evaluation but the rules' own."""
    modules = modules_for(["any-random-legal-move", "capture-priority-random-legal-move"])
    found = needed.functions(modules)
    rules = needed.functions(["minds.evaluation.practical.evaluation", *needed.closure(["minds.board.position"])])
    assert found == rules
    assert not found & {"search", "quiescence", "minimax", "alphabeta", "negamax", "knowledge"}


def test_to_check_a_built_in_mind_compiles_nothing() -> None:
    """The process that enters the minds, and hosts none, does not load the compiled rules of chess."""
    code = "from minds.registry import check, names; import sys; [check(name) for name in names()]"
    code += "; sys.exit('minds.board.entrypoints' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_the_default_minds_need_what_they_import() -> None:
    """The functions of the default tournament are both engines' searches, and none of minds that do not play."""
    modules = modules_for(lineup("chess"))
    assert {"minds.engine.textbook", *SECOND} <= set(modules)
    assert "minds.engine.negamax" not in modules
    assert needed.functions(modules) < needed.functions(modules_for([]))


def test_every_cached_function_is_counted() -> None:
    """The functions found in the sources are those that the cache holds once everything is loaded."""
    assert CACHE is not None
    subprocess.run([sys.executable, "-c", "from minds.host import warm; warm()"], check=True, cwd=ROOT)
    assert Announcement(CACHE, set)._ready() >= needed.functions(modules_for([]))


def test_a_claim_is_one_processs_until_it_ends(tmp_path: Path) -> None:
    """A function that another process has claimed is not to be had before that process ends, even if it is killed."""
    other = subprocess.Popen(
        [sys.executable, "-c", TAKER, str(tmp_path)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert other.stdout is not None
    assert other.stdout.readline() == b"taken\n"
    claims = Claims(tmp_path)
    assert not claims.try_to_take("search")
    assert claims.try_to_take("quiescence")
    other.kill()
    claims.take("search")
    assert claims.try_to_take("search")
    other.communicate()


def test_a_terminal_shows_one_line_that_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a terminal the line is rewritten with the number of functions, and ends when the last one is compiled."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    announcement = Announcement(tmp_path, lambda: {"make", "search"})
    announcement.missing()
    (tmp_path / "make.make-1.py311.nbi").touch()  # by another process
    announcement.missing()
    announcement.compiled("search")
    lines = capsys.readouterr().err.split("\r\x1b[K")
    assert lines[1:3] == ["mind-arena: compiling 1 of 2 functions", "mind-arena: compiling 2 of 2 functions"]
    assert lines[3].endswith(" s\n")


def test_elsewhere_one_line_is_printed_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line says how much there is to compile if stderr is no terminal."""
    announcement = Announcement(tmp_path, lambda: {"make", "search"})
    for name in ("make", "search"):
        announcement.missing()
        announcement.compiled(name)
    assert capsys.readouterr().err == "mind-arena: compiling 2 functions for this machine, once\n"
