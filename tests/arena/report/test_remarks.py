"""Remarks: who spends more than it may, in nodes or in time, is named with the figure."""

from pathlib import Path

import pytest

import arena
from arena.report.remarks import remarks
from arena.store.store import open_store
from arena.tournament.plan import make_plan
from arena.tournament.schedule import Task
from world.api import Ending, Opening
from world.record import Ply, Record

GREEDY, HONEST = "any-random-legal-move", "minimax"


def report(folder: Path, plies: list[Ply], clock: str = "", **limits: float) -> list[str]:
    """Return the remarks that name a number of seconds or nodes, on one game that begins with a given ply."""
    with open_store(folder, must_exist=False) as store:
        store.set_plan(make_plan(world="tictactoe", minds=(GREEDY, HONEST), games=2, **limits))
        names = tuple(entrant.name for entrant in store.entrants())
        given = (Ply(1, "8", 9.0, 9.0), *plies)
        record = Record("tictactoe", 1, "start", names, given, Ending("win", (1.0, 0.0)), opening=1, clock=clock)
        store.add([(Task("001-002-00001a", 1, (0, 1), Opening(), 1), record)])
    return [line for line in remarks(arena.load(folder)) if "for a move" in line]


def test_who_reports_more_nodes_than_it_may_is_named(tmp_path: Path) -> None:
    """A mind that searched more positions than its budget gets a remark with the largest number."""
    plies = [Ply(0, "0", thoughts={"nodes": 3000}), Ply(1, "1", thoughts={"nodes": 1000}), Ply(0, "2")]
    assert report(tmp_path, plies, nodes=1000) == [
        f"{GREEDY} reports up to 3,000 nodes for a move; the budget is 1,000"
    ]


@pytest.mark.parametrize(("clock", "seconds", "cpu"), [("", 9.0, 0.055), ("wall: ann is remote", 0.055, 9.0)])
def test_who_lives_on_the_grace_is_named(tmp_path: Path, clock: str, seconds: float, cpu: float) -> None:
    """A mind that takes more than its time on average, by the clock that it pays, gets a remark; openings are free."""
    plies = [Ply(0, "0", seconds, cpu), Ply(1, "1", 0.01, 0.01), Ply(0, "2", seconds, cpu), Ply(1, "3", 0.04, 0.0)]
    assert report(tmp_path, plies, clock, movetime=0.03) == [
        f"{GREEDY} takes 0.055 s for a move on average, --movetime is 0.03: it lives on the 0.05 s of grace"
    ]
