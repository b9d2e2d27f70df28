"""Fault sheets: what each mind forfeited, what became of it, and what its author should mend."""

from pathlib import Path

import pandas as pd
import pytest

from arena.entrants.submissions import Rejection
from arena.report.faults import Sheet, fault_sheets
from arena.report.report import write_report
from arena.store.queries import load
from arena.store.rejected import note_rejected
from arena.store.store import open_store
from arena.tournament.plan import make_plan
from arena.tournament.schedule import Task
from world.api import Ending, Fault, Opening
from world.record import Record

TRACEBACK = 'Traceback (most recent call last):\n  File "ann.py", line 12, in getaction\n    {}[1]\nKeyError: 1\n'
CRASHES = [Fault("crash", f"KeyError: {number}", traceback=TRACEBACK) for number in range(3)]
FAULTS = [
    *CRASHES,
    Fault("time", "no answer within 1 s, and for 1 s it slept: it was in line 9 of ann.py, in getaction"),
    None,
    None,
]
NAMES = ("ann", "<b>bob", "cat")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A tournament in which ann forfeits four games of six, and cat is disqualified."""
    with open_store(tmp_path, must_exist=False) as store:
        minds = [f"{name}=any-random-legal-move" for name in NAMES]
        store.set_plan(make_plan(world="tictactoe", minds=minds, games=6))
        for number, fault in enumerate(FAULTS):
            ending = Ending("forfeit", (0.0, 1.0), fault) if fault else Ending("win", (1.0, 0.0))
            record = Record("tictactoe", 1, "start", NAMES[:2], (), ending)
            store.add([(Task(f"001-002-0000{number + 1}a", 1, (0, 1), Opening(), 1), record)])
        note_rejected(store, [Rejection("dan", "in/dan.py", "'in/dan.py', line 1: expected ':'\n    def f()")])
        store.disqualify("cat", [])
    return tmp_path


def sheets(folder: Path) -> dict[str, Sheet]:
    return {one.name: one for one in fault_sheets(load(folder))}


def test_everybody_has_a_sheet(folder: Path) -> None:
    """Entrants and rejected submissions are listed by name, with their standings."""
    found = sheets(folder)
    standings = {name: one.standing for name, one in found.items()}
    assert standings == {"<b>bob": "playing", "ann": "playing", "cat": "disqualified", "dan": "rejected"}
    assert [name for name, one in found.items() if one.is_clean] == ["<b>bob"]


def test_forfeits_are_counted_by_kind(folder: Path) -> None:
    """Each forfeit is counted once, for the mind that suffered it."""
    ann = sheets(folder)["ann"]
    assert (ann.games, ann.count, ann.forfeits["crash"], ann.forfeits["time"]) == (6, 4, 3, 1)
    assert ann.outcome == "4 of 6 games forfeited: 3 by crash, 1 by time."
    assert sheets(folder)["<b>bob"].count == 0


def test_the_same_failure_is_said_once_with_what_to_mend(folder: Path) -> None:
    """The most frequent comes first, with the line where it happened, a game that shows it, and a step."""
    crash, sleep = sheets(folder)["ann"].failings
    assert crash.message == 'KeyError: 0, in "ann.py", line 12, in getaction.'
    assert (crash.game, sleep.game) == ("001-002-00001a", "001-002-00004a")
    assert "handle the positions" in crash.step
    assert "Remove what waits" in sleep.step


def test_unplayed_games_are_on_the_sheet(folder: Path) -> None:
    """A disqualified mind's sheet says so, and how many games it lost without playing."""
    cat = sheets(folder)["cat"]
    assert cat.outcome == "No game forfeited; disqualified; 12 games not played and lost."


def test_sheets_are_written_as_table_and_page(folder: Path) -> None:
    """faults.csv has a row for each mind, faults.html and report.html a block for each that has faults, escaped."""
    write_report(folder)
    table = pd.read_csv(folder / "faults.csv").set_index("mind")
    assert list(table.index) == ["<b>bob", "ann", "cat", "dan"]
    assert (table["forfeits"]["ann"], table["forfeits_crash"]["ann"], table["standing"]["dan"]) == (4, 3, "rejected")
    assert "expected ':'" in table["mend"]["dan"]
    for name in ("faults.html", "report.html"):
        page = (folder / name).read_text(encoding="utf-8")
        assert page.count('<article class="sheet">') == 3
        assert "Without faults (1): &lt;b&gt;bob." in page
        assert "arena check FILE --world tictactoe" in page or name == "report.html"
