"""A tournament of two short games for tests of analyses, and the rows of an analysis."""

from pathlib import Path

import arena
from arena.entrants.entrant import Entrant, Player
from arena.entrants.roster import Entered
from arena.store.store import open_store
from arena.tournament.plan import make_plan
from arena.tournament.schedule import Task
from tests.arena.importing.played import wild_game
from world.api import Opening
from world.games.chess.openings import house_openings

NAMES = ("ann", "bob")


def play_wild_games(folder: Path, games: int = 2, plies: int = 60) -> Path:
    """Store some games of wild moves, two from each opening of the house, and return the folder."""
    folder.mkdir()
    entered = [Entered(Entrant(name, "minimax", version="v"), None, Player(name, "minimax")) for name in NAMES]
    with open_store(folder, must_exist=False) as store:
        store.set_plan(make_plan(minds=NAMES, games=games, nodes=100), entered)
        for number in range(games):
            opening = house_openings()[number // 2]
            seats = (0, 1) if number % 2 == 0 else (1, 0)
            names = [NAMES[place] for place in seats]
            task = Task(f"001-002-0000{number // 2}{'ab'[number % 2]}", 1, seats, Opening(opening.name), 7)
            store.add([(task, wild_game(7 + number, names, opening, max_plies=plies))])
    return folder


def rows(folder: Path) -> list[tuple[object, ...]]:
    """Return the analysis of a folder as plain rows."""
    return list(arena.load(folder).analysis.itertuples(index=False, name=None))
