"""Records of a worker that lies: only those that could be of the game that was asked for are taken."""

from typing import Any

import msgspec
import pytest

from arena.crew.checking import Checker
from arena.crew.worker import Worker
from arena.entrants.entrant import Player
from arena.errors import CrewError
from arena.tournament.formats import due
from arena.tournament.openings import read_openings
from arena.tournament.plan import Plan, make_plan
from arena.tournament.schedule import Task
from world.wire import MAX_MEMORY_BYTES

PLAYERS = [Player(spec, spec) for spec in ("any-random-legal-move", "minimax:depth=1")]


def plan_of(max_plies: int) -> tuple[Plan, Task]:
    """A plan, and its first game."""
    plan = make_plan(minds=[player.spec for player in PLAYERS], games=2, max_plies=max_plies, nodes=50)
    return plan, due(plan, read_openings(plan), {})[0]


def played(plan: Plan, task: Task) -> dict[str, Any]:
    """The record of a game."""
    worker = Worker(plan, PLAYERS)
    try:
        found: dict[str, Any] = msgspec.json.decode(worker.play(task))
    finally:
        worker.close()
    return found


@pytest.fixture(scope="module")
def honest() -> dict[str, Any]:
    """The record of a game of ten plies."""
    return played(*plan_of(10))


@pytest.mark.parametrize(
    "lie",
    [
        {"clock": "wall: \x1b[31m"},
        {"clock": "sundial"},
        {"clock": "wall: " + 500 * "x"},
        {"layers": ["\x1b]0;x\x07", ""]},
        {"init": [0.1]},
        {"init": [1e308, 1e308]},
        {"init": [-1, 0]},
        {"memories": [(MAX_MEMORY_BYTES + 1) * "x", ""]},
    ],
    ids=str,
)
def test_circumstances_that_cannot_be_are_rejected(honest: dict[str, Any], lie: dict[str, Any]) -> None:
    """What reports show of a game's clock, walls, start and memories is what an honest worker could say."""
    plan, task = plan_of(10)
    checker = Checker(plan, PLAYERS)
    assert checker.read(task, msgspec.json.encode(honest)).plies
    with pytest.raises(CrewError, match="is not of this game"):
        checker.read(task, msgspec.json.encode(honest | lie))


def test_a_game_that_went_on_after_its_last_ply_is_rejected(honest: dict[str, Any]) -> None:
    """A record may not have more plies than the plan allows."""
    plan, task = plan_of(9)
    assert len(honest["plies"]) == 10
    with pytest.raises(CrewError, match="it has 10 plies; expected at most 9"):
        Checker(plan, PLAYERS).read(task, msgspec.json.encode(honest))
