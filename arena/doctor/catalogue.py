"""The catalogue of attacks: every public function with the one parameter `bait` in a module of `attacks`."""

import inspect
import pkgutil
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType

from arena.doctor import attacks as folder
from arena.errors import DropInError

HELPERS = ("descriptors", "engine", "mind", "program", "runner", "syscalls")  # files without attacks


@dataclass(frozen=True)
class Attack:
    """An attack: its name "topic.function", a line on what it tries, and the games it needs.

    `held_by` is the only wall that holds it back, if there is just one.
    """

    name: str
    description: str
    visits: int = 1
    held_by: str = ""


@cache
def attacks() -> tuple[Attack, ...]:
    """Return all attacks, sorted by topic, in the order of their files."""
    topics = sorted(found.name for found in pkgutil.iter_modules(folder.__path__) if found.name not in HELPERS)
    return tuple(
        attack for topic in topics for attack in _of_module(import_module(f"{folder.__name__}.{topic}"), topic)
    )


def _of_module(module: ModuleType, topic: str) -> list[Attack]:
    """Return the attacks that a module defines; raise DropInError if it seems to misname the parameter of one."""
    found = []
    for name, thing in vars(module).items():
        if inspect.isfunction(thing) and not name.startswith("_") and thing.__module__ == module.__name__:
            parameters = list(inspect.signature(thing).parameters)
            if parameters == ["bait"]:
                marks = getattr(thing, "visits", 1), getattr(thing, "held_by", "")
                found.append(Attack(f"{topic}.{name}", (thing.__doc__ or "").strip(), *marks))
            elif len(parameters) == 1:
                raise DropInError(
                    f"arena/doctor/attacks/{topic}.py: {name}({parameters[0]}); expected {name}(bait) for an attack,"
                    f" or _{name} for a helper"
                )
    return found
