"""The machine that this process runs on: its name, its cores, and the jail that it has for strangers."""

import os
import platform
from functools import cache

from arena.cell.jail import landlock
from arena.cell.jail.walls import lacking
from world.errors import printable
from world.record import WorkerIdentity

MAX_NAME_LENGTH = 64  # as long as Linux allows


@cache
def own_machine() -> WorkerIdentity:
    """Return what all workers of an arena are that plays on its own machine; their speed is not measured."""
    walls = "" if lacking() else f"landlock:{landlock.abi()} seccomp"
    return WorkerIdentity(printable(platform.node())[:MAX_NAME_LENGTH], 0, physical_cores(), 0.0, walls)


def physical_cores() -> int:
    """Return the number of processor cores that this process may use; the threads of one core count once."""
    ours = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set(range(os.cpu_count() or 1))
    siblings = set()
    for number in ours:
        try:
            with open(f"/sys/devices/system/cpu/cpu{number}/topology/thread_siblings_list", encoding="ascii") as file:
                siblings.add(file.read())
        except OSError:
            return len(ours)
    return len(siblings)
