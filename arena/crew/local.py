"""Where games run: a pool of workers behind one `submit`. A worker that dies costs its game, which is played again."""

import ctypes
import multiprocessing
import os
import signal
import sys
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Protocol

from pebble import ProcessExpired as WorkerDied
from pebble import ProcessPool

from arena.cell.cell import Cell
from arena.tournament.adjudicate import judge_of
from arena.tournament.live import Bulletin, Teller
from arena.tournament.plan import Plan
from arena.tournament.play import play_in
from arena.tournament.schedule import Task
from world.api import Player
from world.registry import new_world
from world.run import Watch

MOST_CELLS = 16  # minds that a worker keeps ready; who has not played for longest makes room

__all__ = ["AnyCrew", "Crew", "CrewOf", "Worker", "WorkerDied", "physical_cores"]


class AnyCrew(Protocol):
    """Whoever plays games on demand."""

    workers: int

    def submit(self, task: Task) -> "Future[str]": ...


CrewOf = Callable[[Plan, int, bool, Path], AbstractContextManager[AnyCrew]]


def physical_cores() -> int:
    """The processor's cores that we may use, not counting the second threads of any."""
    ours = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set(range(os.cpu_count() or 1))
    siblings = set()
    for number in ours:
        try:
            with open(f"/sys/devices/system/cpu/cpu{number}/topology/thread_siblings_list", encoding="ascii") as file:
                siblings.add(file.read())
        except OSError:
            return len(ours)
    return len(siblings)


class Worker:
    """Plays games one after the other, with minds that stay in their cells between them."""

    def __init__(self, plan: Plan, trusted: bool = False, folder: Path | None = None) -> None:
        self.plan, self.trusted, self.world = plan, trusted, new_world(plan.world)
        self.teller = Teller(folder) if folder is not None else None
        self.judge = judge_of(plan.draw, plan.resign)
        self.cells: OrderedDict[int, Cell] = OrderedDict()

    def play(self, task: Task) -> str:
        """One game; its record as a line of JSON."""
        players: list[Player] = [self._player(place) for place in task.seats]
        for player in players:
            if isinstance(player, Cell):
                player.start()
        names = tuple(player.name for player in players)
        watch = self._tell(Bulletin(self.plan.world, task.name, names, 0.0, task.opening.start, task.seed))
        record = play_in(
            self.world,
            players,
            start=task.opening.start,
            seed=task.seed,
            budgets=[self.plan.budget],
            opening=task.opening.actions,
            memories=task.memories or ("",),
            max_plies=self.plan.max_plies,
            judge=self.judge,
            **watch,
        )
        if self.teller is not None:
            self.teller.end(record.ending)
        return record.to_json()

    def _tell(self, bulletin: Bulletin) -> dict[str, Watch]:
        """Have the game followed by whoever looks on."""
        if self.teller is None:
            return {}
        self.teller.begin(bulletin)
        return {"watch": self.teller.watch}

    def _player(self, place: int) -> Player:
        """Who plays for a place in the plan."""
        if place not in self.cells:
            if len(self.cells) >= MOST_CELLS:
                self.cells.popitem(last=False)[1].close()
            self.cells[place] = Cell(self.plan.minds[place], self.plan.patience, self.plan.limits, self.trusted)
        self.cells.move_to_end(place)
        return self.cells[place]

    def close(self) -> None:
        """Let all minds go."""
        if self.teller is not None:
            self.teller.close()
        while self.cells:
            self.cells.popitem()[1].close()


_worker: Worker | None = None


def _begin(plan: Plan, trusted: bool, folder: Path | None) -> None:
    """What a worker's process does first."""
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the arena decides what Ctrl-C means
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG: without the arena there is no worker
    _worker = Worker(plan, trusted, folder)


def _play(task: Task) -> str:
    assert _worker is not None
    return _worker.play(task)


class Crew:
    """Workers in processes of this machine, who tell of their games in a folder."""

    def __init__(self, plan: Plan, workers: int, trusted: bool = False, folder: Path | None = None) -> None:
        self.workers = workers
        context = multiprocessing.get_context("spawn")
        told = [plan, trusted, folder]
        self.pool = ProcessPool(max_workers=workers, initializer=_begin, initargs=told, context=context)

    def submit(self, task: Task) -> "Future[str]":
        """Have a game played; the result is its record as a line of JSON, or WorkerDied."""
        future: Future[str] = self.pool.schedule(_play, args=[task])
        return future

    def __enter__(self) -> "Crew":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.pool.close()  # type: ignore[no-untyped-call]
        else:
            self.pool.stop()  # type: ignore[no-untyped-call]
        self.pool.join()
