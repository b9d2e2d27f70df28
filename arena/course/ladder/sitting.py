"""A sitting of the ladder: a crew plays games until a pause; versions come and go meanwhile."""

from collections.abc import Callable
from queue import Empty, SimpleQueue

from arena.cell import launch
from arena.course.ladder.ladder import Ladder
from arena.crew.crew import Crew, Game
from arena.crew.local import WORKER_DEATHS, ProcessCrew
from arena.crew.machine import physical_cores
from arena.errors import BirthError, KeeperError
from arena.tournament.live import cleared
from arena.tournament.schedule import Task
from minds.errors import SpecError
from world.record import read_record

INTERVAL = 0.25  # seconds between two looks at what is new
KEPT_READY = 6  # minds that a worker keeps ready; each holds 13 MB or more, and most meet one of a hundred others next
AHEAD = 2  # games handed out for each worker before it is free


class Stopped(Exception):
    """The ladder stops at once; games under way are lost, and chosen anew."""


def play(ladder: Ladder, is_over: Callable[[], bool], is_stopped: Callable[[], bool]) -> None:
    """Play until the sitting `is_over`, and finish the games under way, unless all `is_stopped`.

    `is_over` is asked again and again, and may let versions come and go.
    """
    plan, store = ladder.plan, ladder.store
    workers = plan.concurrency or physical_cores()
    try:
        with cleared(store.folder), ProcessCrew(plan, ladder.players, workers, False, store.folder, KEPT_READY) as crew:
            _play(ladder, crew, AHEAD * workers, is_over, is_stopped)
    except Stopped:
        pass


def _play(ladder: Ladder, crew: Crew, room: int, is_over: Callable[[], bool], is_stopped: Callable[[], bool]) -> None:
    pending: dict[Game, Task] = {}
    ended: SimpleQueue[Game] = SimpleQueue()
    while True:
        while not is_over() and len(pending) < room and (tasks := ladder.next_games()):
            for task in tasks:
                future = crew.submit(task)
                pending[future] = task
                future.add_done_callback(ended.put)
        if is_stopped():
            raise Stopped
        if not pending and is_over():
            return
        try:
            _finish(ladder, pending, ended.get(timeout=INTERVAL))
        except Empty:
            continue
        finally:
            launch.reap()


def _finish(ladder: Ladder, pending: dict[Game, Task], future: Game) -> None:
    """Store a game that is over; one whose worker died is given up, and one is void whose files were damaged."""
    task = pending.pop(future)
    try:
        found = future.result()
    except (*WORKER_DEATHS, BirthError, KeeperError, SpecError, FileNotFoundError):
        if not ladder.void_damaged(task):
            ladder.give_up(task)
        return
    assert isinstance(found, str)
    record = read_record(found)
    if record.ending.fault is None or not ladder.void_damaged(task):
        ladder.finish([(task, record)])
