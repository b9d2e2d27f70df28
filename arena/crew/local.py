"""A crew of processes on this machine. A worker that dies costs only its game, which is played again."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from types import TracebackType

from pebble import ProcessExpired

from arena.cell.launch import Shared, share, shared, start_zygotes
from arena.crew.crew import AHEAD
from arena.crew.processes import Processes
from arena.crew.roll import Roll
from arena.crew.worker import MAX_CELLS, Worker
from arena.entrants.entrant import Player
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task
from minds.registry import read_spec

# A worker that holds a game, or all workers before any of them holds one.
WORKER_DEATHS = (ProcessExpired, BrokenProcessPool)
MAX_SHARING = 4  # workers that use the same zygotes


_worker: Worker | None = None  # of this process, if it is one of a crew's


def _begin(plan: Plan, trusted: bool, folder: Path | None, zygotes: Shared, cells: int) -> None:
    """Set up a worker's process."""
    global _worker
    share(zygotes)
    _worker = Worker(plan, {}, trusted, folder, cells)


def _play(task: Task, players: Mapping[int, Player]) -> str:
    assert _worker is not None
    _worker.meet(players)
    return _worker.play(task)


class ProcessCrew:
    """Workers in processes of their own; others can follow their games in the folder.

    They get the players with each game. Where these are a mapping, more may come into it while games are played.
    """

    def __init__(
        self,
        plan: Plan,
        players: Sequence[Player] | Mapping[int, Player],
        workers: int,
        trusted: bool = False,
        folder: Path | None = None,
        cells: int = MAX_CELLS,
    ) -> None:
        self.players = players if isinstance(players, Mapping) else dict(enumerate(players))
        self.workers, self.room, self.roll = workers, (1 + AHEAD) * workers, Roll()
        zygotes: Shared = {}
        if workers <= MAX_SHARING:  # many have one each, which forks faster than one for all
            start_zygotes(read_spec(player.spec) for player in self.players.values())
            zygotes = shared()
        self.processes = Processes(workers, _begin, (plan, trusted, folder, zygotes, cells))

    def submit(self, task: Task) -> "Future[str]":
        """Have a game played; the future's result is its record as a line of JSON, or one of WORKER_DEATHS."""
        return self.processes.submit(_play, task, {place: self.players[place] for place in task.seats})

    def __enter__(self) -> "ProcessCrew":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.processes.shutdown(cancel_futures=kind is not None)
