"""Minds are disqualified after so many forfeits in a row, at any concurrency and after any interruption alike."""

import random
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import EntrantError, PlanError
from arena.report.conclusion import conclusion
from arena.report.remarks import remarks
from arena.report.report import write_report
from arena.store.queries import load
from arena.store.store import Store, open_store
from arena.tournament.conduct import Conduct
from arena.tournament.driver import play_tournament
from arena.tournament.extension import extend
from arena.tournament.formats import schedule
from arena.tournament.plan import make_plan
from arena.tournament.schedule import Task
from world.api import Opening

CRASHING = """from minds import Mind


class Crashing(Mind):
    \"\"\"Fails in every game.\"\"\"

    name = "crashing"

    def getaction(self, state):
        raise RuntimeError("no idea")
"""
DRAW = (0.5, 0.5)
Results = dict[str, tuple[float, ...]]


def tasks_of(minds: int, rounds: int) -> list[Task]:
    """Return the games of a simulated round robin."""
    pairs = list(combinations(range(minds), 2)) * rounds
    return [Task(f"g{number}", 1, pair, Opening(), 0) for number, pair in enumerate(pairs)]


def simulate(
    tasks: list[Task], outcomes: dict[str, int | None], most: int, at_once: int, chance: random.Random
) -> Results:
    """Play games, some at once, in which `outcomes` forfeit; sometimes begin anew with what is stored."""
    results: Results = {}
    out: set[int] = set()
    while True:
        forfeits = {name: mind for name in results if (mind := outcomes[name]) is not None}
        conduct = Conduct(tasks, results, forfeits, out, most)
        out |= conduct.follow().keys()
        waiting = [task for task in tasks if task.name not in results and not conduct.is_over_for(task)]
        if not waiting:
            return results
        _play(waiting, results, outcomes, conduct, at_once, chance)
        out |= conduct.disqualified


def _play(
    waiting: list[Task],
    results: Results,
    outcomes: dict[str, int | None],
    conduct: Conduct,
    at_once: int,
    chance: random.Random,
) -> None:
    pending: list[Task] = []
    while chance.random() > 0.02:  # an interruption
        ready = [task for task in waiting if conduct.may_begin(task)]
        pending += ready[: at_once - len(pending)]
        waiting[:] = [task for task in waiting if task not in pending]
        if not pending:
            assert not waiting, "games wait that may not begin"
            return
        task = pending.pop(chance.randrange(len(pending)))
        if conduct.is_over_for(task):
            continue
        results[task.name] = DRAW
        mind = outcomes[task.name]
        conduct.note(task, None if mind is None else task.seats.index(mind))
        conduct.follow()
        waiting[:] = [task for task in waiting if not conduct.is_over_for(task)]


@given(st.integers(2, 5), st.integers(1, 6), st.integers(1, 3), st.integers(2, 9), st.integers(0, 10**6))
def test_the_same_games_are_played_at_any_concurrency(
    minds: int, rounds: int, most: int, at_once: int, seed: int
) -> None:
    """The games that count are those that would be played one after the other."""
    chance = random.Random(seed)
    tasks, faulty = tasks_of(minds, rounds), chance.randrange(minds + 1)
    outcomes = {task.name: chance.choice([*task.seats, *[None] * chance.randrange(4)]) for task in tasks}
    outcomes |= {task.name: faulty for task in tasks if faulty in task.seats and chance.random() < 0.8}
    one = simulate(tasks, outcomes, most, 1, chance)
    assert simulate(tasks, outcomes, most, at_once, chance) == one


def test_forfeits_in_a_row_disqualify() -> None:
    """Two in a row do, and two with a played game between them do not."""
    tasks = tasks_of(2, 4)
    results: Results = {}
    conduct = Conduct(tasks, results, {}, (), 2)
    for task, seat in zip(tasks, (0, None, 0, 0), strict=True):
        assert conduct.follow() == {}
        results[task.name] = DRAW
        conduct.note(task, seat)
    assert conduct.follow() == {0: []}


def test_a_mind_that_has_forfeited_does_not_run_ahead() -> None:
    """Beyond the games that are known it begins no more than it may forfeit; others go on."""
    tasks = tasks_of(3, 4)
    results: Results = {tasks[3].name: DRAW}
    conduct = Conduct(tasks, results, {tasks[3].name: 0}, (), 2)
    of_mind = [conduct.may_begin(task) for task in tasks if 0 in task.seats]
    assert of_mind == [True, True, False, False, False, False, False, False]
    assert all(conduct.may_begin(task) for task in tasks if 0 not in task.seats)


def played(folder: Path, crashing: Path, concurrency: int) -> tuple[set[str], list[str]]:
    """Play a tournament with a mind that always fails; return the games and the standings of the entrants."""
    minds = [f"bad={crashing}", "any-random-legal-move", "capture-priority-random-legal-move"]
    plan = make_plan(minds=minds, games=8, openings="none", max_plies=8, max_faults=3, concurrency=concurrency)
    folder.mkdir()
    with open_store(folder, must_exist=False) as store:
        store.set_plan(plan)
        assert play_tournament(store, lambda _results, _news: None) == {}
        assert play_tournament(store, lambda _results, _news: None) == {}, "nothing is left to play"
        return set(store.results()), [entrant.standing for entrant in store.entrants()]


@pytest.fixture
def crashing(tmp_path: Path) -> Path:
    path = tmp_path / "crashing.py"
    path.write_text(CRASHING, encoding="utf-8")
    return path


def test_a_mind_that_always_fails_is_disqualified(tmp_path: Path, crashing: Path) -> None:
    """It plays three games of sixteen, the same ones at any concurrency; the others play all theirs."""
    games, standings = played(tmp_path / "one", crashing, 1)
    assert standings == ["disqualified", "playing", "playing"]
    assert len(games) == 3 + 8
    assert played(tmp_path / "two", crashing, 2) == (games, standings)


