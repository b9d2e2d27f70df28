"""One command, timed from outside: seconds, and the processor time of every process that it starts."""

import os
import select
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

INTERVAL = 0.03  # seconds between two looks at the processes
TESTED = 0.3  # an engine with less than this share of the busiest one's time was only tested before the match
ZYGOTE = "arena.cell.zygote"


@dataclass
class Process:
    """A process, with its processor time at each look."""

    role: str
    samples: list[tuple[float, float]] = field(default_factory=list)

    def cpu(self, start: float, end: float) -> float:
        """Return its processor time between two moments."""
        before = max((cpu for moment, cpu in self.samples if moment <= start), default=0.0)
        return max(0.0, max((cpu for moment, cpu in self.samples if moment <= end), default=0.0) - before)


@dataclass
class Measured:
    """The times of one command, in seconds."""

    total: float
    playing: float  # from the start of the first engine that plays to the end of the last
    cpu: dict[str, float]  # while playing, by the role of the process


def measure(command: Sequence[str], engine: str, folder: Path) -> Measured:
    """Run a command to its end; `engine` is the file name of the engines' program."""
    log = folder / "log.txt"
    seen: dict[int, Process] = {}
    with log.open("w") as out:
        start = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=folder)
        handle = os.pidfd_open(process.pid)
        while not select.select([handle], [], [], INTERVAL)[0]:
            _look(process.pid, "", engine, seen)
        total = time.monotonic() - start
        os.close(handle)
    if process.wait():
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}:\n{log.read_text()[-2000:]}")
    return _measured(total, list(seen.values()))


def _measured(total: float, seen: Sequence[Process]) -> Measured:
    engines = [one for one in seen if one.role == "engine"]
    busiest = max((one.samples[-1][1] for one in engines), default=0.0)
    playing = [one for one in engines if one.samples[-1][1] > TESTED * busiest]
    start = min((one.samples[0][0] for one in playing), default=0.0)
    end = max((one.samples[-1][0] for one in playing), default=0.0)
    cpu: dict[str, float] = {}
    for one in seen:
        cpu[one.role] = cpu.get(one.role, 0.0) + one.cpu(start, end)
    return Measured(total, end - start, cpu)


def _look(number: int, parent: str, engine: str, seen: dict[int, Process]) -> None:
    """Note a process and its descendants; processes that have just ended keep what was noted before."""
    with suppress(OSError):
        words = Path(f"/proc/{number}/cmdline").read_bytes().decode(errors="replace").split("\0")
        if not words[0]:  # it has ended, and its parent has not noticed yet
            return
        one = seen.setdefault(number, Process(""))
        one.role = role_of(words, parent, engine)
        # So Linux numbers the clocks of other processes.
        one.samples.append((time.monotonic(), time.clock_gettime((~number << 3) | 2)))
        for child in _children(number):
            _look(child, one.role, engine, seen)


def _children(number: int) -> list[int]:
    """Return a process's children, which Linux lists by the thread that started them."""
    found = []
    for task in os.listdir(f"/proc/{number}/task"):
        with suppress(OSError):  # the thread has just ended
            found += Path(f"/proc/{number}/task/{task}/children").read_text().split()
    return [int(word) for word in found]


def role_of(words: list[str], parent: str, engine: str) -> str:
    """Return the role of a process with this command: an engine, a part of the arena, or the harness itself."""
    if engine in (Path(word).name for word in words[:2]):
        return "engine"
    if ZYGOTE in words:  # it forks keepers, which fork minds
        return {"zygote": "keeper", "keeper": "mind", "mind": "mind"}.get(parent, "zygote")
    if any("spawn_main" in word for word in words):
        return "worker"
    return parent or "harness"
