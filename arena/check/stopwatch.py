"""The time of an examination: that of the wall, without the time in which it or the mind waited for a processor.

So a busy machine takes nothing from a mind. One that sleeps, or lets its own threads wait for each other, gains little:
a limit by the wall stays.
"""

from contextlib import suppress
from time import monotonic

BACKSTOP = 4.0  # times the seconds that are allowed, by the wall
OWN_PROCESS = "self"


class Stopwatch:
    """The share of an examination's time that is over."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.start = seconds, monotonic()
        self.begun = waited(OWN_PROCESS)
        self.waits: dict[str, float] = {}  # seconds for which the processes of minds have waited, by their numbers

    def look(self, process: int) -> None:
        """Note how long a mind's process has waited so far; what it waits afterwards counts as time."""
        found = str(process)
        self.waits[found] = max(waited(found), self.waits.get(found, 0.0))

    def spent(self) -> float:
        """Return the share of the time that is over; 1 or more at its end."""
        wall = monotonic() - self.start
        idle = waited(OWN_PROCESS) - self.begun + sum(self.waits.values())
        return max(wall - idle, wall / BACKSTOP) / self.seconds


def waited(process: str) -> float:
    """Return the seconds for which a process has waited for a processor, as Linux counts them; 0 elsewhere."""
    with suppress(OSError, ValueError, IndexError), open(f"/proc/{process}/schedstat", encoding="ascii") as file:
        return int(file.read().split()[1]) / 1e9
    return 0.0
