"""The description of a worker: its programs' versions, and its machine."""

import os
import threading
from functools import cache
from pathlib import Path
from time import perf_counter

from msgspec.structs import replace

import arena
import world
from arena.crew.machine import own_machine
from arena.entrants.version import digest_of, house_version
from arena.store.provenance import circumstances
from world.record import WorkerIdentity

PROGRAMS = ("mind-arena", "numba", "numpy", "chess", "python")
OURS = ("analyse", "cell", "crew", "tournament")  # rooms of the arena that a game or a position passes through
ROUNDS, DEPTH = 3, 5  # of perft, for the speed

_measuring = threading.Lock()


@cache
def versions() -> dict[str, str]:
    """Return the versions of all programs that decide a game; of our own, with a digest of the sources."""
    found = circumstances()
    root = Path(arena.__file__).parent
    sources = sorted(path for room in OURS for path in (root / room).rglob("*.py"))
    referee = Path(world.__file__).parent
    here = digest_of(sources, root)[:8], digest_of(sorted(referee.rglob("*.py")), referee)[:8], house_version()[:8]
    ours = {"mind-arena": f"{found['mind-arena']} ({'-'.join(here)})"}
    return {name: found[name] for name in PROGRAMS} | ours


def differing(asked: dict[str, str]) -> str:
    """Return the programs of which this process has another version than the head, in words; empty if none."""
    here = versions()
    others = [name for name in sorted(asked.keys() | here.keys()) if asked.get(name) != here.get(name)]
    return "; ".join(f"{name} {here.get(name, 'missing')} here, {asked.get(name, 'missing')} there" for name in others)


def identity() -> WorkerIdentity:
    """Return what this process is as a worker of an arena elsewhere: the same in all of its threads."""
    with _measuring:  # two threads would measure two speeds
        return _identity(os.getpid())  # which a fork changes


@cache
def _identity(process: int) -> WorkerIdentity:
    return replace(own_machine(), process=process, speed=_speed())


def _speed() -> float:
    """Return the million nodes that perft counts in a second, at best."""
    from minds import Position

    best = 0.0
    for _ in range(ROUNDS):
        position, start = Position(), perf_counter()
        nodes = position.perft(DEPTH)
        best = max(best, nodes / (perf_counter() - start) / 1e6)
    return round(best, 1)
