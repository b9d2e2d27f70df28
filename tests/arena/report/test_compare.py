"""Comparing two tournaments: equal ones do not differ, and a clear change is found."""

import json
from pathlib import Path

import pytest

import arena
from arena.errors import StoreError
from arena.report.compare import compare, significant
from tests.arena.command import without_plots as command

OPTIONS = ["--games", "8", "--nodes", "200", "--max-plies", "60"]
RANDOM = "any-random-legal-move"


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of a careless `ann`, and one in which she searches."""
    folder = tmp_path_factory.mktemp("compare")
    for name, spec in (("before", RANDOM), ("after", "alphabeta:depth=3")):
        minds = [f"ann={spec}", f"bob={RANDOM}", "capture-priority-random-legal-move"]
        done = command("run", *minds, *OPTIONS, "--max-plies", "200", "--out", str(folder / name))
        assert done.returncode == 0, done.stderr
    return folder


def test_a_tournament_does_not_differ_from_itself(two: Path) -> None:
    """Every change is 0, and none is significant."""
    results = arena.load(two / "before")
    for table in compare(results, results).values():
        assert (table["change"] == 0).all()
        assert significant(table).empty


def test_a_clear_change_is_found(two: Path) -> None:
    """A mind that got much stronger has a significantly higher rating and score against each opponent."""
    tables = compare(arena.load(two / "before"), arena.load(two / "after"))
    assert tables["ratings"].set_index("mind").loc["ann", "change"] > 100
    found = significant(tables["opponents"])
    assert set(found[found["mind"] == "ann"]["opponent"]) == {"bob", "capture-priority-random-legal-move"}
    assert (tables["opponents"]["±"] > 0).all()


def test_the_command_prints_it(two: Path) -> None:
    """The tables are printed, or everything as JSON."""
    done = command("compare", str(two / "before"), str(two / "after"))
    assert done.returncode == 0, done.stderr
    assert "Scores by opponent" in done.stdout
    done = command("compare", str(two / "before"), str(two / "after"), "--json")
    assert {row["mind"] for row in json.loads(done.stdout)["ratings"]} >= {"ann", "bob"}


def test_strangers_are_not_compared(two: Path, tmp_path: Path) -> None:
    """Tournaments without a mind in common are an error."""
    done = command("run", "x=minimax:depth=1", "y=minimax:depth=1", "--games", "2", "--out", str(tmp_path / "other"))
    assert done.returncode == 0, done.stderr
    with pytest.raises(StoreError, match="no mind in common"):
        compare(arena.load(two / "before"), arena.load(tmp_path / "other"))
