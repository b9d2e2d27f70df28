"""The attacks there are, found by looking into their modules."""

import inspect
import pkgutil
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType

from arena.doctor import attacks as folder

STARTED = ("mind", "program")  # are run, not imported
TWO_VISITS = "lasting"


@dataclass(frozen=True)
class Attack:
    """An attack: what to ask the attacker for, what it says of itself, and in how many games it must be asked."""

    name: str
    says: str
    visits: int = 1


@cache
def attacks() -> tuple[Attack, ...]:
    """All attacks, by topic, in the order of their files."""
    names = sorted(found.name for found in pkgutil.iter_modules(folder.__path__) if found.name not in STARTED)
    return tuple(attack for name in names for attack in _within(import_module(f"{folder.__name__}.{name}"), name))


def _within(module: ModuleType, topic: str) -> list[Attack]:
    """A module's public functions of one argument, the bait."""
    return [
        Attack(f"{topic}.{name}", (thing.__doc__ or "").strip(), 2 if topic == TWO_VISITS else 1)
        for name, thing in vars(module).items()
        if inspect.isfunction(thing)
        and not name.startswith("_")
        and thing.__module__ == module.__name__
        and list(inspect.signature(thing).parameters) == ["bait"]
    ]
