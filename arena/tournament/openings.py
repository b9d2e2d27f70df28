"""Read the openings of a plan."""

from pathlib import Path

from arena.errors import PlanError
from arena.tournament.plan import Plan
from arena.tournament.schedule import order_openings
from minds.errors import quoted
from world.api import Opening
from world.errors import WorldError
from world.registry import find

MAX_FILE_LENGTH = 64 * 1024 * 1024  # characters


BUILT_IN = ("house", "none")


def read_openings(plan: Plan, text: str | None = None) -> list[Opening]:
    """Return the openings of a plan, in the order in which the games use them; `text` is that of their file."""
    if plan.openings == "house":
        found = find(plan.world).openings()
    elif plan.openings == "none":
        found = [Opening()]
    else:
        found = _parsed(plan, read_text(plan) if text is None else text)
    if not found:
        raise PlanError(f"openings {quoted(plan.openings)}: the file holds none")
    return order_openings(plan, found)


def read_text(plan: Plan) -> str:
    """Return the text of a plan's file of openings."""
    try:
        with Path(plan.openings).open(encoding="utf-8", errors="replace") as file:
            text = file.read(MAX_FILE_LENGTH + 1)
    except (OSError, ValueError) as problem:  # ValueError: a NUL in the name
        reason = problem.strerror if isinstance(problem, OSError) else problem
        expected = "expected house, none, or a file of PGN, EPD or FEN"
        raise PlanError(f"openings {quoted(plan.openings)}: {reason}; {expected}") from None
    if len(text) > MAX_FILE_LENGTH:
        raise PlanError(f"openings {quoted(plan.openings)}: longer than {MAX_FILE_LENGTH} characters")
    return text


def _parsed(plan: Plan, text: str) -> list[Opening]:
    try:
        return list(find(plan.world).openings(text))
    except WorldError as problem:
        raise PlanError(f"openings {quoted(plan.openings)}: {problem}") from None
