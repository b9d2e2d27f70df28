"""A results folder of before there were entrants: it opens, resumes and reports; tests/data/README.md says whence."""

import shutil
from pathlib import Path

import pandas as pd
import pytest

import arena
from arena.store.store import open_store
from tests.arena.command import arena as command
from tests.arena.command import without_plots
from tests.conftest import DATA

OLD = DATA / "before_entrants"


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the old folder beside the submitted file that it names."""
    (tmp_path / "out").mkdir()
    shutil.copy(OLD / "arena.sqlite", tmp_path / "out")
    shutil.copy(OLD / "greedy.py", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "out"


def test_it_reports_as_before(old: Path) -> None:
    """The tables are those that the older arena wrote; its groups are tiers, and its errors were a little different."""
    done = command("report", str(old))
    assert done.returncode == 0, done.stderr
    results = arena.load(old)
    before = pd.read_csv(OLD / "standings.csv").rename(columns={"group": "tier", "error": "elo_error"})
    before["score"] = before.pop("percent") / 100
    assert results.standings[before.columns].drop(columns="elo_error").equals(before.drop(columns="elo_error"))
    assert list(results.standings["elo_error"]) == pytest.approx(list(before["elo_error"]), abs=0.2)
    assert len(results.games) == 20
    assert len(results.moves) == len(pd.read_csv(OLD / "moves.csv"))


def test_it_resumes_with_the_same_files(old: Path) -> None:
    """The files are entered if they are the same as then; from now on they are in the store."""
    with open_store(old) as store:
        before = [record.actions for record in store.records()]
    done = without_plots("resume", str(old), "--games", "22")
    assert done.returncode == 0, done.stderr
    with open_store(old) as store:
        assert [record.actions for record in store.records()][:20] == before
        entrants = store.entrants()
        assert [len(entrant.version) for entrant in entrants] == [32, 16]
        assert store.bundle(entrants[0].bundle).files[0].path == "greedy.py"


@pytest.mark.parametrize("change", ["other", "gone"])
def test_changed_files_are_not_taken_for_the_old_ones(old: Path, change: str) -> None:
    """A submitted file that has changed, or is gone, stops the resumption with a message."""
    path = old.parent / "greedy.py"
    if change == "gone":
        path.unlink()
    else:
        path.write_text(path.read_text(encoding="utf-8") + "# other\n", encoding="utf-8")
    done = command("resume", str(old), "--games", "22")
    assert (done.returncode, "greedy" in done.stderr) == (2, True)
    assert len(done.stderr.splitlines()) == 1
