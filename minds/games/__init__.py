"""The rules of games as minds know them: for each world a Game that a search can play on.

A world's own rules are the referee's affair; here is what a mind thinks with.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from minds.api import State
    from minds.search.game import Game


def prepare(world: str) -> None:
    """Load the rules of a world, if there are any here, before a clock is running."""
    if world.isidentifier() and find_spec(f"minds.games.{world}") is not None:
        import_module(f"minds.games.{world}")


def game_of(state: "State") -> "Game[Any]":
    """The game that a state is a position of."""
    if not state.world.isidentifier() or find_spec(f"minds.games.{state.world}") is None:
        raise ValueError(f"no rules of {state.world!r} in minds.games: a search has nothing to play on")
    game: Game[Any] = import_module(f"minds.games.{state.world}").game_of(state)
    return game
