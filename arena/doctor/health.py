"""What an installation needs, and what it may have: each with what was found."""

import os
import platform
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter

from arena.cell.cell import Cell
from arena.cell.jail import landlock
from arena.cell.jail.walls import lacking
from arena.crew.local import physical_cores
from minds import Position
from world.api import Ending, Run

PACKAGES = ("mind-arena", "numba", "numpy", "msgspec", "chess", "pandas", "matplotlib")
PROGRAMS = {"Stockfish": ("stockfish", "/usr/games/stockfish"), "Chromium": ("chromium", "chromium-browser", "chrome")}


@dataclass(frozen=True)
class Finding:
    """One thing looked at; what is not well is either needed or only missed."""

    what: str
    found: str
    well: bool = True
    needed: bool = True


def look() -> Iterator[Finding]:
    """Everything, one after the other."""
    yield Finding("Python", platform.python_version())
    for package in PACKAGES:
        yield _package(package)
    yield _rules()
    yield _start()
    yield Finding("cores", f"{physical_cores()} for games at once")
    for name, places in PROGRAMS.items():
        found = next(filter(None, map(shutil.which, places)), None)
        yield Finding(name, found or "not found; some benchmarks and tests want it", found is not None, needed=False)
    missing = lacking()
    yield Finding("jail", missing or f"Landlock {landlock.abi()}, seccomp on {platform.machine()}", not missing)


def _package(name: str) -> Finding:
    try:
        return Finding(name, version(name))
    except PackageNotFoundError:
        return Finding(name, "not installed", False)


def _rules() -> Finding:
    """Whether the compiled rules of chess count as they should."""
    counted = Position().perft(4)
    return Finding("rules of chess", f"perft 4 is {counted}", counted == 197_281)


def _start() -> Finding:
    """How long a mind takes from nothing to ready, and where the compiled core is kept."""
    cell = Cell("minimax")
    try:
        times = []
        for _ in range(3):
            began = perf_counter()
            cell.newrun(Run("chess", 0, start=Position().fen))
            cell.endrun(Ending("tried", (0.5, 0.5)))
            times.append(perf_counter() - began)
            cell.close()
    finally:
        cell.close()
    where = os.environ.get("XDG_CACHE_HOME") or Path("~") / ".cache"
    return Finding("start of a mind", f"{1000 * min(times):.0f} ms; the compiled core is kept below {where}")
