"""The interface of a crew: `submit` a game, and get a future of its record."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from arena.crew.roll import Roll
from arena.entrants.entrant import Player
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task
from world.record import Record

AHEAD = 3  # games handed out for each worker of this machine before it is free


# The record of a game, or the line of JSON that holds it.
Game = Future[str] | Future[Record]


class LostJob(Exception):
    """A job whose worker has died, or whose result cannot be right, such as a game; it has to be done again."""


class Crew(Protocol):
    """Workers that play games."""

    @property
    def room(self) -> int:
        """The number of games to be submitted in advance."""
        ...

    @property
    def roll(self) -> Roll:
        """The workers elsewhere that have answered; empty for workers of this machine."""
        ...

    def submit(self, task: Task) -> "Game":
        """Have a game played; the future's result is its record."""
        ...


# Of plan, players by their indices in the plan, number of workers, trusted, folder.
CrewOf = Callable[[Plan, Sequence[Player], int, bool, Path], AbstractContextManager[Crew]]
