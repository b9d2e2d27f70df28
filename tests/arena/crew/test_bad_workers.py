"""One worker that has gone wrong costs time, and no tournament."""

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import arena
from arena.crew import batch, head, ready
from arena.crew.games import GameWork, crew_on
from arena.crew.identity import identity
from arena.crew.messages import Answer, Outcome, Problem, encode
from arena.entrants.entrant import Player
from arena.errors import BirthError
from arena.store.store import open_store
from arena.store.troubles import WORKERS, troubles_in
from arena.tournament.formats import due
from arena.tournament.openings import read_openings
from tests.arena.command import Here
from tests.arena.crew.faulty import Faulty
from tests.arena.crew.games import games_of, plan_in

PLAN = {"minds": ["any-random-legal-move", "minimax:depth=1"], "games": 20, "max_plies": 8}


class HalfBad(Executor):
    """A good worker, and a bad one that fails at once: it takes all batches while the good one is busy."""

    places = 2

    def __init__(self, failure: str) -> None:
        self.failure, self.pool = failure, ThreadPoolExecutor(1)
        self.latest: Future[Any] | None = None  # of the good worker
        self.random = Random(1)

    def submit(self, fn: Any, /, *args: Any, **_options: Any) -> "Future[Any]":
        if (self.latest is None or self.latest.done()) and self.random.random() < 0.5:
            self.latest = self.pool.submit(fn, *args)
            return self.latest
        future: Future[Any] = Future()
        if self.failure == "raises":
            future.set_exception(ModuleNotFoundError("No module named 'arena'"))
        else:
            future.set_result(self._answer(args[0]))
        return future

    def _answer(self, payload: bytes) -> bytes:
        asked = msgspec.json.decode(payload)
        problem: Problem = self.failure  # type: ignore[assignment]
        failed = tuple(Outcome(task["name"], problem=problem, reason="no space left") for task in asked["tasks"])
        return encode(Answer(asked["number"], replace(identity(), machine="bad"), failed))


@pytest.mark.parametrize("failure", ["birth", "lost", "raises"])
def test_one_bad_worker_neither_ends_a_tournament_nor_voids_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: str
) -> None:
    """Games on which a worker fails at once are played by the other one, although the bad one is always free."""
    monkeypatch.setattr(head, "RETRY_PAUSE", 0.0)
    monkeypatch.setattr(head, "TICK", 0.01)
    identity()  # which is measured only once
    plan = plan_in(tmp_path / "minds", **PLAN)
    expected = games_of(tmp_path / "here", plan, Here)
    assert games_of(tmp_path / "there", plan, crew_on(lambda: HalfBad(failure))) == expected
    ready.close()


def test_a_worker_that_says_two_speeds_has_played_all_its_games(tmp_path: Path) -> None:
    """The table of workers adds up the games of workers of one name, and leaves out troubles that nobody could have."""

    def faster(number: int, answer: bytes) -> bytes:
        return answer.replace(encode(identity()), encode(replace(identity(), speed=float(number % 3))))

    plan = plan_in(tmp_path / "minds", **PLAN | {"games": 8})
    games_of(tmp_path / "out", plan, crew_on(lambda: Faulty(faster)))
    with open_store(tmp_path / "out") as store:
        texts = {encode(record.worker) for record in store.records()}
        store.note(WORKERS, encode([{"worker": identity(), "refused": 10**18}]).decode())
        assert troubles_in(store) == []
    table = arena.load(tmp_path / "out").workers
    assert len(texts) > 1
    assert (list(table["worker"]), list(table["games"])) == ([identity().name], [8])
    ready.close()


def test_a_worker_that_does_no_job_of_a_batch_pauses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that answers at once that it has failed would draw all work to itself."""
    plan = plan_in(tmp_path / "minds", **PLAN)
    work = GameWork(plan, [Player(str(spec), str(spec)) for spec in plan.minds], False)

    def fail(_self: object, _task: object) -> str:
        raise BirthError("no space left")

    slept: list[float] = []
    monkeypatch.setattr(batch, "sleep", slept.append)
    monkeypatch.setattr("arena.crew.far_games.FarWorker.play", fail)
    monkeypatch.setattr("arena.crew.far_games.FarWorker.receive", lambda _self, _batch: None)
    found = msgspec.json.decode(batch.play(work.write(1, due(plan, read_openings(plan), {})[:2])))
    assert [one["problem"] for one in found["results"]] == ["birth", "birth"]
    assert slept == [batch.PAUSE]
    ready.close()
