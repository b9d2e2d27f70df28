"""The server's limits, and the counters that enforce them."""

from collections import Counter
from math import ceil
from threading import Lock
from time import monotonic

from msgspec import Struct

from world.budget import Budget
from world.server.errors import Unprocessable

MAX_BUDGET = {"depth": 60.0, "nodes": 5e6, "movetime": 60.0, "bank": 7200.0, "increment": 60.0, "margin": 1.0}
MAX_BUDGET_OF_MINDS = {"movetime": 1.0, "bank": 60.0, "increment": 1.0}  # in a run without a person or remote mind
MAX_ADDRESSES = 10_000


class Bounds(Struct, frozen=True):
    """The server's limits."""

    runs: int = 256  # under way at once
    minds: int = 32  # that the server runs itself, in all runs
    share: float = 0.75  # of runs, minds, watchers and connections, for one address
    idle: float = 3600.0  # seconds without an action after which a run without a clock expires
    plies: int = 5000  # in a run
    takebacks: int = 500  # in a run
    hints: int = 2  # computed at once
    watchers: int = 1000  # of all runs
    connections: int = 500  # of remote minds
    errors: int = 100  # on one connection
    body: int = 16 * 1024  # bytes of a request
    opened: tuple[float, float] = (100.0, 1.0)  # runs opened by one address: burst, and per second
    asked: tuple[float, float] = (1000.0, 500.0)  # requests of one address: burst, and per second
    hosts: tuple[str, ...] = ()  # accepted names in the Host header; empty: any


def check_budget(budget: Budget, has_token: bool = True) -> None:
    """Raise Unprocessable if a budget is too large.

    A run without a token cannot be ended by a client, so its limits are lower.
    """
    for name, most in (MAX_BUDGET if has_token else MAX_BUDGET | MAX_BUDGET_OF_MINDS).items():
        value = getattr(budget, name)
        if value is not None and value > most:
            raise Unprocessable(f"budget: {name} is too large", str(value), f"at most {most:g}")


class RateLimit:
    """A token bucket for each address: a burst at once, then so many per second."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst, self.per_second, self.lock = burst, per_second, Lock()
        self.left: dict[str, tuple[float, float]] = {}  # address: what it may still do, and when that was counted

    def take(self, address: str) -> float:
        """Count one request; return 0 if it is allowed now, else the seconds to wait."""
        now = monotonic()
        with self.lock:
            left, since = self.left.pop(address, (self.burst, now))
            left = min(self.burst, left + (now - since) * self.per_second)
            self.left[address] = (left - 1 if left >= 1 else left, now)
            if len(self.left) > MAX_ADDRESSES:
                self.left.pop(next(iter(self.left)))  # the address that was quiet for longest
        return 0.0 if left >= 1 else (1 - left) / self.per_second


class Slots:
    """A fixed number of places, of which one address may have a share."""

    def __init__(self, most: int, share: float = 1.0) -> None:
        self.most, self.most_of_address, self.taken, self.lock = most, ceil(share * most), 0, Lock()
        self.by_address: Counter[str] = Counter()

    def take(self, places: int = 1, address: str = "") -> bool:
        """Take places; return False, and take none, if there are too few, in all or for this address."""
        with self.lock:
            if self.taken + places > self.most or self._has_share(address, places):
                return False
            self._add(places, address)
            return True

    def _has_share(self, address: str, places: int) -> bool:
        return bool(address) and self.by_address[address] + places > self.most_of_address

    def has_share(self, address: str) -> bool:
        """Return True if an address may have no more places."""
        with self.lock:
            return self._has_share(address, 1)

    def _add(self, places: int, address: str) -> None:
        self.taken += places
        if address:
            self.by_address[address] += places
            if self.by_address[address] <= 0:
                del self.by_address[address]

    def take_anyway(self, places: int = 1, address: str = "") -> None:
        """Take places even if there are too few."""
        with self.lock:
            self._add(places, address)

    def free(self, places: int = 1, address: str = "") -> None:
        """Give places back."""
        with self.lock:
            self._add(-places, address)
