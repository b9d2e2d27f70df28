"""Loads the modules that minds use; what is not compiled yet is compiled by two processes.

    python -P -m minds.loading MODULE...

is the second of them. Each waits for a function that the other one is compiling, and finds it in the cache.
"""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module

NEVER = ("minds.students", "minds.training", "minds.loading")  # with what is below them
HEAVY = ("minds.builtin.", "minds.engine.", "minds.evaluation.")  # loaded if a mind that plays uses them
FIRST = ("minds.board.entrypoints", "minds.engine.textbook", "minds.engine.negamax")  # by the first process …
SECOND = ("minds.engine.quiescence", "minds.engine.search")  # … and by the second
FEW = 8  # functions that one process compiles before another one would have started
PR_SET_PDEATHSIG = 1


def modules_for(names: Sequence[str]) -> list[str]:
    """Return the modules to load for these built-in minds; without a name, those for any mind."""
    from minds.board.needed import all_modules, closure

    found = [module for module in all_modules() if not module.startswith(NEVER)]
    if not names:
        return found
    light = [module for module in found if not module.startswith(HEAVY)]
    needed = closure([*light, *(f"minds.builtin.{name.replace('-', '_')}" for name in names)])
    return [module for module in found if module in needed or module in light]


def load(modules: Sequence[str]) -> None:
    """Import modules, with the help of another process if much has to be compiled."""
    from minds.board.announcement import Announcement
    from minds.board.compiled import ANNOUNCEMENT, INTERPRETED

    announcement: Announcement = ANNOUNCEMENT
    announcement.need(modules)
    helper = None
    if len(announcement.unready()) > FEW and not INTERPRETED and cores() > 1:
        command = [sys.executable, "-P", "-m", "minds.loading", *(module for module in SECOND if module in modules)]
        helper = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    for module in (*(module for module in FIRST if module in modules), *modules):
        import_module(module)
    if helper is not None:
        helper.wait()
    announcement.end()


def cores() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def help_out(modules: Sequence[str]) -> None:
    """Be the second process: compile what these modules need, in silence."""
    parent = os.getppid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    from minds.board.announcement import Announcement
    from minds.board.compiled import CLAIMS

    Announcement.silent = True
    if CLAIMS.try_to_take("second process"):  # one is enough for all arenas that start now
        for module in modules:
            if os.getppid() == parent:  # otherwise nobody waits for it any more
                import_module(module)


if __name__ == "__main__":
    help_out(sys.argv[1:])
