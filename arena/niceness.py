"""Niceness that holds beside other sessions, too.

Linux divides the processor among sessions before it looks at the niceness of processes, unless a service manager groups
them otherwise. Each mind has a session of its own, and would get as much of the processor as a server.
"""

import os
from contextlib import suppress
from pathlib import Path

MAX_NICENESS = 19  # niceness
SESSION = Path("/proc/self/autogroup")


def lower_session(more: int = 0) -> None:
    """Give this process's session the niceness of this thread and so much more, if the system divides by sessions."""
    with suppress(AttributeError, OSError):  # another system, or one that was asked too often within a second
        niceness = min(MAX_NICENESS, os.getpriority(os.PRIO_PROCESS, 0) + more)
        if niceness > 0:
            SESSION.write_text(str(niceness), encoding="ascii")
