"""What a ply of our own minds costs: `python -m tests.bench.harness.own_minds [GAMES]`.

Random minds in their cells, one game at a time on one core: referee, wire, two processes, store. Printed are games a
second, processor time a ply by process, and a profile of the worker.
"""

import cProfile
import os
import pstats
import resource
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from arena.crew.worker import Worker
from arena.store.store import open_store
from arena.tournament.formats import due
from arena.tournament.openings import read_openings
from arena.tournament.plan import make_plan
from world.record import read_record

MINDS = ["any-random-legal-move", "capture-priority-random-legal-move"]


def cpu(who: int) -> float:
    """Return the processor time of this process, or of its children that have ended."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def main(games: int) -> None:
    """Print the figures."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    plan = make_plan(minds=MINDS, games=games, concurrency=1)
    tasks = due(plan, read_openings(plan), {})
    plies, minds = 0, 0.0
    profile = cProfile.Profile()
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder), must_exist=False) as store:
        store.set_plan(plan)
        worker = Worker(plan, store.players(), folder=Path(folder))
        read_record(worker.play(tasks[0]))  # everything is started and loaded
        start, before = perf_counter(), cpu(resource.RUSAGE_SELF)
        for task in tasks:
            record = read_record(worker.play(task))
            store.add([(task, record)])
            plies += len(record.plies) - record.opening
            minds += sum(ply.cpu for ply in record.plies)
        seconds, ours = perf_counter() - start, cpu(resource.RUSAGE_SELF) - before
        size = sum(path.stat().st_size for path in Path(folder).glob("arena*")) / (plies + len(tasks) * 8)
        profile.runcall(worker.play, tasks[-1])
        worker.close()
    print(
        f"{len(tasks)} games, {plies} plies, {len(tasks) / seconds:.2f} games/s, {1e6 * seconds / plies:.0f} µs a ply"
    )
    print(f"processor time a ply: harness {1e6 * ours / plies:.0f} µs, minds' processes {1e6 * minds / plies:.0f} µs")
    print(f"store: {size:.0f} bytes a move")
    pstats.Stats(profile).sort_stats("tottime").print_stats(14)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
