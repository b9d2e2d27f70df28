"""Runs one attack where this folder is all there is to import from, as a mind's folder is.

An attack that gets through returns its evidence; one that is refused raises. One that leaves something for the next
game returns LEFT on its first visit, and what it found on its second. One that cannot see what it has done raises
Unseen: an onlooker tells whether it got through.
"""

import errno
import importlib
import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
PACKAGE = "attacks"
LEFT = "left"
LONGEST_ANSWER = 200


class Unseen(Exception):
    """It has been done; whether it took effect shows elsewhere."""


def run(text: str) -> tuple[str, str]:
    """What became of the attack that a state's text asks for: "through", "refused" or "left", and why."""
    asked = json.loads(text)
    topic, _, name = asked["attack"].partition(".")
    gather()
    try:
        attack = getattr(importlib.import_module(f"{PACKAGE}.{topic}"), name)
        evidence = str(attack(asked["bait"] | {"visit": asked.get("visit", 1)}))
    except Exception as problem:
        return "refused", told(problem)[:LONGEST_ANSWER]
    return (LEFT if evidence == LEFT else "through"), evidence[:LONGEST_ANSWER]


def gather() -> None:
    """Make a package of this folder, so that its modules find each other as they do within the arena."""
    if PACKAGE not in sys.modules:
        place = [str(FOLDER)]
        spec = spec_from_file_location(PACKAGE, FOLDER / "__init__.py", submodule_search_locations=place)
        assert spec is not None
        sys.modules[PACKAGE] = module_from_spec(spec)


def told(problem: Exception) -> str:
    """A refusal in a few words, its number first: that is what the jail answered."""
    if isinstance(problem, OSError) and problem.errno is not None:
        return f"{errno.errorcode.get(problem.errno, problem.errno)} {problem.strerror}"
    return f"{type(problem).__name__}: {problem}"
