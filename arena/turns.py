"""The length of a thread's turns of a processor: who asks for short ones has them sooner (Linux 6.12 and newer).

A server answers within fractions of a millisecond, hundreds of times a second, beside games that compute all the time.
It gets no more of the processor by this, but no longer waits for the end of others' turns.
"""

import ctypes
import platform
import struct
import sys
from typing import NamedTuple

SHORT_TURN, USUAL_TURN = 0.0001, 0.0  # seconds: the shortest that there are; the system's own choice
CALLS = {"x86_64": (314, 315), "aarch64": (274, 275)}  # numbers of sched_setattr and sched_getattr
ATTRIBUTES = struct.Struct("IIQiIQQQ")  # of the system's sched_attr, in its first version
OF_PROGRAMS = (0, 3)  # policies: usual programs, and those that nobody waits for


class Attributes(NamedTuple):
    """A thread's turns as the system knows them; times are in nanoseconds."""

    size: int
    policy: int
    flags: int
    nice: int
    priority: int
    runtime: int
    deadline: int
    period: int


def turns() -> Attributes | None:
    """Return what the system knows of this thread's turns; None where it does not say."""
    if sys.platform != "linux" or platform.machine() not in CALLS:
        return None
    room = ctypes.create_string_buffer(ATTRIBUTES.size)
    number = CALLS[platform.machine()][1]
    if ctypes.CDLL(None).syscall(number, 0, room, ATTRIBUTES.size, 0):
        return None
    return Attributes._make(ATTRIBUTES.unpack(room.raw))


def ask_for_turns(seconds: float) -> bool:
    """Ask for turns of a length for this thread, and for all that it starts; return True if that was granted."""
    present = turns()
    if present is None or present.policy not in OF_PROGRAMS:
        return False
    wanted = present._replace(runtime=round(seconds * 1e9))
    number = CALLS[platform.machine()][0]
    return not ctypes.CDLL(None).syscall(number, 0, ATTRIBUTES.pack(*wanted), 0)
