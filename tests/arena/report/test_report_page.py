"""The report's page: one file in the design of the web pages, with titles and sentences made from the figures."""

import re
from pathlib import Path

import pytest

from arena.report.headline import budget_words, headline
from arena.report.page import write_page
from arena.report.remarks import Remark, find_remarks, grouped
from arena.report.report import write_report
from arena.report.styles import style
from arena.store.queries import Results
from arena.tournament.settings import Plan
from tests.arena.store.test_standings import LOWER_WINS, played
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """Return the results of a gauntlet of 64 minds."""
    return played(tmp_path_factory.mktemp("many"), LOWER_WINS, count=64, games=2, format="gauntlet")


def page_of(results: Results) -> str:
    """Return the page without pictures."""
    write_page(results, [], [])
    return (results.folder / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"nodes": 20_000}, "20,000 nodes a move"),
        ({"depth": 4, "nodes": 1}, "depth 4, 1 node a move"),
        ({"movetime": 0.5}, "0.5 s a move by the processor clock"),
        ({"tc": "60+0.6", "clock": "wall"}, "60 s a game and 0.6 s a move by the wall clock"),
        ({}, "no limit"),
        ({"format": "imported"}, "budgets unknown"),
        ({"format": "imported", "tc": "1:30"}, "90 s a game"),
    ],
)
def test_budgets_are_in_words(fields: dict[str, object], words: str) -> None:
    """The budget of a title has units, and a clock only where time is limited."""
    assert budget_words(Plan(**fields)) == words  # type: ignore[arg-type]


def test_the_title_says_what_was_played(tmp_path: Path) -> None:
    """A title has the world if it is not chess, format, minds, games played and to be played, and the budget."""
    results = played(tmp_path, LOWER_WINS, count=3, games=4, nodes=9000)
    title = "Tictactoe · Round robin · 3 minds · 12 games · 9,000 nodes a move"
    assert headline(results) == title
    assert f"<h1>{title}</h1>" in (page := page_of(results))
    assert f"<title>{title}</title>" in page
    with results.open() as store, store.db:
        store.db.execute("DELETE FROM moves")
        store.db.execute("DELETE FROM games WHERE number > 5")
    assert "5 of 12 games" in headline(Results(tmp_path, examine="file"))


def test_a_report_is_one_file_in_the_design_of_the_pages(tmp_path: Path) -> None:
    """The page holds the style sheets of the web pages, which know dark mode, and its pictures in two widths."""
    results = write_report(played(tmp_path, LOWER_WINS, count=3, games=2).folder)
    page = (results.folder / "report.html").read_text(encoding="utf-8")
    for name in ("base.css", "tables.css", "crosstable.css"):
        assert (ROOT / "arena" / "web" / "static" / name).read_text(encoding="utf-8") in page
    assert "prefers-color-scheme: dark" in page
    assert set(re.findall(r'(?:src|srcset)="([^,]+),', page)) == {"data:image/svg+xml;base64"}
    assert page.count("<source media=") == page.count("<img ") == 4
    assert "<link" not in page
    assert (tmp_path / "faults.html").read_text(encoding="utf-8").count("prefers-color-scheme: dark") >= 1


def test_a_sentence_above_each_plot_is_made_from_the_figures(tmp_path: Path) -> None:
    """Leaders, shares and lengths in the sentences are those of the tables."""
    results = write_report(played(tmp_path, LOWER_WINS, count=3, games=2).folder)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    first, second = results.standings["elo"][:2]
    sentences = dict(re.findall(r'<figure id="plot-(\w+)"><figcaption>(.*?)</figcaption>', page))
    assert f"m0 has the highest rating, +{first:.0f} ± " in sentences["ratings"]
    assert f"{first - second:.0f} Elo above m1" in sentences["ratings"]
    assert sentences["colours"].startswith("Moving first scored 50.0 % of 6 games, worth ")
    assert sentences["endings"] == "The most frequent ending is “win”: 6 of 6 games (100 %)."
    assert sentences["lengths"] == "The length of 6 games: 0 plies."
    assert "Of 3 pairings, 3 went wholly to one mind" in page


def test_remarks_are_a_table(tmp_path: Path) -> None:
    """Each remark is a row with kind, minds, number and message; equal ones of several minds are one row."""
    results = played(tmp_path, lambda task: -1 if 1 in task.seats else 0.5, count=3, games=2)
    page = page_of(results)
    assert "<th>kind" not in page
    assert '<th scope="col">kind</th><th scope="col">who</th><th scope="col">how often</th>' in page
    own = next(one for one in find_remarks(results) if one.kind == "faults" and "m1" in one.who)
    assert (
        f'<td>faults</td><td>m1</td><td>{own.times}</td><td>{own.what}; <a href="#faults">all of them</a></td>'
        in re.sub(r"\s*\n\s*", "", page)
    )
    alike = [Remark("rating", "has played one game", (name,)) for name in "ab"]
    faults = [Remark("faults", "no", (name,), "2 forfeits") for name in "ab"]
    many = [Remark("faults", "it slept", (f"m{number}",), "1 forfeit", "a line", listed=True) for number in range(10)]
    (one,) = grouped(many)
    assert str(one).startswith("m0, m1, m2, m3, m4, m5, m6, m7 and 2 more: 1 forfeit each; most often: it slept; ")
    assert grouped([*alike, *faults, Remark("ranks", "all")]) == [
        Remark("rating", "has played one game", ("a", "b")),
        Remark("faults", "no", ("a", "b"), "2 forfeits each"),
        Remark("ranks", "all"),
    ]


def test_a_crosstable_of_many_minds_is_a_heat_map(many: Results, tmp_path: Path) -> None:
    """Up to twelve minds the cells show numbers; of more they are small, and show them when pointed at."""
    page = page_of(many)
    assert page.count('<table class="cross matrix map" ') == 2
    assert '<td class="shade-10" title="m0 scored 100 % against m9">100</td>' in page
    assert page.count('<th scope="col" title="m') == 2 * 64
    few = page_of(played(tmp_path, LOWER_WINS, count=3))
    assert few.count('<table class="cross matrix" ') == 2
    assert all(re.search(rf"\.shade-{shade}\b", str(style())) for shade in range(11))
