"""The minds that a server's guests can name for a seat: built-in and installed ones, each in a cell."""

import re

from arena.cell.cell import Cell
from arena.cell.guests import house_spec, refusal
from arena.cell.launch import zygote
from minds.registry import card, check, is_fit, names, reject_misfits
from world.api import Budget
from world.registry import names as worlds
from world.server import MindInfo, Unprocessable

PATIENCE = 30.0  # seconds for a move that no budget times
HINTS = ("pst-engine", "alphabeta", "astar")  # the first of these that can play in a world gives hints there …
HINT_BUDGET = Budget(nodes=20_000)  # … within this budget


def prepare() -> None:
    """Start loading what minds think with, before a clock runs; there is no need to wait for it."""
    zygote()


def seat_of(spec: str, world: str) -> Cell:
    """Return the mind that a guest names for a world. Files, programs and costly parameters are refused."""
    found = house_spec(spec) if re.fullmatch(r"[\w-]+(:[\w=,.+-]+)?", spec, re.ASCII) else None
    if found is None:
        raise Unprocessable("this server has no mind of this name", spec, f"one of {', '.join(names())}")
    if refused := refusal(found):
        raise Unprocessable(refused.problem, spec, refused.expected)
    check(spec)
    reject_misfits([spec], world)
    return Cell(spec, PATIENCE)


def hint_of(world: str) -> tuple[str, Budget] | None:
    """Return the mind that gives hints in a world, and its budget; None if there is none."""
    return next(((name, HINT_BUDGET) for name in HINTS if is_fit(card(name), world)), None)


def minds() -> list[MindInfo]:
    """Return the minds that guests can name, each with the worlds that it can play in."""
    cards = map(card, names())
    return [MindInfo(one.spec, one.says, tuple(world for world in worlds() if is_fit(one, world))) for one in cards]
