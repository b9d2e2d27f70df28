"""One game: players, a world between them, and the record of what came of it."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from arena.cell.cell import PATIENCE, Cell
from world.record import Record
from world.registry import new_world
from world.run import run


@contextmanager
def cells(specs: Sequence[str], patience: float = PATIENCE) -> Iterator[list[Cell]]:
    """A cell for each spec, all started at once, and all gone in the end."""
    with ExitStack() as stack:
        opened = [Cell(spec, patience) for spec in specs]
        for cell in opened:
            stack.callback(cell.close)
            cell.start()  # what takes its time is the start of Python
        yield opened


def play_game(world: str, specs: Sequence[str], *, patience: float = PATIENCE, **options: Any) -> Record:
    """Play a run of a world between the minds of these specs; options are those of `world.run.run`."""
    with cells(specs, patience) as players:
        return run(new_world(world), players, **options)
