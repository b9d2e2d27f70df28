"""Kill a cluster while it plays: `python -m tests.drills.crews [--games N]`.

A real Dask scheduler and two worker processes play over TCP on the loopback. Each worker is killed with SIGKILL once
and another one started, the scheduler is stopped and started, and the arena itself is killed and resumed. In the end
every game must be there once, and `games.pgn` must be that of a tournament on this machine alone, to the byte.
"""

import argparse
import signal
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep

from arena.errors import StoreError
from arena.store.store import open_store
from tests.arena.command import ARENA
from tests.arena.crew.dask_cluster import DaskCluster, dask_cluster, kill
from tests.drills import processes
from tests.drills.table import report
from tests.drills.tournaments import games_in, run_command, start, write_stranger

GAMES = 1000
MAX_SECONDS = 1500.0  # for a tournament
TO_END = 10.0  # seconds until the processes of killed workers must have ended
HARMS = ("worker killed", "arena killed", "worker killed", "scheduler restarted")
OPTIONS = ("--nodes", "100", "--max-plies", "16", "--concurrency", "2")


@dataclass
class Drill:
    """A tournament on a cluster, what was done to it, and what came of it."""

    folder: Path
    games: int
    done: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def out(self) -> Path:
        """The folder of the tournament on the cluster."""
        return self.folder / "cluster"

    def line(self) -> str:
        """Return the drill's line of the table."""
        found = games_in(self.out)
        tried = ", ".join(f"{number} {name}" for name, number in Counter(self.done).items())
        games, harm = f"{len(found)} games of {self.games}", "; ".join(self.wrong) or "none"
        return f"{'two workers':14}  {games}; {tried}; {self.seconds:.0f} s; wrong: {harm}"

    def stored(self) -> int:
        """Return the games that are stored so far."""
        try:
            with open_store(self.out, read_only=True) as store:
                return len(store.results())
        except StoreError:
            return 0


def play_alone(drill: Drill, minds: list[str]) -> dict[str, str]:
    """Play the tournament on this machine; return its games."""
    out = drill.folder / "alone"
    with start(run_command(minds, out, *options(drill)), drill.folder, drill.folder / "alone.log") as arena:
        arena.wait(MAX_SECONDS)
    return games_in(out)


def options(drill: Drill) -> tuple[str, ...]:
    """Return the options of the tournament."""
    return (*OPTIONS, "--games", str(drill.games))


def disturb(drill: Drill, cluster: DaskCluster, minds: list[str]) -> None:
    """Play on the cluster, and do each harm when another share of the games is stored."""
    log, begun = drill.folder / "cluster.log", monotonic()
    command = [*run_command(minds, drill.out, *options(drill)), "--crew", cluster.crew]
    resume = [ARENA, "resume", str(drill.out), "--crew", cluster.crew]
    arena = start(command, drill.folder, log)
    harms = list(HARMS)
    try:
        while arena.poll() is None and monotonic() - begun < MAX_SECONDS:
            if harms and drill.stored() >= drill.games * (len(HARMS) - len(harms) + 1) // (len(HARMS) + 2):
                harm = harms.pop(0)
                drill.done.append(harm)
                if harm == "worker killed":
                    kill(cluster.workers.pop(0))
                    cluster.start_worker()
                elif harm == "scheduler restarted":
                    cluster.restart_scheduler()
                else:
                    arena.send_signal(signal.SIGKILL)
                    arena.wait()
                    arena = start(resume, drill.folder, log)
            sleep(0.2)
        if arena.poll() is None:
            drill.wrong.append(f"not over after {MAX_SECONDS:g} s")
        elif arena.returncode:
            drill.wrong.append(f"exit code {arena.returncode}: {log.read_text(encoding='utf-8')[-500:]}")
    finally:
        arena.kill()
        arena.wait()
    drill.wrong += [f"not done: {harm}" for harm in harms]
    drill.seconds = monotonic() - begun


def compare(drill: Drill, alone: dict[str, str]) -> None:
    """Compare the games with those of one machine."""
    found = games_in(drill.out)
    if len(alone) != drill.games:
        drill.wrong.append(f"{len(alone)} games on one machine")
    if found.keys() != alone.keys():
        drill.wrong.append(f"{len(alone.keys() - found.keys())} games lost, {len(found.keys() - alone.keys())} others")
    if differing := [name for name in alone if name in found and found[name] != alone[name]]:
        drill.wrong.append(f"{len(differing)} games differ, such as {differing[0]}")
    files = [folder / "games.pgn" for folder in (drill.folder / "alone", drill.out)]
    if len({path.read_bytes() if path.exists() else b"" for path in files}) != 1:
        drill.wrong.append("games.pgn differs")
    with open_store(drill.out, read_only=True) as store:
        if len(store.results()) != drill.games:
            drill.wrong.append(f"{len(store.results())} games stored")


def run(folder: Path, games: int) -> Drill:
    """Run the drill in a folder."""
    drill, minds = Drill(folder, games), [str(write_stranger(folder)), "minimax:depth=1"]
    alone = play_alone(drill, minds)
    with dask_cluster(folder) as cluster:
        disturb(drill, cluster, minds)
    compare(drill, alone)
    drill.wrong += [f"left over: {one}" for one in processes.left_over(TO_END)]
    return drill


def main() -> int:
    """Run the drill; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=GAMES, help=f"games of the tournament (default: {GAMES})")
    options = parser.parse_args()
    with processes.swept_folder() as folder:
        return report(
            (run(folder, options.games) for _ in range(1)), f"{'crew':14}  games, and what was done meanwhile"
        )


if __name__ == "__main__":
    sys.exit(main())
