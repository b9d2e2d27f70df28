"""Worlds by name: each file or package in `world/games`, and each entry point in the group "arena.worlds"."""

from difflib import get_close_matches
from importlib import import_module
from pathlib import Path

from world import games
from world.api import World
from world.errors import UnknownWorld, quoted
from world.installed import entry_points

GROUP = "arena.worlds"


def names() -> list[str]:
    """Return the names of all worlds, without importing any."""
    paths = [path for folder in games.__path__ for path in Path(folder).iterdir()]
    ours = [path.stem for path in paths if path.suffix == ".py" or (path / "__init__.py").exists()]
    return sorted({name for name in ours if not name.startswith("_")} | set(entry_points(group=GROUP).names))


def find(name: str) -> type[World]:
    """Return the class of a world."""
    known = names()
    if name not in known:
        near = get_close_matches(str(name), known, 1)
        meant = f"; did you mean {near[0]}?" if near else ""
        raise UnknownWorld(f"no world {quoted(name)}; expected one of {', '.join(known)}{meant}")
    installed = {point.name: point for point in entry_points(group=GROUP)}
    if name in installed:
        world: type[World] = installed[name].load()
        return world
    module = import_module(f"world.games.{name}")
    found = [
        thing
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, World) and thing.__dict__.get("name") == name
    ]
    if len(found) != 1:
        raise UnknownWorld(f"world.games.{name} defines {len(found)} worlds with name = {name!r}; expected one")
    return found[0]


def new_world(name: str) -> World:
    """Return a new instance of a world, ready for `newrun`; an UnknownWorld names the methods that it lacks."""
    world = find(name)
    if missing := sorted(world.__abstractmethods__):
        file = f"{world.__module__.replace('.', '/')}.py"
        raise UnknownWorld(f"{file}: {world.__name__} lacks {', '.join(missing)}; see world/games/tictactoe.py")
    return world()
