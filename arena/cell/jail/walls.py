"""The walls of the jail, in the order in which a process builds them around itself."""

import os
import resource
import socket
from collections.abc import Iterator
from contextlib import suppress

from arena.cell.jail import filter as seccomp
from arena.cell.jail import landlock, namespaces
from arena.cell.jail.calls import numbers
from arena.cell.jail.kernel import IS_LINUX, NO_NEW_PRIVILEGES, drop_capabilities, is_filtered, prctl
from arena.cell.order import Jail, Limits

QUEUED_SIGNALS = 11  # which all processes of a user share, so minds could signal by them; macOS has no such limit
FORBIDDEN = (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE, resource.RLIMIT_MEMLOCK, QUEUED_SIGNALS)
STACK, FILES = 8 << 20, 32
ADDRESSES = 64 << 30  # bytes; Node reserves some 40 GiB, and more would cost page tables
TRUNCATION_SINCE = 3  # the version of Landlock that controls emptying a file
ALWAYS_READABLE = ("/dev/urandom", "/dev/random", "/dev/zero")
WRITABLE = "/dev/null"


def lacking() -> str:
    """Return what the jail needs and this system lacks; empty if it lacks nothing."""
    if not IS_LINUX:
        return "it is no Linux"
    missing = [] if landlock.abi() else ["no Landlock: Linux 5.13 or newer has it, if it is switched on"]
    missing += [] if numbers() else ["no table of this processor's system calls for seccomp"]
    return ", ".join(missing)


def are_closed() -> bool:
    """Return True in a jail such as this one builds: system calls are filtered, and no socket can be made.

    Without a socket there is no zygote, so no mind can have a process of its own in here.
    """
    if not is_filtered():
        return False
    try:
        for end in socket.socketpair():
            end.close()
    except PermissionError:
        return True
    return False


def close(jail: Jail, limits: Limits) -> tuple[str, int]:
    """Jail this process for good; return the layers, and the descriptor on which it asks the gate."""
    layers = []
    if jail.namespaces and namespaces.leave():
        layers.append("namespaces")
    limit(limits)
    layers.append("limits")
    drop_capabilities()
    version = min(landlock.abi(), jail.landlock)
    if not version:
        raise OSError("there is no Landlock")
    os.umask(0o777)
    prctl(NO_NEW_PRIVILEGES, 1)
    landlock.restrict(version, [*jail.readable, *ALWAYS_READABLE], jail.executable, [WRITABLE], jail.listable)
    layers.append(f"landlock:{version}")
    code = seccomp.program(os.getpid(), bool(jail.executable), version >= TRUNCATION_SINCE)
    listener = seccomp.install(code)
    return " ".join([*layers, "seccomp"]), listener


def limit(limits: Limits) -> None:
    """Set the limits that the kernel keeps, except those of memory and of open files."""
    bounds = dict.fromkeys(FORBIDDEN, 0) | {
        resource.RLIMIT_CPU: limits.cpu,
        resource.RLIMIT_STACK: STACK,
        resource.RLIMIT_AS: ADDRESSES + (limits.memory << 20),
    }
    for which, value in bounds.items():
        with suppress(ValueError):  # it was lower already
            # The signal at the soft limit of processor time names the reason; the hard one would only kill.
            resource.setrlimit(which, (value, value + 1 if which == resource.RLIMIT_CPU else value))


def limit_files() -> None:
    """Limit the files that this process may have open.

    A process with a low limit may send no descriptor while its user's processes have more than that under way, so the
    gate's descriptor is sent before.
    """
    with suppress(ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))


def limit_memory(limits: Limits, on_top: int = 0) -> None:
    """Limit the memory that this process may reserve for writing."""
    most = on_top + (limits.memory << 20)
    with suppress(ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def memory_of(process: int, *names: str) -> int:
    """Return the writable memory of a process in bytes, or other lines of its status; 0 if the system does not say."""
    wanted = tuple(f"{name}:" for name in names or ("VmData",))
    for path in _statuses(process):
        with suppress(OSError), open(path, encoding="ascii", errors="replace") as file:
            if lines := [line for line in file if line.startswith(wanted)]:
                return sum(int(line.split()[1]) << 10 for line in lines)
    return 0


def _statuses(process: int) -> Iterator[str]:
    """Yield the status file of a process, and those of its threads: a first thread that has ended says nothing."""
    yield f"/proc/{process}/status"
    with suppress(OSError):
        yield from (f"/proc/{process}/task/{thread}/status" for thread in os.listdir(f"/proc/{process}/task"))
