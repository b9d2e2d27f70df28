"""Names of entrants: given as NAME=SPEC, or the mind's own, and unique in a tournament."""

import re
from collections.abc import Container, Iterable, Sequence
from itertools import count

from arena.errors import EntrantError
from minds.errors import quoted

MAX_NAME_LENGTH = 60
NOT_IN_NAMES = ":/?@"  # a text before `=` with one of these is part of a spec: alphabeta:depth=4


def split_name(text: str) -> tuple[str, str]:
    """Split NAME=SPEC into name and spec; the name is empty where none is given."""
    name, equals, spec = text.partition("=")
    if not equals or any(sign in name for sign in NOT_IN_NAMES):
        return "", text
    check_name(name)
    if not spec:
        raise EntrantError(f"{quoted(text)} names no mind; expected NAME=SPEC")
    return name, spec


def check_name(name: str) -> None:
    """Raise EntrantError if an entrant cannot have this name."""
    if not name.strip() or name != name.strip() or not name.isprintable() or len(name) > MAX_NAME_LENGTH:
        raise EntrantError(
            f"the name {quoted(name)}; expected 1 to {MAX_NAME_LENGTH} printable letters, no blanks around"
        )


def unique_names(given: Sequence[str], own: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """Return a name for each entrant: the given one, or the mind's own with a number if somebody has it already."""
    used = set(taken)
    for name in filter(None, given):
        if name in used:
            raise EntrantError(f"the name {quoted(name)} is taken; expected another NAME=SPEC")
        used.add(name)
    names = []
    for name, fallback in zip(given, own, strict=True):
        names.append(name or first_free(presentable(fallback), used))
        used.add(names[-1])
    return names


def first_free(name: str, used: Container[str]) -> str:
    """Return the name itself, else with -2, -3, … behind it."""
    if name not in used:
        return name
    numbered = (f"{name[: MAX_NAME_LENGTH - len(f'-{number}')]}-{number}" for number in count(2))
    return next(one for one in numbered if one not in used)


def presentable(name: str) -> str:
    """Return a mind's own name as an entrant may have it: printable, without blanks around, at most 60 letters."""
    plain = re.sub(r"\s+", " ", "".join(sign if sign.isprintable() else " " for sign in name)).strip()
    return plain[:MAX_NAME_LENGTH].strip() or "mind"
