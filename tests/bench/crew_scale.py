"""Games per second on Dask workers of one core each and on this machine's own: `python -m tests.bench.crew_scale`.

In each round every crew plays the same tournament; the first games of it, while minds are started, do not count. The
scheduler, its workers and the arena share this machine's cores.
"""

import argparse
import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from arena.crew.crew import CrewOf
from arena.crew.local import ProcessCrew
from arena.crew.named import crew_named
from arena.store.store import open_store
from arena.tournament.driver import enter, play_tournament
from arena.tournament.plan import make_plan
from tests.arena.crew.dask_cluster import dask_cluster

MINDS = ("pst-engine", "alphabeta")
SETTINGS = {"DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"}  # as arena/crew/README.md advises
STARTING = 0.1  # of the games, which do not count


def games_per_second(crew_of: CrewOf, workers: int, games: int, nodes: int) -> float:
    """Play a tournament; return the games stored in a second, once all workers play."""
    plan = make_plan(minds=list(MINDS), games=games, nodes=nodes, concurrency=workers)
    seen: list[tuple[int, float]] = []

    def progress(results: Any, _news: Any) -> None:
        seen.append((len(results), perf_counter()))

    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder), must_exist=False) as store:
        openings = enter(store, plan)
        play_tournament(store, progress, crew_of=crew_of, openings=openings)
        assert len(store.results()) == games
    begun = next((count, at) for count, at in seen if count >= STARTING * games)
    last = next((count, at) for count, at in seen if count == games)
    return (last[0] - begun[0]) / (last[1] - begun[1])


def on_dask(workers: int, games: int, nodes: int) -> float:
    """Return the games per second of a cluster with so many workers."""
    with tempfile.TemporaryDirectory() as folder, dask_cluster(Path(folder), workers) as cluster:
        found = crew_named(cluster.crew)
        assert found is not None
        return games_per_second(found, workers, games, nodes)


def rounds(options: argparse.Namespace) -> Iterator[dict[tuple[str, int], float]]:
    """Play the rounds; yield the games per second of each crew, by its name and its workers."""
    crews: dict[str, Callable[[int, int, int], float]] = {
        "local": partial(games_per_second, ProcessCrew),
        "dask": on_dask,
    }
    for number in range(options.rounds):
        names = list(crews) if number % 2 == 0 else list(reversed(crews))  # the machine may get slower meanwhile
        yield {
            (name, workers): crews[name](workers, options.games, options.nodes)
            for workers in range(1, options.workers + 1)
            for name in names
        }


def main() -> int:
    """Play the rounds, and print a table of medians."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=600, help="games of a tournament (default: 600)")
    parser.add_argument("--nodes", type=int, default=2000, help="nodes for each move (default: 2000)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds, of which the median counts (default: 3)")
    parser.add_argument("--workers", type=int, default=2, help="workers, at most (default: 2)")
    options = parser.parse_args()
    os.environ.update(SETTINGS)
    found = []
    for one in rounds(options):
        found.append(one)
        words = (f"{name} {workers}: {speed:.1f}" for (name, workers), speed in one.items())
        print(f"{'   '.join(words)}   load {os.getloadavg()[0]:.1f}", flush=True)
    print("\nworkers   local games/s   Dask games/s   Dask / local")
    for workers in range(1, options.workers + 1):
        local, dask = ([one[name, workers] for one in found] for name in ("local", "dask"))
        ratio = statistics.median(there / here for there, here in zip(dask, local, strict=True))
        medians = statistics.median(local), statistics.median(dask)
        print(f"{workers:7}   {medians[0]:13.1f}   {medians[1]:12.1f}   {ratio:12.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
