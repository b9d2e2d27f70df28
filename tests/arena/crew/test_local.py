"""The crew of processes: what dies in it costs only the games that were being played."""

import multiprocessing
import subprocess
import sys
from pathlib import Path

import pytest

from arena.crew.local import WORKER_DEATHS, ProcessCrew
from arena.crew.worker import Worker
from arena.entrants.cache import unpacked
from arena.entrants.entrant import Entrant, Player
from arena.errors import BirthError
from arena.tournament.formats import due
from arena.tournament.openings import read_openings
from arena.tournament.plan import make_plan
from tests.arena.course.conftest import bundle
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


def test_players_come_while_games_are_played(tmp_path: Path) -> None:
    """The same workers play with a mind that was not there when they began, and with one that has another name now."""
    plan = make_plan(minds=["any-random-legal-move", "minimax:depth=1", "minimax:depth=2"], games=2, max_plies=10)
    tasks = [one for one in due(plan, read_openings(plan), {}) if 0 in one.seats]
    players = {place: Player(str(spec), str(spec)) for place, spec in enumerate(plan.minds[:2])}
    with ProcessCrew(plan, players, 1, folder=tmp_path) as crew:
        names = []
        for task in tasks:
            players[2] = Player("a new one", "minimax:depth=2")
            names.append(read_record(crew.submit(task).result(timeout=60)).minds)
            workers = {one.pid for one in multiprocessing.active_children()}
            players[0] = Player("renamed", "any-random-legal-move")
        assert len(workers) == 1
        assert {"a new one", "renamed", "minimax:depth=1"} <= {name for both in names for name in both}
        assert sum("any-random-legal-move" in both for both in names) == 1


def test_a_worker_keeps_few_minds_ready() -> None:
    """A worker keeps as many minds in memory as it may, and closes the others that have played."""
    plan = make_plan(
        minds=["any-random-legal-move", "minimax:depth=1", "capture-priority-random-legal-move"], games=2, max_plies=10
    )
    players = [Player(str(spec), str(spec)) for spec in plan.minds]
    worker = Worker(plan, players, most_cells=2)
    try:
        for task in due(plan, read_openings(plan), {}):
            worker.play(task)
            assert set(worker.cells) == set(task.seats)
    finally:
        worker.close()


def test_a_game_without_a_mind_s_files_is_void(tmp_path: Path) -> None:
    """A forfeit says nothing while the files are damaged; with whole ones it counts."""
    plan = make_plan(minds=["any-random-legal-move", "minimax:depth=1"], games=2, max_plies=10)
    task, files = due(plan, read_openings(plan), {})[0], bundle("raise ValueError")
    place = unpacked(files.digest, lambda _: files)
    entrant = Entrant("theirs", "mind.py", bundle=files.digest, runs="mind.py")
    players = [Player("ours", "minimax:depth=1"), Player("theirs", f"{place}/mind.py", entrant)]
    with ProcessCrew(plan, players, 1, folder=tmp_path) as crew:
        assert read_record(crew.submit(task).result(timeout=60)).ending.kind == "forfeit"
        place.chmod(0o755)
        (place / "mind.py").chmod(0o644)
        (place / "mind.py").write_text("raise TypeError", encoding="utf-8")
        with pytest.raises(BirthError, match="the files of theirs in the cache"):
            crew.submit(task).result(timeout=60)


ORPHAN = """
import os, signal, sys, time
from pathlib import Path
from arena.crew import local, processes
from arena.entrants.entrant import Player
from arena.tournament.plan import make_plan

plan = make_plan(minds=["any-random-legal-move", "minimax:depth=1"], games=2)
crew = local.ProcessCrew(plan, [Player(str(spec), str(spec)) for spec in plan.minds], 1, folder=Path(sys.argv[1]))
arena = os.getpid()
if os.fork():
    os.kill(arena, signal.SIGKILL)
while os.getppid() == arena:
    time.sleep(0.01)
processes.begin(*crew.processes.arguments)
print("it goes on", flush=True)
os._exit(0)
"""


def test_a_worker_does_not_outlive_an_arena_that_dies_early(tmp_path: Path) -> None:
    """A worker whose arena is killed while the worker is still being started ends, too."""
    done = subprocess.run([sys.executable, "-c", ORPHAN, str(tmp_path)], capture_output=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == (b"", b"")
