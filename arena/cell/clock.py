"""The clock of a cell: the mind's processor time, or the wall where its game goes by it."""

import os
import sys
from typing import TYPE_CHECKING

from msgspec.structs import replace

from arena.cell.patience import CpuPatience, Patience
from minds.registry import Spec
from world.budget import LIMITS, Budget, ClockKind

if TYPE_CHECKING:
    from arena.cell.process import MindProcess

THREADS = ("threads", "Threads")  # a mind's parameter, an engine's option
SHARED = ("movetime", "bank", "increment", "margin")


def told_budget(budget: Budget, threads: int) -> Budget:
    """Return the budget that a mind is told if it pays the processor time of so many threads.

    Each thread has its share, so that a mind that plans by the wall does not overstep.
    """
    if threads <= 1 or not budget.is_timed:
        return budget
    given = {name: value for name in SHARED if (value := getattr(budget, name)) is not None}
    return replace(budget, **{name: max(LIMITS[name][0], value / threads) for name, value in given.items()})


def threads_of(spec: Spec) -> int:
    """Return the number of threads that a spec asks for: `champion:threads=4`, `uci:stockfish?Threads=4`."""
    asked = next((spec.parameters[name] for name in THREADS if name in spec.parameters), "")
    return max(1, int(asked)) if asked.isdecimal() and len(asked) < 10 else 1


def reason_not_measured(spec: Spec, trusted: bool) -> str:
    """Return the reason why a mind's processor time cannot be measured; empty if it can."""
    if sys.platform != "linux":
        return "is not measured on this system"
    if spec.is_foreign and trusted:
        return "is trusted"
    return "" if spec.kind == "builtin" or spec.is_foreign else "may start processes"


class CellClock:
    """The times of one mind in its process, and what they cost."""

    def __init__(self, spec: Spec, trusted: bool, most_threads: int) -> None:
        self.unmeasured = reason_not_measured(spec, trusted)
        self.kind: ClockKind = "processor"
        self.threads = threads_of(spec)
        at_once = max(self.threads, most_threads) if spec.is_foreign else self.threads
        self.parallel = min(at_once, os.cpu_count() or 1)  # threads that can run at the same time
        self.used = 0.0  # processor time when it was last read
        self.off_turn = 0.0  # used between the last answer and this question

    @property
    def is_processor(self) -> bool:
        """True if the mind pays its processor time; otherwise it pays by the wall."""
        return self.kind == "processor" and not self.unmeasured

    def told(self, budget: Budget) -> Budget:
        """Return what the mind is told of a budget."""
        return told_budget(budget, self.threads) if self.is_processor else budget

    def take(self, process: "MindProcess | None") -> float:
        """Return the processor time used since the last call."""
        before, self.used = self.used, process.cpu() if process is not None else 0.0
        return max(0.0, self.used - before)

    def start_move(self, process: "MindProcess | None", budget: Budget, patience: float) -> Patience:
        """Return how long a move may take, with all questions to others; `patience` counts if time is not limited.

        The processor time that the mind has used since its last answer is charged to this move.
        """
        self.off_turn = self.take(process)
        limit = budget.seconds
        if limit is None:
            return Patience(patience)
        left = limit + budget.margin
        if process is None or not self.is_processor:
            return Patience(left)
        return CpuPatience(left, process.cpu, process.number, self.parallel, self.off_turn)

    def charge(self, cpu: float, asked: float) -> float | None:
        """Return what a move costs by the processor's clock, with the price of questions; None by the wall's."""
        return cpu + asked if self.is_processor else None
