"""A tournament as a plan: a TOML file, a frozen object, the options of a command. Its hash is its identity."""

import hashlib
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

import msgspec

from arena.cell.order import Limits
from arena.errors import PlanError
from arena.tournament.adjudicate import read_draw, read_resign
from minds.errors import quoted
from minds.registry import check, label, lineup, reject_misfits
from world.budget import Budget, budget
from world.registry import find

Format = Literal["roundrobin", "gauntlet", "swiss", "knockout", "solo"]
LONGEST = 1_000_000  # bytes of a plan's file
BOUNDS = {
    "games": (1, 100_000),
    "rounds": (0, 1000),
    "patience": (0.01, 1e5),
    "memory": (64, 10**6),
    "threads": (1, 10**4),
    "cpu": (1, 10**6),
    "reply": (64, 10**6),
    "log": (1, 10**4),
    "concurrency": (0, 1024),
}
ELSEWHERE = ("concurrency",)  # where games run makes no difference to them


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All that decides how the games of a tournament go; every field is an option of `arena run` too."""

    minds: tuple[str, ...] = ()
    world: str = "chess"
    format: Format = "roundrobin"
    games: int = 20  # for each pairing; an opening takes two, one each way round
    rounds: int = 0  # of a swiss tournament; 0: as many as it takes
    openings: str = "house"  # or none, or a file of EPD, PGN or FEN
    order: Literal["seeded", "sequential"] = "seeded"
    seed: int = 1
    depth: int | None = None
    nodes: int | None = None
    movetime: float | None = None
    tc: str | None = None
    max_plies: int | None = None
    draw: str | None = None  # adjudicate: "MOVE:COUNT:SCORE"
    resign: str | None = None  # adjudicate: "COUNT:SCORE"
    patience: float = 60.0
    memory: int = 1024  # MiB that a mind may take
    threads: int = 32  # that it may have at once
    cpu: int = 3600  # seconds of the processor for a game, whatever the budget
    reply: int = 4096  # bytes of an answer
    log: int = 64  # KiB that are kept of what it prints
    concurrency: int = 0  # 0: one for each core

    @property
    def budget(self) -> Budget:
        """What every mind may spend."""
        return budget(self.depth, self.nodes, self.movetime, self.tc)

    @property
    def limits(self) -> Limits:
        """What every mind may take besides."""
        return Limits(**{name: getattr(self, name) for name in Limits.__struct_fields__})

    @property
    def identity(self) -> str:
        """A short name of all that decides the games."""
        told = {name: value for name, value in msgspec.to_builtins(self).items() if name not in ELSEWHERE}
        return hashlib.sha256(msgspec.json.encode(told, order="sorted")).hexdigest()[:16]

    def to_toml(self) -> str:
        """The plan as a file that can be read again; what is not limited is left out."""
        told = msgspec.to_builtins(self)
        return "".join(f"{name} = {_toml(value)}\n" for name, value in told.items() if value is not None)


def _toml(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")  # JSON leaves it as it is, TOML must not


FIELDS = Plan.__struct_fields__


def make_plan(**fields: Any) -> Plan:
    """A plan that makes sense, or a PlanError that says why not; unknown fields are told the nearest right one."""
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
    if plan.format not in ("solo",) and world.seats == 1:
        plan = msgspec.structs.replace(plan, format="solo")
    _check(plan, world.seats)
    return plan


def _in_words(problem: str, fields: Mapping[str, Any]) -> str:
    """What msgspec says, with what was given."""
    said, _, path = problem.partition(" - at `$.")
    name = path.rstrip("`").partition("[")[0]
    return f"plan, {name} {quoted(fields.get(name))}: {said[0].lower()}{said[1:]}" if name else f"plan: {said}"


def _check(plan: Plan, seats: int) -> None:
    """What types do not say."""
    for spec in plan.minds:
        check(spec)
    reject_misfits(plan.minds, plan.world)
    labels = [label(spec) for spec in plan.minds]
    twice = sorted({name for name in labels if labels.count(name) > 1})
    if twice:
        raise PlanError(f"minds: {', '.join(twice)} named twice; give one of their classes another `name`")
    least = 1 if seats == 1 else 2
    if len(plan.minds) < least:
        raise PlanError(f"minds: {len(plan.minds)} named; {plan.world} needs {least} at least")
    if (plan.format == "solo") != (seats == 1):
        raise PlanError(f"format {plan.format}: {plan.world} has {seats} seats; solo is for worlds with one")
    for name, (low, high) in BOUNDS.items():
        if not low <= getattr(plan, name) <= high:
            raise PlanError(f"{name} {getattr(plan, name)}; expected {low} to {high}")
    if not -(2**62) < plan.seed < 2**62:
        raise PlanError(f"seed {plan.seed}; expected a whole number below 2^62")
    if plan.max_plies is not None and plan.max_plies < 1:
        raise PlanError(f"max_plies {plan.max_plies}; expected 1 or more")
    read_draw(plan.draw)
    read_resign(plan.resign)
    plan.budget  # noqa: B018  (raises if it makes no sense)


def read_plan(path: Path, **options: Any) -> Plan:
    """The plan of a TOML file; options given besides come before what the file says."""
    try:
        with path.open("rb") as file:
            text = file.read(LONGEST + 1)
    except OSError as problem:
        raise PlanError(f"plan {quoted(str(path))}: {problem.strerror}") from None
    if len(text) > LONGEST:
        raise PlanError(f"plan {quoted(str(path))} is longer than {LONGEST} bytes")
    try:
        fields = tomllib.loads(text.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise PlanError(f"plan {quoted(str(path))} is no TOML: {problem}") from None
    return make_plan(**(fields | options))
