"""Checks of the installation: what it requires, what it can use, and what was found."""

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
from arena.crew.machine import physical_cores
from minds import Position
from world.api import Ending, Run

PACKAGES = ("mind-arena", "numba", "numpy", "msgspec", "chess", "pandas", "matplotlib")
PROGRAMS = {"Stockfish": ("stockfish", "/usr/games/stockfish"), "Chromium": ("chromium", "chromium-browser", "chrome")}

PERFT_4 = 197_281


@dataclass(frozen=True)
class Finding:
    """One thing checked. `required` is False for what the arena can do without."""

    name: str
    found: str
    ok: bool = True
    required: bool = True


def check_installation() -> Iterator[Finding]:
    """Yield the findings, one after another."""
    yield Finding("Python", platform.python_version())
    for package in PACKAGES:
        yield _package(package)
    yield _rules()
    yield _start()
    yield Finding("cores", f"{physical_cores()}, as many games run at once")
    for name, places in PROGRAMS.items():
        found = next(filter(None, map(shutil.which, places)), None)
        yield Finding(name, found or "not found; some benchmarks and tests need it", found is not None, required=False)
    missing = lacking()
    yield Finding("jail", missing or f"Landlock {landlock.abi()}, seccomp on {platform.machine()}", not missing)


def _package(name: str) -> Finding:
    try:
        return Finding(name, version(name))
    except PackageNotFoundError:
        return Finding(name, "not installed", False)


def _rules() -> Finding:
    """Compare the compiled rules of chess with the known number of games of four plies."""
    counted = Position().perft(4)
    expected = "" if counted == PERFT_4 else f"; expected {PERFT_4}"
    return Finding("rules of chess", f"perft 4 is {counted}{expected}", not expected)


def _start() -> Finding:
    """Measure the time until a new mind is ready, and name the folder of the compiled core."""
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
    return Finding("start of a mind", f"{1000 * min(times):.0f} ms; the compiled core is cached in {where}")
