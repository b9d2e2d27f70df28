"""The walls of the jail, in the order in which a process builds them around itself."""

import os
import resource
from contextlib import suppress

from arena.cell.jail import filter as seccomp
from arena.cell.jail import landlock
from arena.cell.jail.calls import numbers
from arena.cell.jail.kernel import IS_LINUX, NO_NEW_PRIVILEGES, drop_capabilities, prctl, unshare
from arena.cell.order import Jail, Limits

NOTHING_OF = (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE, resource.RLIMIT_MEMLOCK)
NAMESPACES = 0x10000000 | 0x40000000 | 0x08000000 | 0x04000000  # user, net, ipc, uts
STACK, FILES = 8 << 20, 32
ADDRESSES = 64 << 30  # bytes: Node reserves some 40 GiB, and to note what is where costs memory too
TRUNCATION_SINCE = 3  # the version of Landlock that sees files being emptied
ALWAYS_SEEN = ("/dev/urandom", "/dev/random", "/dev/zero")
NOWHERE = "/dev/null"


def lacking() -> str:
    """What this system does not have that the jail cannot do without; nothing if all is there."""
    if not IS_LINUX:
        return "it is no Linux"
    missing = [] if landlock.abi() else ["no Landlock: Linux 5.13 or newer has it, if it is switched on"]
    missing += [] if numbers() else ["no table of this processor's system calls for seccomp"]
    return ", ".join(missing)


def close(jail: Jail, limits: Limits) -> tuple[str, int]:
    """Go in for good: the layers that were reached, and the descriptor by which the keeper is asked."""
    reached = []
    if jail.namespaces and _leave_namespaces():
        reached.append("namespaces")
    limit(limits)
    reached.append("limits")
    drop_capabilities()
    version = min(landlock.abi(), jail.landlock)
    if not version:
        raise OSError("there is no Landlock")
    os.umask(0o777)
    prctl(NO_NEW_PRIVILEGES, 1)
    landlock.restrict(version, [*jail.readable, *ALWAYS_SEEN], jail.executable, [NOWHERE])
    reached.append(f"landlock:{version}")
    code = seccomp.program(os.getpid(), bool(jail.executable), version >= TRUNCATION_SINCE)
    keeper = seccomp.install(code)
    return " ".join([*reached, "seccomp"]), keeper


def _leave_namespaces() -> bool:
    """Not every system lets everybody; the other walls hold without."""
    try:
        unshare(NAMESPACES)
    except OSError:
        return False
    return True


def limit(limits: Limits) -> None:
    """Bounds that the kernel keeps, but for memory."""
    bounds = dict.fromkeys(NOTHING_OF, 0) | {
        resource.RLIMIT_CPU: limits.cpu,
        resource.RLIMIT_STACK: STACK,
        resource.RLIMIT_NOFILE: FILES,
        resource.RLIMIT_AS: ADDRESSES + (limits.memory << 20),
    }
    for which, value in bounds.items():
        with suppress(ValueError):  # it was lower already
            # Of the processor's time, the signal that comes first says what it is for.
            resource.setrlimit(which, (value, value + 1 if which == resource.RLIMIT_CPU else value))


def limit_memory(limits: Limits, on_top: int = 0) -> None:
    """The memory that can be written to, counted by what is asked for; addresses merely reserved cost nothing."""
    most = on_top + (limits.memory << 20)
    with suppress(ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def memory_of(process: int, *what: str) -> int:
    """The memory of a process in bytes: what it can write to, or other lines of its status; 0 where nobody tells."""
    wanted = tuple(f"{name}:" for name in what or ("VmData",))
    with suppress(OSError), open(f"/proc/{process}/status", encoding="ascii", errors="replace") as file:
        return sum(int(line.split()[1]) << 10 for line in file if line.startswith(wanted))
    return 0
