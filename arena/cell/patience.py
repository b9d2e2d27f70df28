"""How long an answer is waited for: by the wall, or by the mind's own clock, which a busy machine cannot falsify."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import monotonic

BACKSTOP, LONGER = 5.0, 10.0  # by the wall it may take so many seconds, and so many times what its clock allows
SHORTEST = 0.005


class Patience:
    """So many seconds by the wall, from now on."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.start = seconds, monotonic()

    def pay(self, price: float, seconds: float) -> None:
        """Others were asked: that costs its price, and the seconds by the wall were not its own."""
        self.seconds -= price
        self.start += seconds

    def left(self) -> float:
        """How long to wait before asking again; nothing when it is over."""
        return self.seconds - (monotonic() - self.start)

    def __str__(self) -> str:
        return f"no answer within {self.seconds:.3g} s"


class CpuPatience(Patience):
    """So many seconds of the processor. Who sleeps is found out; who waits for a processor is not to blame."""

    def __init__(self, seconds: float, cpu: Callable[[], float], process: Callable[[], int]) -> None:
        super().__init__(seconds)
        self.cpu, self.process = cpu, process
        self.used = cpu()
        self.why = ""
        self.late: tuple[float, float, float] | None = None  # when the time was up by the wall: clocks at that moment

    def __str__(self) -> str:
        return f"no answer within {max(0.0, self.seconds):.3g} s{self.why}"

    def pay(self, price: float, seconds: float) -> None:
        super().pay(price, seconds)
        if self.late is not None:
            since, used, waited = self.late
            self.late = (since + seconds, used, waited)

    def left(self) -> float:
        by_wall = super().left()
        if by_wall > 0:  # a mind of one thread cannot have used more than that
            return by_wall
        now, used = monotonic(), self.cpu()
        if self.late is None:
            self.late = (now, used, self._waited())
        since, used_then, waited_then = self.late
        idle = (now - since) - (used - used_then) - (self._waited() - waited_then)
        rest = self.seconds - (used - self.used)
        backstop = self.start + BACKSTOP + LONGER * self.seconds - now
        if backstop <= 0:
            self.why = f" of its own, nor within {BACKSTOP + LONGER * self.seconds:.3g} s by the wall"
        elif idle >= self.seconds:
            self.why = f", and for {idle:.3g} s it slept"
        if rest <= 0 or (idle >= self.seconds and not self._is_awake()):
            return 0.0
        return min(max(rest, SHORTEST), max(self.seconds - idle, SHORTEST), backstop)

    def _is_awake(self) -> bool:
        """Whether one of its threads would go on now if there were a processor: how long it waits is told only then."""
        return any(words[0] == "R" for words in self._threads("stat"))

    def _waited(self) -> float:
        """The time that its threads have waited for a processor, as far as Linux tells."""
        return sum(int(words[1]) for words in self._threads("schedstat")) / 1e9

    def _threads(self, what: str) -> Iterator[list[str]]:
        """What Linux tells of each of its threads, in words; of `stat` what stands behind the name."""
        folder = f"/proc/{self.process()}/task"
        with suppress(OSError):
            for thread in os.listdir(folder):
                with open(f"{folder}/{thread}/{what}", encoding="utf-8", errors="replace") as file:
                    yield file.read().rpartition(")")[2].split()
