"""The time to wait for an answer: by the wall, or by the mind's processor time, which a busy machine cannot distort."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import monotonic

# By the wall a mind may take so many seconds, and so many times its processor time.
BACKSTOP, BACKSTOP_FACTOR = 5.0, 10.0
MIN_WAIT = 0.005


class Patience:
    """A number of seconds by the wall, from now on."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.start = seconds, monotonic()

    def pay(self, price: float, seconds: float) -> None:
        """Subtract the price of asking others, and do not count the seconds that they took by the wall."""
        self.seconds -= price
        self.start += seconds

    def left(self) -> float:
        """Return the seconds to wait before the next check; 0 or less if the time is over."""
        return self.seconds - (monotonic() - self.start)

    def __str__(self) -> str:
        return f"no answer within {self.seconds:.3g} s"


class CpuPatience(Patience):
    """A number of seconds of processor time. Sleeping counts too; waiting for a free processor does not."""

    def __init__(self, seconds: float, cpu: Callable[[], float], process: Callable[[], int]) -> None:
        super().__init__(seconds)
        self.cpu, self.process = cpu, process
        self.used = cpu()
        self.why = ""
        self.late: tuple[float, float, float] | None = None  # the clocks when the time was over by the wall

    def __str__(self) -> str:
        return f"no answer within {max(0.0, self.seconds):.3g} s{self.why}"

    def pay(self, price: float, seconds: float) -> None:
        super().pay(price, seconds)
        if self.late is not None:
            since, used, waited = self.late
            self.late = (since + seconds, used, waited)

    def left(self) -> float:
        by_wall = super().left()
        if by_wall > 0:  # a mind with one thread cannot have used more than that
            return by_wall
        now, used = monotonic(), self.cpu()
        if self.late is None:
            self.late = (now, used, self._waited())
        since, used_then, waited_then = self.late
        idle = (now - since) - (used - used_then) - (self._waited() - waited_then)
        rest = self.seconds - (used - self.used)
        backstop = self.start + BACKSTOP + BACKSTOP_FACTOR * self.seconds - now
        if backstop <= 0:
            self.why = f" of its own, nor within {BACKSTOP + BACKSTOP_FACTOR * self.seconds:.3g} s by the wall"
        elif idle >= self.seconds:
            self.why = f", and for {idle:.3g} s it slept"
        if rest <= 0 or (idle >= self.seconds and not self._is_awake()):
            return 0.0
        return min(max(rest, MIN_WAIT), max(self.seconds - idle, MIN_WAIT), backstop)

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
