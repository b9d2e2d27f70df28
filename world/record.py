"""What a run leaves behind: one object, one line of JSON."""

import msgspec
from msgspec import Struct

from world.api import Asked, Ending, Fault, Thoughts
from world.budget import Budget
from world.errors import RecordError, quoted


class Ply(Struct, frozen=True, omit_defaults=True):
    """One action, who took it, and what it cost."""

    seat: int
    action: str
    seconds: float = 0.0
    cpu: float = 0.0
    left: float | None = None  # on the clock, after the action
    thoughts: Thoughts | None = None
    asked: tuple[Asked, ...] = ()  # of other minds, before it was taken

    def __post_init__(self) -> None:
        if self.seat not in (0, 1) or not all(abs(time) < 1e9 for time in (self.seconds, self.cpu, self.left or 0.0)):
            raise ValueError("a ply has seat 0 or 1 and times that a clock could show")


class Record(Struct, frozen=True, omit_defaults=True):
    """A whole run: with world and start it can be shown, explained and played again."""

    world: str
    version: int
    start: str  # the first state
    minds: tuple[str, ...]
    plies: tuple[Ply, ...]
    ending: Ending
    seed: int = 0
    budgets: tuple[Budget, ...] = ()  # by seat; empty if there were none
    opening: int = 0  # so many of the plies were given, not thought of
    date: str = ""  # when it began; empty for a run that time had no part in, which is the same on any day
    late: tuple[Fault, ...] = ()  # faults that came after the ending, in endrun
    name: str = ""  # of the game, where it is one of many
    opening_name: str = ""
    layers: tuple[str, ...] = ()  # the walls around each mind, where there are any
    memories: tuple[str, ...] = ()  # what each mind gave to be remembered, where one did

    def __post_init__(self) -> None:
        seats = len(self.minds)
        faults = [fault for fault in (self.ending.fault, *self.late) if fault is not None]
        if seats not in (1, 2) or len(self.ending.result) != seats or len(self.budgets) not in (0, seats):
            raise ValueError(f"a record has 1 or 2 minds, and a result and a budget for each; here are {seats} minds")
        if not all(0 <= fault.seat < seats for fault in faults) or not all(ply.seat < seats for ply in self.plies):
            raise ValueError("a record's faults and plies belong to its seats")

    @property
    def actions(self) -> tuple[str, ...]:
        """All actions in order."""
        return tuple(ply.action for ply in self.plies)

    @property
    def is_timed(self) -> bool:
        """Whether a clock had a part in it."""
        return any(budget.is_timed for budget in self.budgets)

    def to_json(self) -> str:
        """One line, without the line's end."""
        return msgspec.json.encode(self).decode()


_decoder = msgspec.json.Decoder(Record)


def read_record(line: str | bytes) -> Record:
    """The record on a line of JSON."""
    try:
        return _decoder.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:  # ValueError: bytes that are no UTF-8
        raise RecordError(f"{quoted(line)} is no record of a run: {problem}") from None
