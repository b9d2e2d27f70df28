"""The crew of processes: what dies in it costs only the games that were being played."""

import multiprocessing
from pathlib import Path

import pytest

from arena.crew.local import WORKER_DEATHS, ProcessCrew
from arena.entrants.entrant import Player
from arena.tournament.formats import due
from arena.tournament.openings import read_openings
from arena.tournament.plan import make_plan
from tests.conftest import until
from world.record import read_record


def test_a_crew_outlives_the_death_of_all_its_workers(tmp_path: Path) -> None:
    """If every worker is killed before it holds a game, the games can be submitted again."""
    plan = make_plan(minds=["any-random-legal-move", "minimax:depth=1"], games=2, max_plies=10)
    task = due(plan, read_openings(plan), {})[0]
    before = set(multiprocessing.active_children())
    players = [Player(str(spec), str(spec)) for spec in plan.minds]
    with ProcessCrew(plan, players, 2, folder=tmp_path) as crew:
        first = crew.submit(task)
        until(lambda: len(set(multiprocessing.active_children()) - before) == 2)
        for worker in set(multiprocessing.active_children()) - before:
            worker.kill()
        with pytest.raises(WORKER_DEATHS):
            first.result(timeout=60)
        assert read_record(crew.submit(task).result(timeout=60)).actions
