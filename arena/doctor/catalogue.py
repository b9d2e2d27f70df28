"""The catalogue of attacks: every public function with the one parameter `bait` in a module of `attacks`."""

import inspect
import pkgutil
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType

from arena.doctor import attacks as folder

STARTED = ("mind", "program")  # modules that are run, not imported
TWO_VISITS = "lasting"  # the topic whose attacks need two games


@dataclass(frozen=True)
class Attack:
    """An attack: its name "topic.function", a line on what it tries, and the games it needs."""

    name: str
    description: str
    visits: int = 1


@cache
def attacks() -> tuple[Attack, ...]:
    """Return all attacks, sorted by topic, in the order of their files."""
    topics = sorted(found.name for found in pkgutil.iter_modules(folder.__path__) if found.name not in STARTED)
    return tuple(
        attack for topic in topics for attack in _of_module(import_module(f"{folder.__name__}.{topic}"), topic)
    )


def _of_module(module: ModuleType, topic: str) -> list[Attack]:
    """Return the attacks that a module defines."""
    return [
        Attack(f"{topic}.{name}", (thing.__doc__ or "").strip(), 2 if topic == TWO_VISITS else 1)
        for name, thing in vars(module).items()
        if inspect.isfunction(thing)
        and not name.startswith("_")
        and thing.__module__ == module.__name__
        and list(inspect.signature(thing).parameters) == ["bait"]
    ]
