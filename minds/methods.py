"""The three methods of a mind, and names that were probably meant for one of them."""

from collections.abc import Iterable
from difflib import get_close_matches

METHODS = ("newrun", "getaction", "endrun")
MIN_LIKENESS = 0.8  # getActions and get_action are like getaction; getstate and endturn are like none


def near_misses(names: Iterable[str]) -> dict[str, str]:
    """Return the names that were probably meant for a method that is missing among them, each with that method."""
    given = list(names)
    missing = [method for method in METHODS if method not in given]
    found = {}
    for name in given:
        if near := get_close_matches(name.replace("_", "").lower(), missing, 1, MIN_LIKENESS):
            found[name] = near[0]
    return found


def missing_getaction(mind: str, names: Iterable[str]) -> str:
    """Return the message about a class that has no `getaction`, with the name that was probably meant for it."""
    meant = [name for name, method in near_misses(names).items() if method == "getaction"]
    return f"{mind} has no getaction(self, state)" + (f", but {meant[0]}; did you mean getaction?" if meant else "")


def uncalled(names: Iterable[str]) -> list[str]:
    """Return a sentence for each name that was probably meant for one of the methods, but is not called."""
    return [f"{name} is never called; did you mean {method}?" for name, method in near_misses(names).items()]


def own_names(mind: type, base: type) -> list[str]:
    """Return the names that a class and its bases define on top of one of them."""
    lines = mind.__mro__
    return [name for one in lines[: lines.index(base)] for name in vars(one)] if base in lines else []
