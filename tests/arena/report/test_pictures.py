"""The pictures of `arena.load(DIR).plot`: those of the report, one method each."""

import subprocess
import sys
from pathlib import Path

import pytest

import arena
from arena.report import plots
from arena.store.queries import Results
from tests.arena.store.test_standings import LOWER_WINS, played
from tests.arena.store.test_tables import alone
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return played(tmp_path_factory.mktemp("pictures"), LOWER_WINS, count=3, games=4)


def test_there_is_a_method_for_each_picture_of_the_report(results: Results) -> None:
    """The methods are the plots that a report of these results has, in their order; each says what it shows."""
    drawn = plots.draw_all(results, results.folder)
    assert sorted(drawn) == dir(results.plot)
    assert [line.partition("(")[0] for line in repr(results.plot).splitlines()] == [f"plot.{name}" for name in drawn]
    assert "Ratings with 95 % intervals" in (results.plot.ratings.__doc__ or "")


def test_a_picture_is_that_of_the_report(results: Results, tmp_path: Path) -> None:
    """A figure, saved as the report saves its own, has the same bytes as the report's file."""
    plots.draw_all(results, tmp_path)
    for name in ("ratings", "crosstable", "lengths"):
        figure = getattr(results.plot, name)()
        figure.savefig(tmp_path / "own.png", metadata={"Software": None})
        assert (tmp_path / "own.png").read_bytes() == (tmp_path / f"{name}.png").read_bytes(), name


def test_a_notebook_shows_it_as_png() -> None:
    """A figure shows itself as PNG without pyplot, and matplotlib is loaded with the first figure, not before."""
    code = """
import sys, arena
plot = arena.load("results/reference").plot
assert "matplotlib" not in sys.modules
assert dir(plot)
figure = plot.endings()
assert figure._repr_png_().startswith(b"\\x89PNG")
assert "matplotlib.pyplot" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr


def test_mistakes_are_answered(results: Results, tmp_path: Path) -> None:
    """A misspelt plot, and one that the results cannot have, raise AttributeErrors that name the others."""
    with pytest.raises(AttributeError, match=r"no plot 'rating'; expected one of .*; did you mean ratings\?"):
        results.plot.rating()
    assert not hasattr(results.plot, "_ipython_canary_method_should_not_exist_")
    solo = alone(tmp_path)
    with pytest.raises(AttributeError, match=r"lack what 'crosstable' shows; expected one of .*ratings"):
        solo.plot.crosstable()
    assert arena.load(tmp_path).plot.ratings().axes[0].get_xlabel() == "mean score"
