"""The openings on a report's page: the clearest rows with intervals, and a sentence if nothing can be told."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd

from arena.report.openings import NO_PAIRS, has_openings, openings, openings_by_mind
from arena.report.report import write_report
from arena.store import tables
from arena.store.queries import Results
from tests.arena.store.test_standings import LOWER_WINS, played
from tests.bench import openings as bench


def results_of(tournament: Any) -> Any:
    """Return results with the tables of openings, as far as the words need them."""
    tournament.is_solo, tournament.count = False, len(tournament.games)
    tournament.plan = SimpleNamespace(world="chess")
    tournament.openings = tables.read("openings", tournament)
    tournament.openings_by_mind = tables.read("openings_by_mind", tournament)
    tournament.prominent = sorted(set(tournament.games["first"]))
    tournament.standings = pd.DataFrame({"mind": tournament.prominent})
    return tournament


def test_a_decisive_opening_is_named() -> None:
    """A remark names the opening and the side that it favours, and the first row has its score with an interval."""
    headings, rows, remarks = openings(results_of(bench.tournament(np.random.default_rng(3), 3.0)))
    assert headings[:3] == ["opening", "games", "score of White"]
    assert rows[0][:3] == ["o0", "30", "88 % (76–95)"]
    assert rows[0][5:] == ["10 of 15 pairs", "0 of 15 pairs"]
    assert "Openings that favour a side by more than chance: o0 (White)" in remarks
    assert len(rows) == 8
    assert remarks[-1] == "openings.csv has all 20 openings"


def test_it_says_if_nothing_can_be_told() -> None:
    """Without a clear opening a sentence says what would have been noticed, or that there are too few pairs."""
    _, _, remarks = openings(results_of(bench.tournament(np.random.default_rng(4))))
    assert remarks[0].startswith("No opening favours a side by more than chance; with 15 pairs of games each, ")
    few = bench.tournament(np.random.default_rng(4))
    few.games = few.games[few.games["pair"].str.startswith("0-1-")]
    _, _, remarks = openings(results_of(few))
    assert (
        remarks[0]
        == "No opening favours a side by more than chance: 1 pair of games from an opening is too few to tell"
    )
    few.games = few.games[few.games["game"].str.endswith("a")]
    _, rows, remarks = openings(results_of(few))
    assert remarks[0] == NO_PAIRS
    assert rows[0][3:5] == ["–", "100 %"]


def test_each_mind_has_a_row() -> None:
    """A mind's row counts its openings by interval, and shows the one that is furthest from the others."""
    tournament = results_of(bench.tournament(np.random.default_rng(3)))
    _, rows, remarks = openings_by_mind(tournament)
    assert [row[0] for row in rows] == tournament.prominent
    assert all(sum(map(int, row[1:4])) == 20 for row in rows)
    strong = rows[-1]
    assert int(strong[1]) > 10 > int(strong[3]) == 0
    assert strong[5] == "10"
    assert strong[6].startswith("65 % (")
    assert "No mind scores more or less from one opening than from its others by more than chance" in remarks


def test_a_page_without_openings_has_no_table(tmp_path: Path) -> None:
    """A report of games that all began from the start of the game has no tables of openings."""
    results: Results = played(tmp_path, LOWER_WINS, count=3, games=4)
    assert not has_openings(results)
    write_report(tmp_path)
    assert "<h2>Openings" not in (tmp_path / "report.html").read_text(encoding="utf-8")
