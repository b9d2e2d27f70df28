"""The rules of worlds as minds know them, one module a world: what a search plays on, or finds a way in.

A module has the world's name, or is installed under it as "arena.games". Each of these functions that it has, given a
state, is something that the world offers to minds: `position_of`, `game_of`, `problem_of`. Another, `understand`, reads
actions as people write them. The referee in `world/` has rules of its own and never reads these.
"""

import ast
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Any

from minds.errors import UnfitError
from world.api import entry_points

if TYPE_CHECKING:
    from minds.api import State
    from minds.board.position import Position
    from minds.search.game import Game
    from minds.search.paths import Problem

GROUP = "arena.games"
MAKERS = {"position": "position_of", "game": "game_of", "problem": "problem_of"}  # what is offered: the function
IN_WORDS = {"position": "the position of chess", "game": "rules to search", "problem": "a problem of finding a way"}


@cache
def rules_of(world: str) -> ModuleType | None:
    """Return the module with the rules of a world, or None if it has none."""
    if _source_of(world) is not None:
        return import_module(f"minds.games.{world}")
    installed = entry_points(group=GROUP)
    found: ModuleType | None = installed[world].load() if world in installed.names else None
    return found


@cache
def offers(world: str) -> frozenset[str]:
    """Return what a world offers minds: any of "position", "game" and "problem"; nothing if it has no rules.

    Our own modules are read, not loaded: those of chess would bring Numba with them.
    """
    source = _source_of(world)
    words = set(dir(rules_of(world))) if source is None else _functions_of(ast.parse(source.read_bytes()))
    return frozenset(need for need, maker in MAKERS.items() if maker in words)


def worlds() -> list[str]:
    """Return the names of the worlds that have rules here."""
    own = [module.name for module in iter_modules(__path__)]
    return sorted({*own, *entry_points(group=GROUP).names})


def _source_of(world: str) -> Path | None:
    """Return the file of our own rules of a world, or None if there is none."""
    spec = find_spec(f"minds.games.{world}") if world.isidentifier() else None
    return Path(spec.origin) if spec is not None and spec.origin is not None else None


def _functions_of(tree: ast.Module) -> set[str]:
    """Return the names of a module's functions, its own and imported ones."""
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    imports = [alias for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names]
    return names | {alias.asname or alias.name for alias in imports}


def prepare(world: str) -> None:
    """Load the rules of a world, if it has any, before a clock is running."""
    rules_of(world)


def understanding(world: str) -> Callable[[str], str]:
    """Return the function that reads a text as an action of a world; one that changes no text if there is none."""
    found: Callable[[str], str] = getattr(rules_of(world), "understand", str)
    return found


def position_of(state: "State") -> "Position":
    """Return the position of chess that a state is; an UnfitError names the line that a mind lacks."""
    position: Position = _made(state, "position")
    return position


def game_of(state: "State") -> "Game[Any]":
    """Return a state as a position of a game to search."""
    game: Game[Any] = _made(state, "game")
    return game


def problem_of(state: "State") -> "Problem[Any]":
    """Return a state as a place from which to find a way."""
    problem: Problem[Any] = _made(state, "problem")
    return problem


def _made(state: "State", need: str) -> Any:
    return _maker(state.world or "chess", need)(state)


@cache
def _maker(world: str, need: str) -> Callable[["State"], Any]:
    """Return the function of a world's rules that makes what is needed."""
    maker: Callable[[State], Any] | None = getattr(rules_of(world), MAKERS[need], None)
    if maker is None:
        raise UnfitError(
            f'{world} does not offer {IN_WORDS[need]}; add the line needs = "{need}" to the class of this mind,'
            " and the arena keeps it out of worlds like this one"
        )
    return maker
