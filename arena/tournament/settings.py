"""A plan: every setting that decides the games of a tournament."""

import hashlib
from typing import Any, Literal

import msgspec

from arena.cell.order import Limits
from arena.entrants.entrant import Entry
from world.budget import Budget, ClockKind, budget

WITHOUT_EFFECT = ("name", "date", "concurrency")  # fields that change no game
KNOWN_OF_IMPORTED = ("name", "date", "world", "format", "depth", "nodes", "movetime", "tc")  # games played elsewhere
ADDED_LATER = ("clock", "max_faults", "init")  # their defaults change no identity, for the sake of stored plans


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings of a tournament. Every field is also an option of `arena run`."""

    minds: tuple[str | Entry, ...] = ()  # NAME=SPEC, SPEC, or a table with spec, name and author
    name: str = ""  # of the tournament
    date: str = ""  # YYYY.MM.DD; the day on which the tournament was first started
    world: str = "chess"
    format: str = "roundrobin"
    games: int = 20  # for each pairing, two for each opening
    rounds: int = 0  # of a swiss; 0: as many as it needs
    openings: str = "house"  # or none, or a file of EPD, PGN or FEN
    order: Literal["seeded", "sequential"] = "seeded"
    seed: int = 1
    depth: int | None = None
    nodes: int | None = None
    movetime: float | None = None
    tc: str | None = None
    clock: ClockKind = "processor"  # that minds pay by where time is limited
    max_plies: int | None = None
    draw: str | None = None  # adjudicate: "MOVE:COUNT:SCORE"
    resign: str | None = None  # adjudicate: "COUNT:SCORE"
    max_faults: int = 5  # forfeits in a row, in the order of the plan, that disqualify a mind; 0: never
    patience: float = 10.0  # seconds of processor time for an answer that no budget of time limits
    memory: int = 1024  # MiB for each mind
    threads: int = 32  # for each mind
    cpu: int = 3600  # seconds of processor time for each mind in a game, whatever the budget
    reply: int = 4096  # bytes of one answer
    log: int = 64  # KiB kept of what a mind prints
    init: float = 10.0  # seconds of processor time for each mind to get ready for a game
    concurrency: int = 0  # games at once; 0: one for each core

    @property
    def budget(self) -> Budget:
        """The budget that every mind has for its moves."""
        return budget(self.depth, self.nodes, self.movetime, self.tc)

    @property
    def budget_text(self) -> str:
        """The budget in words and, if time is limited, the clock that measures it."""
        if self.is_imported:
            return str(self.budget) if not self.budget.is_unlimited else "budgets unknown"
        return f"{self.budget} by the {self.clock} clock" if self.budget.is_timed else str(self.budget)

    @property
    def is_imported(self) -> bool:
        """True if the games were played elsewhere."""
        return self.format == "imported"

    @property
    def limits(self) -> Limits:
        """The limits of every mind's process."""
        return Limits(**{name: getattr(self, name) for name in Limits.__struct_fields__})

    @property
    def identity(self) -> str:
        """A short hash of all that decides the games."""
        usual = {name: getattr(Plan(), name) for name in ADDED_LATER}
        fields = {
            name: value
            for name, value in msgspec.to_builtins(self).items()
            if name not in WITHOUT_EFFECT and (name, value) not in usual.items()
        }
        return hashlib.sha256(msgspec.json.encode(fields, order="sorted")).hexdigest()[:16]

    @property
    def event(self) -> str:
        """The tournament's name or, without one, what is played."""
        return self.name or f"{self.world}, {self.format}, {self.budget}"

    @property
    def text(self) -> str:
        """The plan as people read it: of games played elsewhere, only what is known."""
        if not self.is_imported:
            return self.to_toml()
        minds = tuple(mind.name if isinstance(mind, Entry) else mind for mind in self.minds)
        fields = {name: getattr(self, name) for name in KNOWN_OF_IMPORTED}
        known = {name: value for name, value in ({"minds": minds} | fields).items() if value not in (None, "")}
        return "".join(f"{name} = {_toml(value)}\n" for name, value in known.items())

    def to_toml(self) -> str:
        """Return the plan as a TOML file; fields without a value are left out."""
        fields = msgspec.to_builtins(self)
        return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items() if value is not None)


def _toml(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name} = {_toml(one)}' for name, one in value.items())}}}"
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")  # JSON leaves DEL as it is, TOML may not


FIELDS = Plan.__struct_fields__
