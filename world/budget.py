"""Budgets, which limit what a mind may spend on a move, and the clock that keeps count."""

import re
from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct

from world.errors import BudgetError, quoted

LIMITS = {
    "depth": (1, 1000),
    "nodes": (1, 10**15),
    "movetime": (0.001, 10**6),
    "bank": (0, 10**9),  # more than it may begin with, because increments add to it
    "increment": (0, 10**6),
    "margin": (0, 10**6),
}


class Budget(Struct, frozen=True, omit_defaults=True, gc=False):
    """Limits on what a mind may spend; None means no limit.

    A mind that oversteps a time limit forfeits; depth and nodes are limits that it is trusted to keep. In the budget
    that comes with a state, `bank` is the time left on the mind's clock.
    """

    depth: int | None = None
    nodes: int | None = None
    movetime: float | None = None  # seconds a move
    bank: float | None = None  # seconds for the whole run
    increment: float = 0.0  # seconds added to the bank after every move
    margin: float = 0.05  # seconds of grace: for each move under `movetime`, in total for the bank

    def __post_init__(self) -> None:
        _check(self.depth, self.nodes, self.movetime, self.bank, self.increment, self.margin)

    @property
    def is_timed(self) -> bool:
        """True if time is limited; a run without a time limit can be repeated exactly."""
        return self.movetime is not None or self.bank is not None

    @property
    def is_unlimited(self) -> bool:
        """True if nothing is limited."""
        return self.depth is None and self.nodes is None and not self.is_timed

    @property
    def seconds(self) -> float | None:
        """Seconds that the next move may take; None if time is not limited."""
        if self.movetime is None or self.bank is None:
            return self.bank if self.movetime is None else self.movetime
        return min(self.movetime, self.bank)

    def __str__(self) -> str:
        words = [f"{name}={getattr(self, name)}" for name in ("depth", "nodes") if getattr(self, name) is not None]
        if self.movetime is not None:
            words.append(f"movetime={self.movetime:g}")
        if self.bank is not None:
            words.append(f"tc={self.bank:g}+{self.increment:g}")
        return " ".join(words) or "unlimited"


@lru_cache(maxsize=64)  # most moves of a tournament have the same limits: 0.2 µs instead of 0.8
def _check(*values: float | None) -> None:
    for (name, (least, most)), value in zip(LIMITS.items(), values, strict=True):
        if value is not None and not least <= value <= most:
            raise BudgetError(f"{name} {value!r}; expected {least} to {most}")


UNLIMITED = Budget()


def budget(
    depth: int | None = None, nodes: int | None = None, movetime: float | None = None, tc: str | None = None
) -> Budget:
    """Return a budget from command-line options; `tc` is a time control such as "60+0.6" or "1:30+1"."""
    bank, increment = read_clock(tc) if tc is not None else (None, 0.0)
    if bank is not None and not 0 < bank <= 10**6:
        raise BudgetError(f"time control {quoted(tc)}; expected to begin with more than 0 and at most 1000000 seconds")
    return Budget(depth, nodes, movetime, bank, increment)


def read_clock(text: str) -> tuple[float, float]:
    """Return bank and increment in seconds from "seconds+increment" or "minutes:seconds+increment"."""
    found = re.fullmatch(r"(?:(\d{1,4}):)?(\d{1,6}(?:\.\d{1,6})?)(?:\+(\d{1,6}(?:\.\d{1,6})?))?", text, re.ASCII)
    if found is None:
        raise BudgetError(f'time control {quoted(text)}; expected seconds+increment, such as "60+0.6" or "1:30+1"')
    return 60.0 * int(found[1] or 0) + float(found[2]), float(found[3] or 0)


# By the processor's clock a mind pays the processor time that it uses; by the wall's, the time that passes.
ClockKind: TypeAlias = Literal["processor", "wall"]


def kind_of(clock: str) -> ClockKind:
    """Return the kind of clock that a record names, such as "wall: ann is remote"; "processor" if it names none."""
    return "wall" if clock.startswith("wall") else "processor"


class Clock:
    """The clock of one seat in one run. Its bank may be overdrawn, by no more than the margin in total."""

    def __init__(self, budget: Budget, left: float | None = None, kind: ClockKind = "wall") -> None:
        self.budget, self.kind = budget, kind
        self.left = budget.bank if left is None else left

    def now(self) -> Budget:
        """Return the budget for the next move."""
        given = self.budget
        if self.left is None:
            return given
        return Budget(given.depth, given.nodes, given.movetime, max(0.0, self.left), given.increment, given.margin)

    def spend(self, seconds: float) -> str | None:
        """Subtract the time of a move and add the increment; return the fault's message if the move took too long."""
        if self.budget.movetime is None and self.left is None:
            return None
        limits = [limit for limit in (self.budget.movetime, self.left) if limit is not None]
        if seconds > min(limits) + self.budget.margin:
            what = " of processor time" if self.kind == "processor" else ""
            return f"took {seconds:.3f} s{what} and had {min(limits):.3f} s (and {self.budget.margin:g} s of grace)"
        if self.left is not None:
            self.left = round(self.left - seconds + self.budget.increment, 6)
        return None
