"""The rules of worlds as minds know them: for each a Game that a search can play on, or a Problem to find a way in.

A world's own rules are the referee's affair; here is what a mind thinks with. The module has the world's name, or is
installed under it as "arena.games", and has a function `game_of(state)`, or `problem_of(state)`.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from minds.api import State
    from minds.search.game import Game
    from minds.search.paths import Problem

GROUP = "arena.games"


@cache
def rules_of(world: str) -> ModuleType | None:
    """The module with the rules of a world, if there is one."""
    if world.isidentifier() and find_spec(f"minds.games.{world}") is not None:
        return import_module(f"minds.games.{world}")
    installed = entry_points(group=GROUP)
    found: ModuleType | None = installed[world].load() if world in installed.names else None
    return found


def prepare(world: str) -> None:
    """Load the rules of a world, if there are any here, before a clock is running."""
    rules_of(world)


def game_of(state: "State") -> "Game[Any]":
    """The game that a state is a position of."""
    game: Game[Any] = _made(state, "game_of", "a game for two to search")
    return game


def problem_of(state: "State") -> "Problem[Any]":
    """The problem that a state is a place in."""
    problem: Problem[Any] = _made(state, "problem_of", "a place to find a way in")
    return problem


def _made(state: "State", maker: str, what: str) -> Any:
    rules = rules_of(state.world)
    if rules is None:
        raise ValueError(f"no rules of {state.world!r} in minds.games: a search has nothing to play on")
    if not hasattr(rules, maker):
        raise ValueError(f"{state.world!r} is not {what}: its rules have no {maker}")
    return getattr(rules, maker)(state)
