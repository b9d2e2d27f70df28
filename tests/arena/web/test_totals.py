"""The number of games of a tournament, as its pages count it."""

from pathlib import Path

import pytest

from arena import load
from arena.report.headline import headline
from arena.store.store import open_store
from arena.tournament.driver import enter, play_tournament
from arena.tournament.formats import due
from arena.tournament.openings import read_openings
from arena.tournament.plan import make_plan
from arena.web.folders import Folders
from arena.web.results.index import GameIndex
from tests.bench.made import made_plan, played

CRASHES = 'from minds import Mind\n\n\nclass Bad(Mind):\n    def getaction(self, state):\n        return "0,0"\n'


def test_games_that_are_not_played_do_not_count(tmp_path: Path) -> None:
    """A tournament is over once all games are played but those of a mind that was disqualified."""
    bad, folder = tmp_path / "bad.py", tmp_path / "results" / "one"
    bad.write_text(CRASHES, encoding="utf-8")
    folder.mkdir(parents=True)
    minds = [str(bad), "any-random-legal-move", "capture-priority-random-legal-move"]
    plan = make_plan(minds=minds, games=4, max_faults=2, max_plies=40, nodes=1, concurrency=1)
    with open_store(folder, must_exist=False) as store:
        openings = enter(store, plan)
        play_tournament(store, lambda *_: None, openings=openings)
    tournament = Folders(folder.parent).tournament("one")
    assert tournament is not None
    assert tournament.index.count < 12
    assert tournament.total == tournament.index.count


def test_no_results_are_read_while_all_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of games follows from the plan alone where nobody is withdrawn or disqualified."""
    folder = tmp_path / "results" / "one"
    folder.mkdir(parents=True)
    with open_store(folder, must_exist=False) as store:
        for _ in played(store, made_plan(3, games=4), share=0.5):
            pass
    monkeypatch.setattr(GameIndex, "results", lambda _: pytest.fail("all results were read"))
    tournament = Folders(folder.parent).tournament("one")
    assert tournament is not None
    assert tournament.total == 12


def test_games_of_the_withdrawn_do_not_count(tmp_path: Path) -> None:
    """A tournament from which a mind was withdrawn is over once the others have met; every list says so."""
    folder = tmp_path / "results" / "one"
    folder.mkdir(parents=True)
    with open_store(folder, must_exist=False) as store:
        for _ in played(store, made_plan(4, games=60), share=0.5):
            pass
        store.set_standing("m0004", "withdrawn")
        left = due(store.plan, read_openings(store.plan), store.results(), store.standing("withdrawn"))
        games = len(store.results())
    folders = Folders(folder.parent)
    tournament = folders.tournament("one")
    assert tournament is not None
    assert tournament.total == games + len(left) < 360
    assert [entry.total for entry in folders.entries()] == [tournament.total]
    assert f"{games} of {tournament.total} games" in headline(load(folder, read_only=True))
