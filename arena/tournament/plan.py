"""Make a plan from options or from a TOML file, and check it."""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args

import msgspec

from arena.errors import PlanError
from arena.tournament import formats
from arena.tournament.adjudicate import read_draw, read_resign
from arena.tournament.settings import FIELDS, Plan
from arena.tournament.toml import read_toml
from minds.errors import quoted
from minds.registry import lineup
from world.budget import budget
from world.record import is_date
from world.registry import find

__all__ = ["FIELDS", "Plan", "make_plan", "read_plan"]

MAX_NAME_LENGTH = 100
MAX_MESSAGE_LENGTH = 200
SOLO = "solo"  # the format of a world with one seat, if its plan names none for it
NODES_A_SECOND = 2000  # that a slow mind searches
TYPES = {  # as msgspec names them
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "array": "a list",
    "object": "a table",
    "bool": "true or false",
    "null": "nothing",
}
BOUNDS = {
    "games": (1, 100_000),
    "rounds": (0, 1000),
    "max_faults": (0, 100_000),
    "patience": (0.01, 1e5),
    "memory": (64, 10**6),
    "threads": (1, 10**4),
    "cpu": (1, 10**6),
    "reply": (64, 10**6),
    "log": (1, 10**4),
    "init": (0.01, 1e5),
    "concurrency": (0, 1024),
}


def make_plan(**fields: Any) -> Plan:
    """Return a checked plan; raise PlanError if a field is unknown or makes no sense."""
    for name in fields:
        if name not in FIELDS:
            near = get_close_matches(name, FIELDS, 1)
            meant = f"; did you mean {near[0]}?" if near else ""
            raise PlanError(f"no field {quoted(name)} in a plan; expected one of {', '.join(FIELDS)}{meant}")
    try:
        plan = msgspec.convert(fields, Plan)
    except msgspec.ValidationError as problem:
        raise PlanError(_in_words(str(problem), fields)) from None
    world = find(plan.world)
    if not plan.minds:
        plan = msgspec.structs.replace(plan, minds=tuple(lineup(plan.world)))
    if world.seats == 1 and "format" not in fields:
        plan = msgspec.structs.replace(plan, format=SOLO)
    if "patience" not in fields and plan.nodes:
        plan = msgspec.structs.replace(plan, patience=patience_for(plan.nodes))
    _check_format(plan, world.seats)
    _check_minds(plan, world.seats)
    _check_numbers(plan)
    return plan


def patience_for(nodes: int) -> float:
    """Return the seconds of processor time for an answer that may take so many nodes, and no time is set."""
    return min(Plan().patience + nodes / NODES_A_SECOND, BOUNDS["patience"][1])


def _in_words(problem: str, fields: Mapping[str, Any]) -> str:
    """Return msgspec's message with the name and value of the field."""
    message, _, path = problem.partition(" - at `$.")
    message = message[:MAX_MESSAGE_LENGTH]  # which may name any field
    name = path.rstrip("`").partition("[")[0]
    for type_name, words in TYPES.items():
        message = message.replace(f"`{type_name}`", words)
    if message.startswith("Invalid enum value"):
        message = f"expected {' or '.join(get_args(Plan.__annotations__[name]))}"
    return f"plan, {name} {quoted(fields.get(name))}: {message[0].lower()}{message[1:]}" if name else f"plan: {message}"


def _check_minds(plan: Plan, seats: int) -> None:
    if len(plan.minds) < seats:
        raise PlanError(f"minds: {len(plan.minds)} named; {plan.world} needs at least {seats}")


def _check_format(plan: Plan, seats: int) -> None:
    if plan.format in formats.NOT_PLAYED:
        raise PlanError(f"format {plan.format}: {formats.NOT_PLAYED[plan.format]}")
    wanted = formats.find(plan.format).seats
    if wanted != seats:
        needed, has = ("one seat" if number == 1 else f"{number} seats" for number in (wanted, seats))
        raise PlanError(f"format {plan.format}: {plan.world} has {has}; {plan.format} is for {needed}")


def _check_numbers(plan: Plan) -> None:
    for name, (low, high) in BOUNDS.items():
        if not low <= getattr(plan, name) <= high:
            raise PlanError(f"{name} {getattr(plan, name)}; expected {low} to {high}")
    if plan.games > 1 and plan.games % 2 and find(plan.world).seats == 2:
        raise PlanError(f"games {plan.games}; expected an even number, or 1: each opening is played from both seats")
    if not -(2**62) < plan.seed < 2**62:
        raise PlanError(f"seed {plan.seed}; expected a whole number between -2^62 and 2^62")
    if plan.max_plies is not None and plan.max_plies < 1:
        raise PlanError(f"max_plies {plan.max_plies}; expected 1 or more")
    check_texts(plan)
    read_draw(plan.draw)
    read_resign(plan.resign)
    budget(plan.depth, plan.nodes, plan.movetime, plan.tc)


def check_texts(plan: Plan) -> None:
    """Raise PlanError if the plan has a date that is none, or a name that cannot be shown."""
    if plan.date and not is_date(plan.date):
        raise PlanError(f"date {quoted(plan.date)}; expected a day, YYYY.MM.DD")
    if len(plan.name) > MAX_NAME_LENGTH or not plan.name.isprintable():
        raise PlanError(f"name {quoted(plan.name)}; expected at most {MAX_NAME_LENGTH} printable characters")


def read_plan(path: Path, **options: Any) -> Plan:
    """Return the plan of a TOML file; options override the file's fields."""
    try:
        fields = {name.replace("-", "_"): value for name, value in read_toml(path).items()}  # as options are spelled
    except OSError as problem:
        raise PlanError(f"plan {quoted(str(path))}: {problem.strerror}") from None
    except ValueError as problem:
        raise PlanError(f"plan {quoted(str(path))} is not valid TOML: {problem}") from None
    try:
        return make_plan(**(fields | options))
    except PlanError as problem:
        raise PlanError(f"{quoted(str(path))}: {problem}") from None
