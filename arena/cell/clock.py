"""The clock of a cell: the mind's processor time, or the wall where its game goes by it."""

import os
import sys
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from arena.cell.patience import CpuPatience, Patience
from minds.registry import Spec
from world.api import Run, State
from world.budget import LIMITS, Budget, ClockKind

if TYPE_CHECKING:
    from arena.cell.process import MindProcess

THREADS = "threads"  # a mind's parameter, and an engine's option, in which case does not matter
SHARED = ("movetime", "bank", "increment", "margin")
Message = TypeVar("Message", Run, State)


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
    asked = next((value for name, value in spec.parameters.items() if name.lower() == THREADS), "")
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
        self.off_turn = 0.0  # used between the last answer and this question, if it matters

    @property
    def paid(self) -> ClockKind:
        """The clock that the mind pays by: a mind that cannot be measured pays by the wall in any case."""
        return "wall" if self.unmeasured else self.kind

    @property
    def is_processor(self) -> bool:
        """True if the mind pays its processor time."""
        return self.paid == "processor"

    def tell(self, message: Message) -> Message:
        """Return a run or a state with the budget that the mind is told."""
        budget = told_budget(message.budget, self.threads) if self.is_processor else message.budget
        return message if budget is message.budget else replace(message, budget=budget)

    def take(self, process: "MindProcess | None") -> float:
        """Return the processor time used since the last call."""
        before, self.used = self.used, process.cpu() if process is not None else 0.0
        return max(0.0, self.used - before)

    def start_move(self, process: "MindProcess | None", budget: Budget, patience: float) -> Patience:
        """Return how long a move may take, with all questions to others; `patience` counts if time is not limited.

        The processor time that the mind has used since its last answer is charged to this move.
        """
        limit, self.off_turn = budget.seconds, 0.0
        if limit is None:
            return self.patience(process, patience, "--patience")
        left = limit + budget.margin
        if process is None or not self.is_processor:
            return Patience(left)
        self.off_turn = self.take(process)
        return CpuPatience(left, process.cpu, process.number, self.parallel, self.off_turn, self.used)

    def patience(self, process: "MindProcess | None", seconds: float, option: str) -> Patience:
        """Return so many seconds of processor time, if it can be measured, for an answer that no budget limits."""
        if process is None or self.unmeasured:
            return Patience(seconds, option)
        return CpuPatience(seconds, process.cpu, process.number, self.parallel, used=self.used, option=option)

    def end_move(self, process: "MindProcess | None") -> float:
        """Return the processor time that the mind has used since its last answer."""
        return self.off_turn + self.take(process)

    def charge(self, cpu: float, asked: float) -> float | None:
        """Return what a move costs by the processor's clock, with the price of questions; None by the wall's."""
        return cpu + asked if self.is_processor else None
