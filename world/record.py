"""The record of a run: one object, one line of JSON."""

import re
from datetime import date
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from world.api import Asked, Ending, Fault, Thoughts
from world.budget import Budget
from world.errors import RecordError, quoted


class Ply(Struct, frozen=True, omit_defaults=True, gc=False):
    """One action, the seat that took it, and the time it took."""

    seat: int
    action: str
    seconds: float = 0.0
    cpu: float = 0.0
    left: float | None = None  # seconds on the clock after the action
    thoughts: Thoughts | None = None
    asked: tuple[Asked, ...] = ()  # questions put to other minds before the action

    def __post_init__(self) -> None:
        # Written out, because this runs twice for each ply of a tournament: 0.2 µs instead of 0.8 with a loop.
        is_timed_well = abs(self.seconds) < 1e9 and abs(self.cpu) < 1e9 and abs(self.left or 0.0) < 1e9
        if self.seat not in (0, 1) or not is_timed_well:
            raise ValueError("expected a ply with seat 0 or 1 and times below 10^9 seconds")


class WorkerIdentity(Struct, frozen=True, omit_defaults=True):
    """The description that a worker gives of itself: the process that plays a run, and its machine."""

    machine: Annotated[str, Meta(max_length=200)] = ""
    process: Annotated[int, Meta(ge=0, le=2**53)] = 0  # 0: any process of an arena that plays on its own machine
    cores: Annotated[int, Meta(ge=0, le=10**6)] = 0
    speed: Annotated[float, Meta(ge=0, le=1e9)] = 0.0  # million nodes of perft in a second; 0 if not measured
    walls: Annotated[str, Meta(max_length=200)] = ""  # of the jail that it has for strangers; empty if it has none

    @property
    def name(self) -> str:
        """Its name in tables: the machine and, if it has one, the number of the process."""
        return f"{self.machine} {self.process}" if self.process else self.machine


class Record(Struct, frozen=True, omit_defaults=True, gc=False):
    """A whole run, complete enough to be shown, explained and played again."""

    world: str
    version: int
    start: str  # the first state
    minds: tuple[str, ...]
    plies: tuple[Ply, ...]
    ending: Ending
    seed: int = 0
    budgets: tuple[Budget, ...] = ()  # by seat; empty if nothing was limited
    opening: int = 0  # plies given by the opening, not chosen by a mind
    date: str = ""  # when the run began; empty if no clock ran, because such a run is the same on any day
    late: tuple[Fault, ...] = ()  # faults in endrun, after the ending
    event: str = ""  # the tournament's name
    round: str = ""  # round and game, such as "1.2"
    name: str = ""  # of the game in its tournament
    opening_name: str = ""
    versions: tuple[str, ...] = ()  # of the minds; empty if none is known
    layers: tuple[str, ...] = ()  # the layers of each mind's jail; empty if no mind was jailed
    memories: tuple[str, ...] = ()  # the text that each mind wants to remember; empty if none does
    init: tuple[float, ...] = ()  # seconds of processor time that each mind took to get ready; empty if not measured
    clock: str = ""  # that all minds paid by: processor, wall, or "wall: " and the reason; empty if no clock ran
    worker: WorkerIdentity | None = None  # that played the run, by its own words; None if it is not known

    def __post_init__(self) -> None:
        seats = len(self.minds)
        faults = [fault for fault in (self.ending.fault, *self.late) if fault is not None]
        if seats not in (1, 2) or len(self.ending.result) != seats or len(self.budgets) not in (0, seats):
            raise ValueError(f"{seats} minds; expected 1 or 2, and a result and a budget for each")
        has_stranger = seats == 1 and any(ply.seat for ply in self.plies)  # a ply's seat is 0 or 1
        if has_stranger or not all(0 <= fault.seat < seats for fault in faults):
            raise ValueError(f"a fault or ply of an unknown seat; expected seats below {seats}")

    @property
    def actions(self) -> tuple[str, ...]:
        """All actions, in order."""
        return tuple(ply.action for ply in self.plies)

    @property
    def is_timed(self) -> bool:
        """True if the time of any mind was limited."""
        return any(budget.is_timed for budget in self.budgets)

    def to_json(self) -> str:
        """Return the record as one line of JSON, without a line break."""
        return msgspec.json.encode(self).decode()


_decoder = msgspec.json.Decoder(Record)


def read_record(line: str | bytes) -> Record:
    """Return the record that a line of JSON holds, or raise a RecordError."""
    try:
        record = _decoder.decode(line)
        _check_texts(record)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:  # ValueError: bytes that are not UTF-8
        raise RecordError(f"{quoted(line)} is not a record of a run: {problem}") from None
    return record


def _check_texts(record: Record) -> None:
    """Raise ValueError for a date that no calendar has, and for names that cannot be shown."""
    if record.date and not is_date(record.date):
        raise ValueError(f"date {quoted(record.date)}; expected a day, YYYY.MM.DD")
    worker = (record.worker.machine, record.worker.walls) if record.worker is not None else ()
    for name in (*record.minds, record.event, record.round, record.name, record.opening_name, *worker):
        if not name.isprintable():
            raise ValueError(f"the name {quoted(name)}; expected printable letters")


def is_date(text: str) -> bool:
    """Return True for a day of the calendar, written YYYY.MM.DD."""
    found = re.fullmatch(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})", text)
    try:
        return found is not None and bool(date(*map(int, found.groups())))
    except ValueError:
        return False
