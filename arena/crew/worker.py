"""A worker: plays games one after the other, and keeps its minds' processes between them."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from arena.cell.cell import Cell
from arena.crew.machine import own_machine
from arena.entrants.cache import is_unpacked
from arena.entrants.entrant import Player
from arena.errors import BirthError
from arena.tournament.adjudicate import judge_of
from arena.tournament.live import Bulletin, BulletinWriter
from arena.tournament.plan import Plan
from arena.tournament.play import play_in
from arena.tournament.schedule import Task
from world.api import Player as RunPlayer
from world.registry import new_world
from world.run import Watch

MAX_CELLS = 16  # minds kept ready; beyond that, the one that has waited longest is closed


class Worker:
    """Plays the games of a plan, and keeps so many minds ready. With a folder, others can follow its games there."""

    def __init__(
        self,
        plan: Plan,
        players: Sequence[Player] | dict[int, Player],
        trusted: bool = False,
        folder: Path | None = None,
        most_cells: int = MAX_CELLS,
    ) -> None:
        self.plan, self.trusted, self.world = plan, trusted, new_world(plan.world)
        self.players = players if isinstance(players, dict) else dict(enumerate(players))
        self.most_cells = most_cells
        self.bulletins = BulletinWriter(folder) if folder is not None else None
        self.judge = judge_of(plan.draw, plan.resign)
        self.cells: OrderedDict[int, Cell] = OrderedDict()
        self.identity = own_machine()

    def meet(self, players: Mapping[int, Player]) -> None:
        """Learn of players, by their indices in the plan's minds: new ones, and those with other names or files."""
        for place, player in players.items():
            before = self.players.get(place, player)
            if (before.name, before.spec) != (player.name, player.spec) and place in self.cells:
                self.cells.pop(place).close()
            self.players[place] = player

    def play(self, task: Task) -> str:
        """Play a game; return its record as a line of JSON.

        Raise BirthError if it was lost by a fault while the files of a mind were damaged: then it says nothing.
        """
        players: list[RunPlayer] = [self._player(place) for place in task.seats]
        for player in players:
            if isinstance(player, Cell):
                player.start()
        record = play_in(
            self.world,
            players,
            start=task.opening.start,
            seed=task.seed,
            budgets=[self.plan.budget],
            clock=self.plan.clock,
            opening=task.opening.actions,
            memories=task.memories or ("",),
            max_plies=self.plan.max_plies,
            judge=self.judge,
            **self._announce(task, players),
        )
        if self.bulletins is not None:
            self.bulletins.end(record.ending)
        if record.ending.fault is not None:
            self._require_files(task)
        return replace(record, worker=self.identity).to_json()

    def _require_files(self, task: Task) -> None:
        for player in (self.players[place] for place in task.seats):
            if player.entrant is not None and player.entrant.bundle and not is_unpacked(player.entrant.bundle):
                raise BirthError(f"the files of {player.name} in the cache are no longer as they were entered")

    def _announce(self, task: Task, players: list[RunPlayer]) -> dict[str, Watch]:
        """Begin a game's bulletin, if there is a folder for it; return the option that keeps it up to date."""
        if self.bulletins is None:
            return {}
        names, opening = tuple(player.name for player in players), task.opening
        self.bulletins.begin(
            Bulletin(self.plan.world, task.name, names, 0.0, opening.start, task.seed, len(opening.actions))
        )
        return {"watch": self.bulletins.watch}

    def _player(self, place: int) -> RunPlayer:
        """Return the player for an index in the plan's minds."""
        if place not in self.cells:
            if len(self.cells) >= self.most_cells:
                self.cells.popitem(last=False)[1].close()
            name, spec = self.players[place].name, self.players[place].spec
            self.cells[place] = Cell(spec, self.plan.patience, self.plan.limits, self.trusted, name=name)
        self.cells.move_to_end(place)
        return self.cells[place]

    def close(self) -> None:
        """End the processes of all minds."""
        if self.bulletins is not None:
            self.bulletins.close()
        while self.cells:
            self.cells.popitem()[1].close()
