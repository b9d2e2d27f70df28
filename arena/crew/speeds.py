"""The speeds of machines: by the wall clock, a mind gets less done on a slower one."""

from collections.abc import Iterable, Mapping

from world.errors import printable
from world.record import Record, WorkerIdentity

UNEQUAL = 1.2  # times as fast; a busy machine measures less than that without being slower
MAX_NAMED, MAX_WORKERS = 8, 10_000


def unequal_speeds(workers: Iterable[WorkerIdentity]) -> dict[str, float]:
    """Return the speed of each machine, the fastest first; nothing if they are alike, or were not measured."""
    speeds: dict[str, float] = {}
    for worker in workers:
        if worker.speed:
            speeds[worker.machine] = max(worker.speed, speeds.get(worker.machine, 0.0))
    if not speeds or max(speeds.values()) < UNEQUAL * min(speeds.values()):
        return {}
    return dict(sorted(speeds.items(), key=lambda one: -one[1]))


def warning(speeds: Mapping[str, float]) -> str:
    """Return a warning that names machines and their speeds, the fastest and the slowest at least."""
    names = list(speeds)
    shown = names if len(names) <= MAX_NAMED else [*names[: MAX_NAMED - 1], names[-1]]
    listed = ", ".join(f"{printable(name)} {speeds[name]:g}" for name in shown)
    more = f" and {len(names) - len(shown)} others" if len(names) > len(shown) else ""
    return (
        f"games by the wall clock are played on machines of unequal speed ({listed}{more}; million nodes of perft a "
        "second), so a mind gets less done on a slower one; --clock processor, --nodes or --depth are fairer"
    )


class WallClock:
    """The workers that play by the wall clock, as they turn up."""

    def __init__(self) -> None:
        self.workers: set[WorkerIdentity] = set()
        self.has_warned = False

    def warning(self, records: Iterable[Record]) -> str:
        """Return a warning, once, if games are played by the wall clock on machines of unequal speed."""
        if self.has_warned or len(self.workers) > MAX_WORKERS:
            return ""
        timed = (record for record in records if record.clock.startswith("wall"))
        self.workers |= {record.worker for record in timed if record.worker is not None}
        speeds = unequal_speeds(self.workers)
        self.has_warned = bool(speeds)
        return warning(speeds) if speeds else ""
