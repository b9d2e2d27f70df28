"""Kill a cluster while it plays: `python -m tests.drills.crews [--games N]`.

A real Dask scheduler and two worker processes play over TCP on the loopback. Each worker is killed with SIGKILL once
and another one started, the scheduler is stopped and started, and the arena itself is killed and resumed. In the end
every game must be there once, and `games.pgn` must be that of a tournament on this machine alone, to the byte.

Root plays the same again on two machines, which are network namespaces: scheduler, arena and a worker on one, a worker
on the other, with TLS. Meanwhile the network between them also fails for 20 seconds.
"""

import argparse
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic, sleep

from arena.errors import StoreError
from arena.store.store import open_store
from tests.arena.command import ARENA
from tests.arena.crew.certificates import settings_in
from tests.arena.crew.dask_cluster import HERE, DaskCluster, Host, dask_cluster
from tests.drills import processes
from tests.drills.namespaces import Network, lacking_of, two_machines
from tests.drills.table import report
from tests.drills.tournaments import games_in, run_command, start, write_stranger

GAMES = 1000
MAX_SECONDS = 3600.0  # for a tournament
TO_END = 10.0  # seconds until the processes of killed workers must have ended
OUTAGE = 20.0  # seconds
OPTIONS = ("--nodes", "100", "--max-plies", "16", "--concurrency", "2")


@dataclass
class Drill:
    """A tournament on a cluster, what was done to it, and what came of it."""

    name: str
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
        games, harm = f"{len(found)} games of {self.games}", "; ".join(self.wrong) or "none"
        return f"{self.name:14}  {games}; {', '.join(self.done)}; {self.seconds:.0f} s; wrong: {harm}"

    def stored(self) -> int:
        """Return the games that are stored so far."""
        try:
            with open_store(self.out, read_only=True) as store:
                return len(store.results())
        except StoreError:
            return 0


class Arena:
    """The arena of a tournament on a cluster: where it runs, with which settings of the environment, for which crew."""

    def __init__(self, drill: Drill, minds: list[str], host: Host, settings: Mapping[str, str], crew: str) -> None:
        self.drill, self.log = drill, drill.folder / "cluster.log"
        place = (*host.prefix, "env", *(f"{name}={value}" for name, value in settings.items()))
        self.resume = [*place, ARENA, "resume", str(drill.out), "--crew", crew]
        self.process = self.start([*place, *run_command(minds, drill.out, *options(drill)), "--crew", crew])

    def start(self, command: list[str]) -> "subprocess.Popen[bytes]":
        """Start a command that plays."""
        return start(command, self.drill.folder, self.log)

    def kill(self) -> None:
        """Kill the arena, and resume the tournament."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process = self.start(self.resume)


def options(drill: Drill) -> tuple[str, ...]:
    """Return the options of the tournament."""
    return (*OPTIONS, "--games", str(drill.games))


def play_alone(drill: Drill, minds: list[str]) -> dict[str, str]:
    """Play the tournament on this machine; return its games."""
    out = drill.folder / "alone"
    arena = start(run_command(minds, out, *options(drill)), drill.folder, drill.folder / "alone.log")
    try:
        arena.wait(MAX_SECONDS)
    finally:  # this drill may be stopped, too
        arena.kill()
        arena.wait()
    return games_in(out)


def harms_of(
    drill: Drill, cluster: DaskCluster, arena: Arena, network: Network | None
) -> dict[str, Callable[[], None]]:
    """Return what is done to a cluster, by name, in the order in which it is done."""
    return {
        "worker 1 killed": partial(cluster.replace_worker, 0),
        "arena killed": arena.kill,
        **({f"no network for {OUTAGE:g} s": partial(fail, drill, network)} if network is not None else {}),
        "worker 2 killed": partial(cluster.replace_worker, 1),
        "scheduler restarted": cluster.restart_scheduler,
    }


def fail(drill: Drill, network: Network) -> None:
    """Have the network fail for a while, and note the games that are stored meanwhile."""
    before = drill.stored()
    network.plug(False)
    sleep(OUTAGE)
    network.plug(True)
    drill.done[-1] += f" ({drill.stored() - before} games meanwhile)"


def disturb(drill: Drill, arena: Arena, harms: Mapping[str, Callable[[], None]]) -> None:
    """Do each harm when another share of the games is stored; wait for the end of the tournament."""
    begun, left = monotonic(), list(harms)
    try:
        while arena.process.poll() is None and monotonic() - begun < MAX_SECONDS:
            if left and drill.stored() >= drill.games * (len(harms) - len(left) + 1) // (len(harms) + 2):
                drill.done.append(left.pop(0))
                harms[drill.done[-1]]()
            sleep(0.2)
        if arena.process.poll() is None:
            drill.wrong.append(f"not over after {MAX_SECONDS:g} s")
        elif arena.process.returncode:
            said = arena.log.read_text(encoding="utf-8")[-500:]
            drill.wrong.append(f"exit code {arena.process.returncode}: {said}")
    finally:
        arena.process.kill()
        arena.process.wait()
    drill.wrong += [f"not done: {harm}" for harm in left]
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


def run(name: str, folder: Path, games: int, has_network: bool = False) -> Drill:
    """Run the drill in a folder, on two machines if there is to be a network."""
    folder = folder / name.replace(" ", "-")
    folder.mkdir()
    drill, minds = Drill(name, folder, games), [str(write_stranger(folder)), "minimax:depth=1"]
    alone = play_alone(drill, minds)
    with ExitStack() as stack:
        network = stack.enter_context(two_machines()) if has_network else None
        settings = settings_in(folder / "certificate") if has_network else None
        cluster = stack.enter_context(dask_cluster(folder, 2, settings, network or (HERE,)))
        arena = Arena(drill, minds, cluster.hosts[0], cluster.settings, cluster.crew)
        disturb(drill, arena, harms_of(drill, cluster, arena, network))
    compare(drill, alone)
    drill.wrong += [f"left over: {one}" for one in processes.left_over(TO_END)]
    return drill


def runs(folder: Path, games: int) -> Iterator[Drill]:
    """Run the drill on one machine, and on two where that is possible."""
    yield run("one machine", folder, games)
    if lacking := lacking_of("ip"):
        print(f"two machines: not tried, for they need {lacking}")
    else:
        yield run("two machines", folder, games, has_network=True)


def main() -> int:
    """Run the drill; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=GAMES, help=f"games of the tournament (default: {GAMES})")
    options = parser.parse_args()
    with processes.swept_folder() as folder:
        return report(runs(folder, options.games), f"{'crew':14}  games, and what was done meanwhile")


if __name__ == "__main__":
    sys.exit(main())
