"""One game: minds in their cells, a world between them, and the record of what came of it."""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from arena.cell.cell import PATIENCE, Cell
from world.api import Player
from world.record import Record
from world.registry import new_world
from world.run import run


def play_game(world: str, specs: Sequence[str], *, patience: float = PATIENCE, **options: Any) -> Record:
    """Play a run of a world between the minds of these specs; options are those of `world.run.run`."""
    with ExitStack() as stack:
        cells = [Cell(spec, patience) for spec in specs]
        for cell in cells:
            stack.callback(cell.close)
            cell.start()  # all at once: what takes its time is the start of Python
        players: list[Player] = list(cells)
        return run(new_world(world), players, **options)