@pytest.mark.parametrize("name", ["roundrobin", "swiss"])
def test_games_not_played_count_in_points(tmp_path: Path, crashing: Path, name: str) -> None:
    """The opponents of a disqualified mind get the points; ratings and games know only what was played."""
    minds = [f"bad={crashing}", "any-random-legal-move", "capture-priority-random-legal-move"]
    plan = make_plan(minds=minds, games=6, format=name, openings="none", max_plies=8, max_faults=2)
    with open_store(tmp_path, must_exist=False) as store:
        store.set_plan(plan)
        play_tournament(store, lambda _results, _news: None)
    results = load(tmp_path)
    table = results.standings.set_index("mind")
    assert results.disqualified == ["bad"]
    assert results.standings["mind"].iloc[-1] == "bad"
    assert (table["games"]["bad"], table["unplayed"]["bad"]) == (2, len(results.unplayed))
    assert len(results.unplayed) > 2
    byes = table.get("byes", table["rank"] * 0) * plan.games / 2
    assert (table["points"]["bad"], table["forfeits"]["bad"]) == (byes["bad"], 2)
    assert table["points"].sum() == len(results.games) + len(results.unplayed) + byes.sum()
    assert any("bad is disqualified after 2 forfeits in a row" in remark for remark in remarks(results))


def test_a_disqualified_mind_may_have_no_games(tmp_path: Path) -> None:
    """Its games may have been damaged; the others have a report all the same."""
    minds = ["any-random-legal-move", "capture-priority-random-legal-move", "minimax"]
    with open_store(tmp_path, must_exist=False) as store:
        store.set_plan(make_plan(minds=minds, games=2, max_plies=2))
        store.disqualify("minimax", [])
        play_tournament(store, lambda _results, _news: None)
    table = write_report(tmp_path).standings
    assert sorted(table["mind"]) == sorted(minds[:2])
    assert table["tier"].tolist() == [1, 1]


def test_disqualified_minds_blur_no_ranks(tmp_path: Path, crashing: Path) -> None:
    """They share the last ranks and a tier of their own; the others are ranked as if they were not there."""
    minds = [f"a={crashing}", f"b={crashing}", "any-random-legal-move", "minimax:depth=1"]
    plan = make_plan(minds=minds, games=4, openings="none", max_plies=8, max_faults=2)
    with open_store(tmp_path, must_exist=False) as store:
        store.set_plan(plan)
        play_tournament(store, lambda _results, _news: None)
    results = load(tmp_path)
    table = results.standings.set_index("mind")
    assert table["ranks"].to_dict() == {one: "3–4" if one in "ab" else "1–2" for one in table.index}
    assert table["tier"].to_dict() == {one: 2 if one in "ab" else 1 for one in table.index}
    found = remarks(results)
    assert sum("a, b are disqualified after 2 forfeits in a row; 10 games of each" in line for line in found) == 1
    assert not any("lost all" in line for line in found)
    assert conclusion(results)[1].startswith("Not decided: 1 of 5 pairs")


def test_a_mind_may_be_reinstated(tmp_path: Path, crashing: Path) -> None:
    """It plays on until it has forfeited too much again; the games before do not count against it."""
    games, _ = played(tmp_path / "one", crashing, 2)
    with open_store(tmp_path / "one") as store:
        extend(store, reinstated=["bad"]).set_standings(store)
        assert [entrant.standing for entrant in store.entrants()] == ["playing"] * 3
        play_tournament(store, lambda _results, _news: None)
        assert len(store.results()) == len(games) + 3
        assert store.entrants()[0].standing == "disqualified"
        with pytest.raises(EntrantError, match="it is playing"):
            extend(store, reinstated=["any-random-legal-move"])


@pytest.mark.parametrize("name", ["swiss", "knockout"])
def test_opponents_of_a_disqualified_mind_advance(name: str) -> None:
    """In formats where results decide pairings, a game that is not played is a win for the opponent."""
    plan = make_plan(minds=["minimax", "alphabeta", "control", "negamax"], format=name, games=2)
    tasks, unplayed = schedule(plan, [Opening()], {}, {0})
    assert all(unplayed[task.name][task.seats.index(0)] == 0 for task in tasks if 0 in task.seats)
    assert {sum(scores) for scores in unplayed.values()} == {1.0}


def test_a_swiss_cannot_be_joined_again(tmp_path: Path) -> None:
    """Its pairings rest on the games that were not played."""
    with open_store(tmp_path, must_exist=False) as store:
        store.set_plan(make_plan(minds=["minimax", "alphabeta"], format="swiss"))
        store.disqualify("minimax", [])
        with pytest.raises(PlanError, match="swiss"):
            extend(store, reinstated=["minimax"])


def test_dropped_games_leave_no_trace(tmp_path: Path, crashing: Path) -> None:
    """After games are removed from a store, the others are whole and numbered without gaps."""
    games, _ = played(tmp_path / "one", crashing, 1)
    with open_store(tmp_path / "one") as store, store.alone():
        before = {record.name: record for record in store.records()}
        gone = sorted(games)[2:5]
        store.disqualify("any-random-legal-move", gone)
        assert {record.name: record for record in store.records()} == {n: r for n, r in before.items() if n not in gone}
    assert_sound(tmp_path / "one")


def assert_sound(folder: Path) -> None:
    with open_store(folder, examine="games") as store:
        numbers = [number for (number,) in store.db.execute("SELECT number FROM games ORDER BY number")]
        assert isinstance(store, Store)
        assert numbers == list(range(1, len(numbers) + 1))
