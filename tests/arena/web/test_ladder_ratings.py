"""The ratings of a course's ladder, which are made without tables."""

import shutil
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from arena.store.store import open_store
from arena.tournament.formats import LADDER
from arena.tournament.live import BulletinWriter, bulletins
from arena.tournament.openings import read_openings
from arena.tournament.schedule import pairing
from arena.web.results.background import Background
from arena.web.results.calculator import Answer, Order, answer
from arena.web.results.files import stamp_of
from arena.web.results.standings import STANDINGS
from arena.web.results.tournament import Tournament
from tests.bench.made import begin_bulletin, made_plan, made_record
from tests.conftest import until

MINDS, PAIRS = 6, 40
SCRIPT = """
import sys
from arena.web.results.calculator import Order, answer
for piece in ("standings", "history"):
    assert answer(Order(piece, sys.argv[1], (), "", True)).games > 0
print(*(name for name in ("pandas", "matplotlib", "numba") if name in sys.modules))
"""


def order(folder: Path, piece: str, is_private: bool) -> Answer:
    """Return a piece, computed in this process."""
    found = answer(Order(piece, str(folder), stamp_of(folder), "", is_private))
    assert found.problem == ""
    return found


def value(folder: Path, piece: str, is_private: bool) -> Any:
    """Return the value of a piece."""
    return msgspec.json.decode(order(folder, piece, is_private).value)


@pytest.fixture(scope="module")
def ladder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ladder with draws, forfeits, games that repeat others, a mind that is disqualified and one without games."""
    folder = tmp_path_factory.mktemp("ladder")
    plan = replace(made_plan(MINDS + 1), format=LADDER)
    pairs = list(combinations(range(MINDS), 2))
    with open_store(folder, must_exist=False) as store:
        store.set_plan(plan)
        openings = read_openings(store.plan)
        for number in range(1, PAIRS + 1):
            tasks = [task for pair in pairs for task in pairing(plan, openings, pair, number, number - 1, 2)]
            store.add((task, made_record(plan, task)) for task in reversed(tasks))
        store.disqualify("m0003", [])
    return folder


def test_they_are_those_of_the_report(ladder: Path) -> None:
    """Standings, conclusion and curves are the same as those made from tables, for a report for example."""
    plain, usual = value(ladder, "standings", True), value(ladder, "standings", False)
    assert plain["standings"] == usual["standings"]
    assert plain["remarks"]["conclusion"] == usual["remarks"]["conclusion"]
    assert value(ladder, "history", True) == value(ladder, "history", False)
    rows = plain["standings"]["rows"]
    assert [row["mind"] for row in rows if row["forfeits"]]
    assert rows[-1]["mind"] == "m0003"
    assert len(rows) == MINDS
    assert order(ladder, "standings", True).games == MINDS * (MINDS - 1) * PAIRS


def test_they_quote_no_mind(ladder: Path) -> None:
    """No remark is made of a ladder but the conclusion: others quote messages of minds."""
    assert value(ladder, "standings", True)["remarks"]["remarks"] == []
    assert value(ladder, "standings", False)["remarks"]["remarks"] != []


def test_they_need_no_tables(ladder: Path) -> None:
    """The process that computes them loads no pandas, which holds 60 MB as long as a course is served."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(ladder)], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr


def test_an_empty_ladder_has_no_ratings(tmp_path: Path) -> None:
    """Before the first game there are no rows and no curves."""
    with open_store(tmp_path, must_exist=False) as store:
        store.set_plan(replace(made_plan(2), format=LADDER))
    assert value(tmp_path, "standings", True)["standings"]["rows"] == []


def test_other_private_tournaments_are_rated_by_tables(tmp_path: Path) -> None:
    """The end of a season, which may have any format, is rated as every tournament is."""
    plan = made_plan(3, games=2)
    with open_store(tmp_path, must_exist=False) as store:
        store.set_plan(plan)
        for task in pairing(plan, read_openings(store.plan), (0, 1), 1, 0, 2):
            store.add([(task, made_record(plan, task))])
    assert value(tmp_path, "standings", True) == value(tmp_path, "standings", False)


def test_they_are_not_computed_anew_for_each_game(ladder: Path, tmp_path: Path) -> None:
    """While a ladder is played its ratings are reused for some seconds, and those of other tournaments more briefly."""
    shutil.copytree(ladder, tmp_path / "ladder")
    found = {is_private: Tournament(tmp_path / "ladder", Background(), is_private) for is_private in (True, False)}
    writer = BulletinWriter(tmp_path / "ladder")
    begin_bulletin(writer, made_plan(2))
    until(lambda: list(bulletins(tmp_path / "ladder")))
    for is_private, tournament in found.items():
        tournament.refresh()
        assert tournament.order(STANDINGS).result(60.0) is None
        tournament.computed["standings"] = replace(tournament.computed["standings"], took=0.0, stamp=())
        assert tournament._is_due(tournament.computed["standings"]) is not is_private
    writer.close()
