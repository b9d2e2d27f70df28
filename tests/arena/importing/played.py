"""A small tournament of the usual kind, with draws and forfeits, played by players of the tests."""

import random
from collections.abc import Sequence
from pathlib import Path

from arena.entrants.entrant import Entrant, Player
from arena.entrants.roster import Entered
from arena.report.report import write_report
from arena.store.store import open_store
from arena.tournament import formats
from arena.tournament.plan import make_plan
from tests.world.players import Scripted
from world.api import Budget, Opening, Reply, State
from world.games.chess.openings import house_openings
from world.games.chess.world import Chess
from world.record import Record
from world.run import run

NAMES = ("ann", 'b"ob\\', "carl [x] } {", "dora")


class Wild(Scripted):
    """Plays any legal move with some thoughts and, now and then, one that is not."""

    def __init__(self, name: str, world: Chess, chance: random.Random, errs: float = 0.0) -> None:
        super().__init__(name=name)
        self.world, self.chance, self.errs = world, chance, errs

    def getaction(self, state: State) -> Reply:
        legal = self.world.actions()
        takes = [action for action in legal if "x" in self.world.describe(action)]
        action = "0,0" if self.chance.random() < self.errs else self.chance.choice(takes or legal)
        score, depth = self.chance.randint(-900, 900), self.chance.randint(1, 30)
        thoughts = (
            {"score": score, "depth": depth} if self.chance.random() < 0.9 else {"mate": self.chance.choice([-3, 4])}
        )
        return Reply(action, round(self.chance.uniform(0.001, 0.4), 3), thoughts)


def wild_game(
    seed: int, names: Sequence[str] = ("ann", "bob"), opening: Opening | None = None, **options: object
) -> Record:
    """Return a game of random moves on a clock."""
    chance, world = random.Random(seed), Chess()
    players = [Wild(name, world, chance, 0.004 * (name != "ann")) for name in names]
    actions = opening.actions if opening else ()
    more = {"budgets": [Budget(bank=60.0, increment=0.5)], "seed": seed, "opening": actions} | options
    return run(world, players, **more)  # type: ignore[arg-type]


def play_tournament(folder: Path) -> None:
    """Play a round robin with draws and forfeits into a folder, and write its report."""
    folder.mkdir()
    plan = make_plan(minds=NAMES, games=6, tc="60+0.5", max_plies=90, seed=3, name="A cup")
    openings = house_openings()[:7]
    entered = [
        Entered(Entrant(name, "minimax", version=f"v{name[0]}"), None, Player(name, "minimax")) for name in NAMES
    ]
    with open_store(folder, must_exist=False) as store:
        store.set_plan(plan, entered)
        for task in formats.due(plan, openings, {}):
            names = [NAMES[place] for place in task.seats]
            store.add([(task, wild_game(task.seed, names, task.opening, max_plies=90))])
    write_report(folder)
