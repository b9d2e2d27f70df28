"""The minds of the house that strangers may name: guests of the server for a seat, and foreign minds to ask.

Parameters that cost memory or threads are refused, since those are the arena's.
"""

from typing import NamedTuple

from minds.errors import quoted
from minds.registry import Spec, names, read_spec

ALLOWED = {
    "depth": 60,
    "compiled": 1,
    "without": 0,
}  # the parameters that strangers may give, and their largest numbers


class Refusal(NamedTuple):
    """A parameter that strangers may not give, in words, and what is expected instead."""

    problem: str
    expected: str


def house_spec(text: str) -> Spec | None:
    """Return the spec of a built-in or an installed mind; None for any other text, without looking for files."""
    found = read_spec(text) if text.partition(":")[0] in names() else None
    return found if found is not None and found.kind in ("builtin", "installed") else None


def refusal(spec: Spec) -> Refusal | None:
    """Return why strangers may not give a spec's parameters; None if they may."""
    for name, value in spec.parameters.items():
        if name not in ALLOWED:
            return Refusal(f"guests may not give parameter {quoted(name)}", f"one of {', '.join(ALLOWED)}")
        if value.isdigit() and (len(value) > 3 or int(value) > ALLOWED[name]):
            return Refusal(f"parameter {name} is too large", f"at most {ALLOWED[name]}")
    return None
