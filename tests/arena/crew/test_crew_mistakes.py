"""Mistakes of those who name a crew: functions that fail, Executors that are none, schedulers that are none."""

import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from arena.cli.train.workers import crew_of
from arena.crew import head, link
from arena.crew.games import crew_on
from arena.crew.head import BatchCrew
from arena.crew.named import factory_named
from arena.crew.scheduler import read_scheduler
from arena.errors import ArenaError, CrewError
from tests.arena.crew.games import games_of, plan_in

QUICK = {"minds": ["any-random-legal-move", "minimax:depth=1"], "games": 4}
MODULE = """
import sys
from concurrent.futures import ThreadPoolExecutor

def fails():
    raise ValueError("no licence")

def leaves():
    sys.exit(3)

def wants(more):
    pass

def nothing():
    pass
"""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses that a test need not wait for."""
    monkeypatch.setattr(head, "RETRY_PAUSE", 0.0)
    monkeypatch.setattr(head, "TICK", 0.01)
    monkeypatch.setattr(link, "FIRST_PAUSE", 0.0)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("1 / 0", "cannot be loaded: ZeroDivisionError"),
        ("def", "cannot be loaded: SyntaxError"),
        ("raise SystemExit('bye')", "cannot be loaded: SystemExit: bye"),
    ],
)
def test_a_module_that_cannot_be_imported_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, said: str
) -> None:
    """Whatever a crew's module raises when it is imported is told as a mistake."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "broken_crew.py").write_text(source, encoding="utf-8")
    with pytest.raises(CrewError, match=said):
        factory_named("broken_crew:factory")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("fails", "fails: ValueError: no licence"),
        ("leaves", "fails: SystemExit: 3"),
        ("wants", "fails: TypeError: .* missing 1 required"),
        ("nothing", "returns None; expected a concurrent.futures.Executor"),
    ],
)
def test_a_function_that_makes_no_executor_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    """A function that fails or returns something else is told as a mistake, and nothing is waited for."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "some_crew.py").write_text(MODULE, encoding="utf-8")
    factory = factory_named(f"some_crew:{name}")
    with pytest.raises(CrewError, match=said):
        games_of(tmp_path / "out", plan_in(tmp_path / "minds", **QUICK), crew_on(factory))


@pytest.mark.parametrize("places", ["many", float("inf"), float("nan")])
def test_places_that_are_no_number_are_one_line(tmp_path: Path, places: Any) -> None:
    """An Executor that tells nonsense of its places is not used."""

    class Strange(ThreadPoolExecutor):
        pass

    Strange.places = places  # type: ignore[attr-defined]
    with pytest.raises(CrewError, match="places; expected a number"):
        games_of(tmp_path / "out", plan_in(tmp_path / "minds", **QUICK), crew_on(lambda: Strange(1)))


class Useless(Executor):
    """Accepts nothing, or ends each batch in the way that it is told to."""

    places = 2

    def __init__(self, problem: BaseException, at_once: bool) -> None:
        self.problem, self.at_once = problem, at_once

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        if self.at_once:
            raise self.problem
        future: Future[Any] = Future()
        future.set_exception(self.problem)
        return future


@pytest.mark.parametrize(
    ("problem", "at_once"), [(OSError("no queue"), True), (SystemExit(4), False), (KeyboardInterrupt(), False)]
)
def test_an_executor_that_never_works_ends_the_tournament(
    tmp_path: Path, problem: BaseException, at_once: bool
) -> None:
    """An Executor that takes no batch, or whose workers all leave, is not waited for for ever."""
    plan = plan_in(tmp_path / "minds", **QUICK)
    with pytest.raises(ArenaError, match=f"given up after .*{type(problem).__name__}"):
        games_of(tmp_path / "out", plan, crew_on(lambda: Useless(problem, at_once)))


@pytest.mark.parametrize("text", ["http://alpha/scheduler.json", "file:///home/me/scheduler.json"])
def test_an_address_of_a_scheduler_file_is_no_file(text: str) -> None:
    """A scheduler file is named by its path; an address of the web is told as a missing file."""
    with pytest.raises(CrewError, match="no such scheduler file"):
        read_scheduler(text)


def test_training_counts_the_places_of_its_crew() -> None:
    """`arena train play` hands out batches for as many workers as there are now."""
    with crew_of("tests.arena.crew.executors:threads", None) as crew:
        assert crew.places() == 2


class Hanging(ThreadPoolExecutor):
    """Hangs when it is asked for its places a second time, and says when that is."""

    def __init__(self, begun: threading.Event, release: threading.Event) -> None:
        super().__init__(1)
        self.begun, self.release, self.asked = begun, release, 0

    @property
    def places(self) -> int:
        self.asked += 1
        if self.asked > 1:
            self.begun.set()
            self.release.wait(60)
        return 0


def test_a_crew_that_hangs_can_be_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends a tournament whose Executor answers no question any more."""
    monkeypatch.setattr(head, "TO_END", 0.0)
    begun, release = threading.Event(), threading.Event()
    work: Any = None
    with BatchCrew(lambda: Hanging(begun, release), work) as crew:
        assert begun.wait(30)
    assert crew.thread.is_alive()
    release.set()
    crew.thread.join(30)
    assert crew.link.executor is None
