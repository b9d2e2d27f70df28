"""Learners play in the plan's order after any interruption, and remember only what `endrun` returned."""

from pathlib import Path

import pytest

from arena.store.store import open_store
from arena.tournament.driver import play_tournament
from arena.tournament.formats import due
from arena.tournament.learners import Learners
from arena.tournament.openings import read_openings
from arena.tournament.plan import Plan, make_plan
from arena.tournament.schedule import Task
from world.api import Opening
from world.record import Record

COUNTER = """from minds import Mind


class Counter(Mind):
    \"\"\"Counts its games, and plays by the count.\"\"\"

    name = "{name}"

    def getaction(self, state):
        moves = state.position.legal_moves()
        self.thoughts = {{"games": len(self.memory)}}
        return moves[len(self.memory) % len(moves)]

    def endrun(self):
        return "" if len(self.memory) == 4 else self.memory + "x"
"""


@pytest.fixture
def counters(tmp_path: Path) -> list[str]:
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text(COUNTER.format(name=name), encoding="utf-8")
    return [str(tmp_path / "one.py"), str(tmp_path / "two.py")]


class Enough(Exception):
    """The tournament is stopped after enough games."""


def records(folder: Path, plan: Plan, stop_after: int = 0) -> dict[str, Record]:
    """Play a tournament, interrupted once if asked for; return its games."""
    folder.mkdir()

    def progress(results: object, _news: object) -> None:
        if stop_after and len(results) >= stop_after:  # type: ignore[arg-type]
            raise Enough

    with open_store(folder, must_exist=False) as store:
        store.set_plan(plan)
        if stop_after:
            with pytest.raises(Enough):
                play_tournament(store, progress)
        play_tournament(store, lambda _results, _news: None)
        return {record.name: record for record in store.records()}


def test_learners_are_the_same_at_any_concurrency(tmp_path: Path, counters: list[str]) -> None:
    """A learner's games are the same after an interruption, and each begins with the memory of the one before."""
    minds = [*counters, "any-random-legal-move", "capture-priority-random-legal-move"]
    plans = [make_plan(minds=minds, games=2, max_plies=12, concurrency=number, seed=7) for number in (1, 3)]
    one = records(tmp_path / "a", plans[0])
    three = records(tmp_path / "b", plans[1], stop_after=10)
    assert {name: record.actions for name, record in one.items()} == {n: r.actions for n, r in three.items()}
    assert {name: record.memories for name, record in one.items()} == {n: r.memories for n, r in three.items()}
    counts = sorted(len(r.memories[r.minds.index("one")]) for r in one.values() if "one" in r.minds)
    assert counts == [0, 1, 1, 2, 3, 4]  # after the fifth game it has forgotten


def test_only_who_learns_waits(counters: list[str]) -> None:
    """Other minds play meanwhile, and no game of a learner overtakes an earlier one."""
    plan = make_plan(minds=[counters[0], "minimax", "alphabeta", "any-random-legal-move"], games=2)
    learners, waiting = (
        Learners([str(spec) for spec in plan.minds], lambda _place: ""),
        due(plan, read_openings(plan), {}),
    )
    order = [task.name for task in waiting if 0 in task.seats]
    first = learners.next(waiting)
    others = [learners.next(waiting) for _ in range(6)]
    assert first is not None
    assert first.name == order[0]
    assert all(task is not None and 0 not in task.seats for task in others)
    assert learners.next(waiting) is None
    assert [task.name for task in waiting] == order[1:]


def test_two_learners_keep_their_order(counters: list[str]) -> None:
    """While one learner plays, the other's games do not overtake an earlier game between the two."""
    plan = make_plan(minds=[*counters, "minimax"], games=2)
    learners = Learners([str(spec) for spec in plan.minds], lambda _place: "")
    one, two, house = 0, 1, 2
    games = [("x", (one, house)), ("y", (one, two)), ("z", (two, house))]
    waiting = [Task(name, 1, seats, Opening(), 0) for name, seats in games]
    first = learners.next(waiting)
    assert first is not None
    assert first.name == "x"
    assert learners.next(waiting) is None, "z may not overtake y"


def test_who_never_speaks_of_memory_gets_none(tmp_path: Path) -> None:
    """A learner never plays two games at once, or their order would depend on speed."""
    path = tmp_path / "sly.py"
    body = COUNTER.format(name="sly").replace("self.memory", "getattr(self, 'mem' + 'ory')")
    path.write_text(body, encoding="utf-8")
    plan = make_plan(minds=[str(path), "any-random-legal-move"], games=4, max_plies=20)
    played = records(tmp_path / "games", plan)
    told = [(ply.thoughts or {})["games"] for r in played.values() for ply in r.plies[r.opening :] if ply.thoughts]
    assert set(told) == {0}
