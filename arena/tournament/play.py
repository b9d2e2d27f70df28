"""One game: players, a world between them, and the record of what came of it."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import msgspec

from arena.cell.cell import PATIENCE, Cell
from world.api import Player, World
from world.record import Record
from world.registry import new_world
from world.run import run


@contextmanager
def cells(specs: Sequence[str], patience: float = PATIENCE, trusted: bool = False) -> Iterator[list[Cell]]:
    """A cell for each spec, all started at once, and all gone in the end."""
    with ExitStack() as stack:
        opened = [Cell(spec, patience, trusted=trusted) for spec in specs]
        for cell in opened:
            stack.callback(cell.close)
            cell.start()
        yield opened


def play_in(world: World, players: Sequence[Player], **options: Any) -> Record:
    """Play a run between these players; options as of `world.run.run`. The record tells the walls around them."""
    record = run(world, players, **options)
    layers = tuple(getattr(player, "layers", "") for player in players)
    return msgspec.structs.replace(record, layers=layers) if any(layers) else record


def play_game(
    world: str, specs: Sequence[str], *, patience: float = PATIENCE, trusted: bool = False, **options: Any
) -> Record:
    """Play a run of a world between the minds of these specs."""
    with cells(specs, patience, trusted) as players:
        return play_in(new_world(world), players, **options)
