"""The time to wait for an answer: by the wall, or by the mind's processor time, which a busy machine cannot distort."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import monotonic

# By the wall a mind may take so many seconds, and so many times its processor time. Time in which it waits for a
# processor is added, up to so many times as much: on a busy machine, a hostile mind can wait without end.
BACKSTOP, BACKSTOP_FACTOR = 5.0, 10.0
MOST_STARVED = 9.0
MIN_WAIT = 0.005
FIRST_LOOK = 1.0  # seconds by the wall, after which it is noted how long a mind sleeps
MIN_OFF_TURN = 0.01  # seconds off its turn that a message names


class Patience:
    """A number of seconds by the wall, from now on."""

    def __init__(self, seconds: float, option: str = "") -> None:
        self.seconds, self.start = seconds, monotonic()
        self.source = f" ({option})" if option else ""  # the option that sets it

    def pay(self, price: float, seconds: float) -> None:
        """Subtract the price of asking others, and do not count the seconds that they took by the wall."""
        self.seconds -= price
        self.start += seconds

    def left(self) -> float:
        """Return the seconds to wait before the next check; 0 or less if the time is over."""
        return self.seconds - (monotonic() - self.start)

    def __str__(self) -> str:
        return f"no answer within {self.seconds:.3g} s{self.source}"


class CpuPatience(Patience):
    """A number of seconds of processor time, which all threads use.

    Time in which every thread sleeps counts too; time in which one waits for a free processor does not. `parallel` is
    the number of threads that can run at once, `off_turn` the processor time used before the question, which counts,
    and `used` the process's processor time now, if it is known.
    """

    def __init__(
        self,
        seconds: float,
        cpu: Callable[[], float],
        process: Callable[[], int],
        parallel: int = 1,
        off_turn: float = 0.0,
        used: float | None = None,
        option: str = "",
    ) -> None:
        super().__init__(seconds - off_turn, option)
        self.cpu, self.process, self.parallel = cpu, process, parallel
        self.used = cpu() if used is None else used
        self.why = f", after {off_turn:.3g} s off its turn" if off_turn >= MIN_OFF_TURN else ""
        self.late: tuple[float, float, float] | None = None  # the clocks at the first look
        self.waited_before, self.starved = 0.0, 0.0  # seconds it waited for a processor: before the first look, since

    def __str__(self) -> str:
        return f"no answer within {max(0.0, self.seconds):.3g} s of processor time{self.source}{self.why}"

    def pay(self, price: float, seconds: float) -> None:
        super().pay(price, seconds)
        if self.late is not None:
            since, used, waited = self.late
            self.late = (since + seconds, used, waited)

    def left(self) -> float:
        unseen = min(self.seconds, FIRST_LOOK) - (monotonic() - self.start)
        if unseen > 0 and self.parallel == 1:  # one thread cannot have used more than that
            return unseen
        used = self.cpu()
        rest = self.seconds - (used - self.used)
        soonest = max(rest / self.parallel, MIN_WAIT)  # that several threads can have used the rest
        if unseen > 0:
            return min(unseen, soonest) if rest > 0 else 0.0
        now = monotonic()
        idle = self._idle(now, used)
        has_slept = idle >= self.seconds > 0 and not self._is_awake()
        most = BACKSTOP + BACKSTOP_FACTOR * self.seconds
        most += min(self.starved, MOST_STARVED * most)
        backstop = self.start + most - now
        if backstop <= 0:
            self.why = f", nor within {most:.3g} s by the wall"
        elif has_slept:
            self.why = f", and for {idle:.3g} s it slept"
        if rest <= 0 or backstop <= 0 or has_slept:
            return 0.0
        return min(soonest, max(self.seconds - idle, MIN_WAIT), backstop)

    def _idle(self, now: float, used: float) -> float:
        """Return the seconds in which no thread ran or waited for a processor, since the first look."""
        waited = self._waited()
        if self.late is None:
            self.late, self.waited_before = (now, used, waited), waited
        self.starved = max(self.starved, waited - self.waited_before)  # the time of a thread goes when it ends
        since, used_then, waited_then = self.late
        idle = (now - since) - (used - used_then) - (waited - waited_then)
        if idle < 0:  # several threads ran at once; they have not worked in advance
            self.late = (now, used, waited)
        return max(0.0, idle)

    def _is_awake(self) -> bool:
        """Return True if one of its threads waits for a processor; Linux counts that time only when it is over."""
        return any(words[0] == "R" for words in self._threads("stat"))

    def _waited(self) -> float:
        """Return the seconds that its threads have waited for a processor, as Linux counts them."""
        return sum(int(words[1]) for words in self._threads("schedstat")) / 1e9

    def _threads(self, name: str) -> Iterator[list[str]]:
        """Yield the words of a file in /proc for each of its threads; of `stat` those after the name."""
        folder = f"/proc/{self.process()}/task"
        with suppress(OSError):
            for thread in os.listdir(folder):
                with open(f"{folder}/{thread}/{name}", encoding="utf-8", errors="replace") as file:
                    yield file.read().rpartition(")")[2].split()
