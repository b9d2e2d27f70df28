"""A tournament with all that may go wrong elsewhere: strangers, a learner, and a mind that is disqualified."""

from pathlib import Path

from arena.crew.crew import CrewOf
from arena.report.games import games_aside
from arena.store.store import open_store
from arena.tournament.driver import enter, play_tournament
from arena.tournament.plan import Plan, make_plan
from tests.conftest import ROOT

CRASHER = "from minds import Mind\n\n\nclass C(Mind):\n    name = 'crasher'\n"
CRASHER += "    def getaction(self, state):\n        return 1 / 0 if len(state.history) > 12 else state.actions[0]\n"
FIRST = "from minds import Mind\n\n\nclass F(Mind):\n    name = 'first'\n"
FIRST += "    def getaction(self, state):\n        return state.position.legal_moves()[0]\n"


def minds_in(folder: Path) -> list[str]:
    """House minds, a learner, and two strangers, one of whom crashes in every game."""
    folder.mkdir(exist_ok=True)
    for name, source in {"crasher": CRASHER, "first": FIRST}.items():
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    learner = str(ROOT / "minds" / "students" / "learner.py")
    return ["any-random-legal-move", "minimax:depth=1", learner, f"{folder}/first.py", f"{folder}/crasher.py"]


def plan_in(folder: Path, **fields: object) -> Plan:
    """A plan of short games between them."""
    return make_plan(**{"minds": minds_in(folder), "games": 4, "nodes": 300, "max_plies": 30, "max_faults": 3} | fields)


def games_of(folder: Path, plan: Plan, crew_of: CrewOf) -> bytes:
    """Play a tournament; return its games.pgn."""
    folder.mkdir()
    with open_store(folder, must_exist=False) as store:
        openings = enter(store, plan)
        assert play_tournament(store, lambda _results, _news: None, crew_of=crew_of, openings=openings) == {}
    with games_aside(folder):
        pass
    return (folder / "games.pgn").read_bytes()
