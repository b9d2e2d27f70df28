"""The processes of an arena under a drill: who they are, and which of them are left over.

The drill's process is the reaper of its descendants' orphans, so that a process of an arena descends from it even after
that arena was killed.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import NamedTuple

from arena.cell.jail.kernel import SUBREAPER, prctl
from arena.cli.signals import ended_by_signals

ARENA, REPORTER, WORKER, TRACKER, OTHER = "arena", "reporter", "worker", "tracker", "other"
ZYGOTE, KEEPER, MIND, ENGINE = "zygote", "keeper", "mind", "engine"
WORKERS = "spawn_main"  # in the commands of workers
INTERVAL = 0.02  # seconds between two looks
MAX_ZOMBIE_SECONDS = 3.0  # for which a process that has ended may wait for its parent, on a busy machine


class Process(NamedTuple):
    """A process as the system shows it."""

    number: int
    parent: int
    state: str
    name: str
    command: str

    @property
    def is_zombie(self) -> bool:
        """True if it has ended, and its parent has not taken notice."""
        return self.state == "Z"


def descendants(ancestor: int) -> dict[int, Process]:
    """Return all processes that descend from one, parents before children."""
    families: dict[int, list[Process]] = {}
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            found = _read(path)
            families.setdefault(found.parent, []).append(found)
    reached, waiting = {}, [ancestor]
    while waiting:
        for one in families.pop(waiting.pop(), []):
            reached[one.number] = one
            waiting.append(one.number)
    return reached


def _read(path: Path) -> Process:
    start, _, rest = (path / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")
    state, parent = rest.split()[:2]
    command = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    return Process(int(path.name), int(parent), state, start.partition("(")[2], command)


def roles(arena: int) -> dict[int, str]:
    """Return the role of every process that descends from us, of which one is an arena."""
    found: dict[int, str] = {arena: ARENA}
    for one in descendants(os.getpid()).values():
        _find_role(one, found)
    return found


def _find_role(one: Process, found: dict[int, str]) -> None:
    above = found.get(one.parent, "")
    if one.number in found or one.is_zombie:
        return
    if "arena.report.reporter" in one.command:
        found[one.number] = OTHER if above == REPORTER else REPORTER
    elif "resource_tracker" in one.command:
        found[one.number] = TRACKER
    elif WORKERS in one.command:
        found[one.number] = WORKER
    elif above == KEEPER:
        found[one.number] = ENGINE if one.command and "arena.cell.zygote" not in one.command else MIND
    elif "arena.cell.zygote" in one.command:
        found[one.number] = ZYGOTE if above in (ARENA, WORKER) else KEEPER
    else:
        found[one.number] = OTHER


@contextmanager
def swept_folder() -> Iterator[Path]:
    """Make a folder for a drill; leave neither it nor a process behind, however the drill ends.

    Orphans among our descendants become our children meanwhile.
    """
    with ended_by_signals(), TemporaryDirectory(prefix="drill-") as folder:
        prctl(SUBREAPER, 1)
        try:
            yield Path(folder)
        finally:
            left_over(0.0)
            prctl(SUBREAPER, 0)


def reap_orphans(ours: set[int]) -> None:
    """Take notice of the orphans that have ended; `ours` are children that somebody else waits for."""
    for one in descendants(os.getpid()).values():
        if one.is_zombie and one.parent == os.getpid() and one.number not in ours:
            with suppress(ChildProcessError):
                os.waitpid(one.number, os.WNOHANG)


def left_over(seconds: float) -> list[str]:
    """Wait until no process descends from us; return those that still do, after killing them."""
    end = monotonic() + seconds
    while True:
        reap_orphans(set())
        found = descendants(os.getpid())
        if not found or monotonic() > end:
            break
        sleep(INTERVAL)
    for number in found:
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
    return [f"process {one.number} {one.state} {one.command[:100] or 'without a command'}" for one in found.values()]


class ZombieWatch:
    """Notices processes that have ended for some time while games are played and their parent does not take notice.

    Forks with which a report is written do not count: they are waited for when the report is done.
    """

    def __init__(self) -> None:
        self.seen: dict[int, float] = {}
        self.found: dict[int, str] = {}

    def look(self) -> None:
        """Look at all processes that descend from us, except our own children."""
        present = descendants(os.getpid())
        if not any(WORKERS in one.command for one in present.values()):
            self.seen.clear()
            return
        zombies = {}
        for number, one in present.items():
            parent = present.get(one.parent)
            if one.is_zombie and parent is not None and parent.name != one.name:
                zombies[number] = f"zombie {one.name} of {parent.command[:150]}"
        self.seen = {number: self.seen.get(number, monotonic()) for number in zombies}
        self.found |= {
            number: text for number, text in zombies.items() if monotonic() - self.seen[number] > MAX_ZOMBIE_SECONDS
        }
