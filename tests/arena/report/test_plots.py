"""Plots: each is one file, and each is on the pages."""

import re
import sys
from pathlib import Path

import pytest

from arena.errors import DropInError
from arena.report import plots
from arena.report.report import write_report
from arena.store.store import open_store
from arena.tournament.driver import play_tournament
from arena.tournament.plan import make_plan
from tests.arena.command import Here
from tests.arena.web.conftest import serving
from tests.arena.web.test_answers import ask
from tests.conftest import ROOT

PLOT = '''
"""Scores of the seats."""

from arena.report.canvas import Plot, titled


def draw(results):
    """Draw two bars."""
    figure, axes = titled("Points of each seat")
    axes.bar(["first", "second"], [results.games["score_first"].sum(), results.games["score_second"].sum()])
    return figure


PLOT = Plot("Points of each seat", 35, draw)
'''


def test_a_plot_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file added to the plots' folder is drawn, in its place on the report's page and the web page, and a method."""
    (tmp_path / "added").mkdir()
    (tmp_path / "added" / "seats.py").write_text(PLOT, encoding="utf-8")
    monkeypatch.setattr(plots, "__path__", [*plots.__path__, str(tmp_path / "added")])
    folder = tmp_path / "data" / "small"
    folder.mkdir(parents=True)
    try:
        with open_store(folder, must_exist=False) as store:
            store.set_plan(make_plan(world="tictactoe", minds=["minimax", "any-random-legal-move"], games=2))
            play_tournament(store, lambda _results, _news: None, crew_of=Here)
        results = write_report(folder)
        assert {"seats.png", "seats.svg"} <= {path.name for path in folder.iterdir()}
        page = (folder / "report.html").read_text(encoding="utf-8")
        assert page.index('id="plot-colours"') < page.index('id="plot-seats"') < page.index('id="plot-endings"')
        assert 'alt="Points of each seat"' in page
        assert results.plot.seats().axes[0].get_title(loc="left") == "Points of each seat"
        with serving(folder.parent) as site:
            assert 'alt="Points of each seat"' in ask(site, "/results/small/plots")[2]
            assert 'srcset="/results/small/plots/seats-narrow.svg"' in ask(site, "/results/small/plots")[2]
            assert [ask(site, f"/results/small/plots/seats{form}.svg")[0] for form in ("", "-narrow")] == [200, 200]
            assert ask(site, "/results/small/plots/seats-narrow-narrow.svg")[0] == 404
    finally:
        sys.modules.pop("arena.report.plots.seats", None)


def test_the_page_of_results_lists_all_plots() -> None:
    """The table of plots in results/README.md names every plot and no other, in the order of the pages."""
    text = (ROOT / "results" / "README.md").read_text(encoding="utf-8")
    table = text[text.index("| plot |") :].partition("\n\n")[0]
    assert tuple(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == plots.names()


def test_orders_and_titles_are_unique() -> None:
    """No two plots have the same order or title."""
    found = [plots.find(name) for name in plots.names()]
    assert len({plot.order for plot in found}) == len({plot.title for plot in found}) == len(found) > 0


def test_a_file_without_a_plot_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the file, what it lacks, and a file to copy."""
    (tmp_path / "empty.py").write_text('"""No plot yet."""\n', encoding="utf-8")
    monkeypatch.setattr(plots, "__path__", [*plots.__path__, str(tmp_path)])
    with pytest.raises(DropInError, match=r"^arena/report/plots/empty\.py defines no PLOT; see lengths\.py$"):
        plots.names()
    sys.modules.pop("arena.report.plots.empty")
