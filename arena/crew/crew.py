"""The interface of a crew: `submit` a game, and get a future of its record."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from arena.entrants.entrant import Player
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task


class Crew(Protocol):
    """Workers that play games."""

    workers: int

    def submit(self, task: Task) -> "Future[str]":
        """Have a game played; the future's result is its record as a line of JSON."""
        ...


# Of plan, players by their indices in the plan, number of workers, trusted, folder.
CrewOf = Callable[[Plan, Sequence[Player], int, bool, Path], AbstractContextManager[Crew]]
