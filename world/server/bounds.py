"""How much of everything there may be, so that no stranger can take more than there is."""

from threading import Lock
from time import monotonic

from msgspec import Struct

from world.budget import Budget
from world.server.errors import Unprocessable

DEAREST = {"depth": 60.0, "nodes": 5e6, "movetime": 60.0, "bank": 7200.0, "increment": 60.0, "margin": 1.0}

ALONE = {"movetime": 1.0, "bank": 60.0, "increment": 1.0}


class Bounds(Struct, frozen=True):
    """The server's limits."""

    runs: int = 256  # under way at once
    minds: int = 32  # of the server's own, in all of them
    share: float = 0.75  # of both, that one address may take
    idle: float = 3600.0  # seconds of silence after which a run without a clock expires
    plies: int = 5000  # of a run
    takebacks: int = 500  # in a run
    hints: int = 2  # at once
    watchers: int = 1000  # of all runs
    connections: int = 500  # of minds, at their seats
    errors: int = 100  # that one connection may make
    body: int = 16 * 1024  # bytes of a request
    opened: tuple[float, float] = (100.0, 1.0)  # runs from one address: at once, and each second
    asked: tuple[float, float] = (1000.0, 500.0)  # requests from one address: at once, and each second
    hosts: tuple[str, ...] = ()  # names by which the server may be called; empty: by any


def check_budget(budget: Budget, is_watched: bool = True) -> None:
    """Refuse a budget that would keep the server busy for longer than anybody watches.

    A run of the server's minds alone nobody can end, so they have less.
    """
    for name, most in (DEAREST if is_watched else DEAREST | ALONE).items():
        value = getattr(budget, name)
        if value is not None and value > most:
            raise Unprocessable(f"budget, {name} is too large", str(value), f"at most {most:g}")


MOST_ADDRESSES = 10_000


class Rate:
    """So many at once from each address, and so many more each second."""

    def __init__(self, burst: float, second: float) -> None:
        self.burst, self.second, self.lock = burst, second, Lock()
        self.left: dict[str, tuple[float, float]] = {}  # what an address may still do, and when that was so

    def take(self, address: str) -> float:
        """Nothing if it may be done now; else the seconds to wait."""
        now = monotonic()
        with self.lock:
            left, since = self.left.pop(address, (self.burst, now))
            left = min(self.burst, left + (now - since) * self.second)
            self.left[address] = (left - 1 if left >= 1 else left, now)
            if len(self.left) > MOST_ADDRESSES:
                self.left.pop(next(iter(self.left)))  # who has not asked for longest
        return 0.0 if left >= 1 else (1 - left) / self.second


class Room:
    """So many places, taken and left."""

    def __init__(self, most: int) -> None:
        self.most, self.taken, self.lock = most, 0, Lock()

    def take(self, places: int = 1) -> bool:
        """Whether there was room."""
        with self.lock:
            if self.taken + places > self.most:
                return False
            self.taken += places
            return True

    def leave(self, places: int = 1) -> None:
        """Make room again."""
        with self.lock:
            self.taken -= places
