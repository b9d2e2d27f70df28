"""Play one game: start its minds, play a run of the world, keep the record."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import msgspec

from arena.cell.cell import PATIENCE, Cell
from arena.cell.order import DEFAULT_LIMITS, Limits
from world.api import Player, World
from world.record import Record
from world.registry import new_world
from world.run import run


@contextmanager
def cells(
    specs: Sequence[str], patience: float = PATIENCE, trusted: bool = False, limits: Limits = DEFAULT_LIMITS
) -> Iterator[list[Cell]]:
    """Start a cell for each spec, all at once; close them at the end."""
    with ExitStack() as stack:
        opened = [Cell(spec, patience, limits, trusted) for spec in specs]
        for cell in opened:
            stack.callback(cell.close)
            cell.start()
        yield opened


def play_in(world: World, players: Sequence[Player], **options: Any) -> Record:
    """Play a run with the options of `world.run.run`; the record also tells of the players' jails and starts."""
    record = run(world, players, **options)
    layers = tuple(getattr(player, "layers", "") for player in players)
    init = tuple(round(getattr(player, "init", 0.0), 3) for player in players)
    return msgspec.structs.replace(record, layers=layers, init=init) if any(layers) else record


def play_game(
    world: str,
    specs: Sequence[str],
    *,
    patience: float = PATIENCE,
    trusted: bool = False,
    limits: Limits = DEFAULT_LIMITS,
    **options: Any,
) -> Record:
    """Play a game of a world between the minds of these specs."""
    with cells(specs, patience, trusted, limits) as players:
        return play_in(new_world(world), players, **options)
