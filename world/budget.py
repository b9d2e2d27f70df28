"""What a mind may spend on its moves, and the clock that counts it."""

import re
from typing import Annotated

from msgspec import Meta, Struct

from world.errors import BudgetError, quoted

LONGEST = 1e6  # seconds; ten days for a game are enough
Seconds = Annotated[float, Meta(ge=0, le=LONGEST)]
Count = Annotated[int, Meta(ge=1, le=10**15)]
LIMITS = {"depth": (1, 1000), "nodes": (1, 10**15), "movetime": (0.001, LONGEST), "bank": (0.001, LONGEST)}


class Budget(Struct, frozen=True, omit_defaults=True):
    """What may be spent; None where nothing is limited. Seconds are forfeited when overstepped, the others trusted.

    Handed to a mind with a state, `bank` is what is left on its clock.
    """

    depth: Count | None = None
    nodes: Count | None = None
    movetime: Seconds | None = None  # seconds for each move
    bank: Seconds | None = None  # seconds for the whole run …
    increment: Seconds = 0.0  # … and what is added after every move
    margin: Seconds = 0.05  # seconds by which a clock may be overstepped unpunished

    @property
    def is_timed(self) -> bool:
        """Whether time has a part in this run: if not, it can be repeated move by move."""
        return self.movetime is not None or self.bank is not None

    @property
    def seconds(self) -> float | None:
        """What the next move may take at most; None if nobody looks at the clock."""
        limits = [limit for limit in (self.movetime, self.bank) if limit is not None]
        return min(limits) if limits else None

    def __str__(self) -> str:
        words = [f"{name}={getattr(self, name)}" for name in ("depth", "nodes") if getattr(self, name) is not None]
        if self.movetime is not None:
            words.append(f"movetime={self.movetime:g}")
        if self.bank is not None:
            words.append(f"tc={self.bank:g}+{self.increment:g}")
        return " ".join(words) or "unlimited"


UNLIMITED = Budget()


def budget(
    depth: int | None = None, nodes: int | None = None, movetime: float | None = None, tc: str | None = None
) -> Budget:
    """A budget from the words of a command; `tc` is a clock such as "60+0.6" or "1:30+1"."""
    bank, increment = read_clock(tc) if tc is not None else (None, 0.0)
    for name, value in (("depth", depth), ("nodes", nodes), ("movetime", movetime), ("bank", bank)):
        least, most = LIMITS[name]
        if value is not None and not least <= value <= most:
            raise BudgetError(f"{name} {value!r}; expected {least:g} to {most:g}")
    return Budget(depth, nodes, movetime, bank, increment)


def read_clock(text: str) -> tuple[float, float]:
    """Bank and increment in seconds, from seconds or minutes:seconds, perhaps +seconds."""
    found = re.fullmatch(r"(?:(\d{1,4}):)?(\d{1,6}(?:\.\d{1,6})?)(?:\+(\d{1,6}(?:\.\d{1,6})?))?", text, re.ASCII)
    if found is None:
        raise BudgetError(f'clock {quoted(text)}; expected seconds+increment, such as "60+0.6" or "1:30+1"')
    return 60.0 * int(found[1] or 0) + float(found[2]), float(found[3] or 0)


class Clock:
    """The time of one seat in one run."""

    def __init__(self, budget: Budget) -> None:
        self.budget, self.left = budget, budget.bank

    def now(self) -> Budget:
        """What may be spent on the next move."""
        given = self.budget
        if self.left is None:
            return given
        return Budget(given.depth, given.nodes, given.movetime, self.left, given.increment, given.margin)

    def spend(self, seconds: float) -> str | None:
        """Count the time of a move; a sentence if it was too long."""
        limit = self.now().seconds
        if limit is not None and seconds > limit + self.budget.margin:
            return f"took {seconds:.3f} s and had {limit:.3f} s (and {self.budget.margin:g} s of grace)"
        if self.left is not None:
            self.left = max(0.0, self.left - seconds) + self.budget.increment
        return None
