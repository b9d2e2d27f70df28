"""A mind has so much processor time to get ready for a game, for import and `newrun` together."""

from pathlib import Path

import pytest

from arena.cell.order import Limits
from arena.store.store import open_store
from arena.tournament.driver import play_tournament
from arena.tournament.plan import make_plan
from arena.tournament.play import play_game
from world.record import Record

MIND = """import time

from minds import Mind

{at_import}

class Slow(Mind):
    \"\"\"Takes its time before the first move.\"\"\"

    name = "slow"

    def newrun(self):
        {in_newrun}

    def getaction(self, state):
        return state.position.legal_moves()[0]
"""
LOOP = "while True: pass"
WORK = "end = time.process_time() + 0.3\n{indent}while time.process_time() < end: pass"
OPPONENT = "any-random-legal-move"


def game(folder: Path, at_import: str, in_newrun: str, init: float) -> Record:
    """Play a few plies against a mind that does this before its first move."""
    path = folder / "slow.py"
    path.write_text(MIND.format(at_import=at_import, in_newrun=in_newrun), encoding="utf-8")
    return play_game("chess", [str(path), OPPONENT], limits=Limits(init=init), max_plies=2)


@pytest.mark.parametrize(("at_import", "in_newrun"), [(LOOP, "pass"), ("", LOOP)])
def test_a_mind_that_is_not_ready_in_time_forfeits(tmp_path: Path, at_import: str, in_newrun: str) -> None:
    """It has had its processor time, and the message names the option."""
    fault = game(tmp_path, at_import, in_newrun, init=0.5).ending.fault
    assert fault is not None
    assert (fault.kind, fault.seat, fault.call) == ("time", 0, "newrun")
    assert "0.5 s of processor time (--init)" in fault.message


def test_the_record_tells_what_the_start_took(tmp_path: Path) -> None:
    """Import and `newrun` are added up."""
    record = game(tmp_path, WORK.format(indent=""), WORK.format(indent=" " * 8), init=30.0)
    assert record.ending.fault is None
    assert 0.6 <= record.init[0] < 10


def test_the_store_keeps_what_the_start_took(tmp_path: Path) -> None:
    """For jailed minds; a game of house minds says nothing of it."""
    (tmp_path / "slow.py").write_text(MIND.format(at_import="", in_newrun="pass"), encoding="utf-8")
    minds = [str(tmp_path / "slow.py"), OPPONENT, "capture-priority-random-legal-move"]
    with open_store(tmp_path, must_exist=False) as store:
        store.set_plan(make_plan(minds=minds, games=1, openings="none", max_plies=2))
        play_tournament(store, lambda _results, _news: None)
        found = {record.minds: record.init for record in store.records()}
    assert all(bool(init) == ("slow" in names) for names, init in found.items())
