"""Who sits on the server's seats: minds of the house, or installed ones, in cells, whatever a stranger asks."""

import re
from functools import partial

from arena.cell.birth import zygote
from arena.cell.cell import Cell
from minds.errors import quoted
from minds.registry import card, check, knows, names, read_spec
from world.api import Budget
from world.registry import names as worlds
from world.server import Told, Unprocessable

PATIENCE = 30.0  # seconds for a move that no budget times
ALLOWED = {"depth": 60, "compiled": 1, "without": 0}  # parameters that strangers may give, and the largest numbers
HINTS = ("pst-engine", "alphabeta", "astar")  # the first of these that knows a world gives hints there …
MOST = Budget(nodes=20_000)  # … and may spend so much


def prepare() -> None:
    """Load what minds think with before the first of them is on its clock; it need not be waited for."""
    zygote()


def seat_of(spec: str) -> Cell:
    """The mind that a stranger names, if they may: never a file, a program, or what costs memory or threads."""
    head = spec.partition(":")[0]
    if head not in names() or re.fullmatch(r"[\w-]+(:[\w=,.+-]+)?", spec, re.ASCII) is None:
        raise Unprocessable("no mind of this server's has this name", spec, f"one of {', '.join(names())}")
    found = read_spec(spec)
    if found.kind not in ("builtin", "installed"):
        raise Unprocessable("no mind of this server's has this name", spec, f"one of {', '.join(names())}")
    for name, value in found.parameters.items():
        if name not in ALLOWED:
            raise Unprocessable(f"parameter {quoted(name)} is not for guests", spec, f"one of {', '.join(ALLOWED)}")
        if value.isdigit() and (len(value) > 3 or int(value) > ALLOWED[name]):
            raise Unprocessable(f"parameter {name} is too large", spec, f"at most {ALLOWED[name]}")
    check(spec)
    return Cell(spec, PATIENCE)


def hint_of(world: str) -> tuple[str, Budget] | None:
    """Who gives hints in a world, and what they may spend."""
    return next(((name, MOST) for name in HINTS if knows(name, world)), None)


def minds() -> list[Told]:
    """Who may be named."""
    return [Told(name, card(name).says, tuple(filter(partial(knows, name), worlds()))) for name in names()]
