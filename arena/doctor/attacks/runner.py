"""Runs one attack inside the jail, where nothing but this folder can be imported.

An attack that gets through returns its evidence; one that is refused raises. An attack over two games returns LEFT on
its first visit and its finding on the second. An attack that cannot see its own effect raises Unseen; then the bait
shows if it got through.
"""

import errno
import importlib
import json
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
PACKAGE = "attacks"
LEFT = "left"
MAX_ANSWER_LENGTH = 200
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"  # the position that other minds are asked about

Attack = Callable[[dict[str, Any]], str]


class Unseen(Exception):
    """The attack was carried out; its effect shows only from outside."""


def two_games(attack: Attack) -> Attack:
    """Mark an attack as one over two games: bait["visit"] is 1 in the first and 2 in the second."""
    attack.visits = 2  # type: ignore[attr-defined]
    return attack


def held_by(wall: str) -> Callable[[Attack], Attack]:
    """Mark an attack as one that only this wall holds back; it is no success where the jail lacks the wall."""

    def mark(attack: Attack) -> Attack:
        attack.held_by = wall  # type: ignore[attr-defined]
        return attack

    return mark


def run(text: str, **abilities: Callable[..., Any]) -> tuple[str, str]:
    """Run the attack that a state's text names; return "through", "refused" or "left", and the evidence or reason.

    The attacker lends its abilities to the attack, in the bait: "ask" another mind, and "go_on" in another thread with
    the answer to the present question.
    """
    order = json.loads(text)
    topic, _, name = order["attack"].partition(".")
    make_package()
    try:
        attack = getattr(importlib.import_module(f"{PACKAGE}.{topic}"), name)
        evidence = str(attack(order["bait"] | {"visit": order.get("visit", 1)} | abilities))
    except Exception as problem:
        return "refused", describe(problem)[:MAX_ANSWER_LENGTH]
    return (LEFT if evidence == LEFT else "through"), evidence[:MAX_ANSWER_LENGTH]


def make_package() -> None:
    """Turn this folder into a package, so that its modules can import each other."""
    if PACKAGE not in sys.modules:
        place = [str(FOLDER)]
        spec = spec_from_file_location(PACKAGE, FOLDER / "__init__.py", submodule_search_locations=place)
        assert spec is not None
        sys.modules[PACKAGE] = module_from_spec(spec)


def describe(problem: Exception) -> str:
    """Return an error in a few words, the name of its number first."""
    if isinstance(problem, OSError) and problem.errno is not None:
        return f"{errno.errorcode.get(problem.errno, problem.errno)} {problem.strerror}"
    return f"{type(problem).__name__}: {problem}"
