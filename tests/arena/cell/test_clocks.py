"""House minds keep a short clock on a busy machine, with one thread and with several."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import arena
from arena.crew.local import ProcessCrew
from arena.store.store import open_store
from arena.tournament.driver import play_tournament
from arena.tournament.plan import make_plan
from tests.arena.command import Here

GAMES = 500


@contextmanager
def a_busy_machine() -> Iterator[None]:
    """Keep each processor busy with a loop."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 2)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


@pytest.mark.parametrize("games", [2, pytest.param(GAMES, marks=pytest.mark.drill)])
@pytest.mark.parametrize(
    "mind", ["pst-engine", "pst-engine:threads=2", pytest.param("prodigy", marks=pytest.mark.drill)]
)
def test_nobody_oversteps(tmp_path: Path, games: int, mind: str) -> None:
    """With one second a game and a hundredth a move, no game is lost on time while loops take the processors."""
    plan = make_plan(minds=[mind, "champion"], tc="1+0.01", games=games, seed=3, max_plies=60 if games == 2 else 300)
    with a_busy_machine(), open_store(tmp_path, must_exist=False) as store:
        store.set_plan(plan)
        play_tournament(store, lambda _results, _news: None, crew_of=Here if games == 2 else ProcessCrew)
    assert list(arena.load(tmp_path).usage.clocks["clock"]) == ["processor"]
    found = arena.load(tmp_path).games
    assert len(found) == games
    assert found["fault"].isna().all(), found["fault"].dropna().tolist()
