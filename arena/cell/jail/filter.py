"""The seccomp filter, which decides on every system call of a jailed process.

It allows some calls, asks the gate about clone (a new thread), about waiting for a thread's end and about a program's
execve, and refuses all others. A call of a foreign architecture kills the process.
"""

import ctypes
import struct
from functools import cache
from typing import NamedTuple

from arena.cell.jail.calls import ARCHITECTURES, numbers
from arena.cell.jail.kernel import MACHINE, NO_NEW_PRIVILEGES, call, prctl

SECCOMP = {"x86_64": 317, "aarch64": 277}
SET_FILTER, NEW_LISTENER, WAIT_KILLABLE = 1, 8, 32
ALLOW, ASK, REFUSE, KILL = 0x7FFF0000, 0x7FC00000, 0x00050000, 0x80000000
EPERM, ENOSYS = 1, 38
LOAD, AND, EQUAL, AT_LEAST, RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16  # offsets in the data that the filter reads
FOREIGN_NUMBERS = 0x40000000  # of x32, a second set of numbers on x86_64
WORD = 0xFFFFFFFF

# The flags of a thread: it shares everything with its process, and asks for nothing else.
THREAD = 0x100 | 0x400 | 0x800 | 0x10000  # memory, files, signal handlers, the process itself
THREAD_MAY = 0x200 | 0x40000 | 0x80000 | 0x100000 | 0x200000 | 0x400000 | 0x1000000
SHARED, ANONYMOUS, GROWS_DOWN, HUGE = 1, 0x20, 0x100, 0x40000  # memory that RLIMIT_DATA does not count is refused
CREATE, TRUNCATE, TEMPORARY = 0o100, 0o1000, 0o20000000
DUPLICATE, FLAGS = (0, 1030), (1, 2, 3, 4, 1032)  # of fcntl; no owners, no locks, no leases
TERMINAL, PIPES = (0x5401, 0x802C542A, 0x5413), (0x541B, 0x5421, 0x5450, 0x5451)  # of ioctl
CONTINUE = 18  # the signal that would undo the arena's SIGSTOP
UNSHARE = 2  # of close_range: a separate table of files
PRIVATE, REAL_TIME = 128, 256  # of futex
# Threads wake each other by private futexes. Shared ones, by which minds could signal each other, are not woken. The
# kernel announces a thread's end by one, so the gate answers those who wait for it.
FUTEX, FUTEX_WAIT = (
    tuple(PRIVATE | clock | what for clock in (0, REAL_TIME) for what in range(14)),
    (0, 9, 9 | REAL_TIME),
)
# Advice about its own memory. DONTNEED only unmaps pages of files. Refused is advice that takes them out of memory, by
# which minds could signal each other (PAGEOUT, COLD, REMOVE), or joins pages that they share (MERGEABLE, COLLAPSE).
ADVICE = (*range(5), 8, 10, 11, *range(14, 20), 22, 23, 102, 103)
# Clocks of the system, and of threads, which the kernel allows of this process only; of processes only its own one.
OF_CLOCKS = ("clock_gettime", "clock_getres", "clock_nanosleep")
CLOCKS, CLOCK_KIND, PROCESS_CLOCK = (0, 4, 0x80000004), 0x80000004, 2
NAMES, QUERIES = (15, 16, 0x53564D41), (3, 21, 23, 39)  # of prctl; none that changes who may kill it


class Rule(NamedTuple):
    """A call that is allowed if one of its arguments, masked, has one of some values."""

    call: str
    argument: int
    values: tuple[int, ...]
    mask: int = WORD
    action: int = ALLOW
    never: tuple[int, int] | None = None  # another argument, and a value that it must not have


def rules(own: int, may_execute: bool, may_create: bool) -> list[Rule]:
    """Return all rules for the process `own`."""
    opened = 0 if may_create else CREATE | TRUNCATE
    memory = SHARED | ANONYMOUS | GROWS_DOWN | HUGE
    own_clocks = tuple(~process << 3 & WORD | PROCESS_CLOCK for process in (0, own))
    found = [
        Rule("open", 1, (0,), TEMPORARY | opened),
        Rule("openat", 2, (0,), TEMPORARY | opened),
        Rule("mmap", 3, (0, SHARED, ANONYMOUS), memory),
        Rule("fcntl", 1, DUPLICATE + FLAGS),
        Rule("ioctl", 1, TERMINAL + PIPES),
        Rule("prctl", 0, NAMES + QUERIES),
        Rule("clone", 0, (THREAD,), WORD & ~THREAD_MAY, ASK),
        Rule("close_range", 2, (0,), UNSHARE),
        Rule("futex", 1, FUTEX),
        Rule("futex", 1, FUTEX_WAIT, action=ASK),
        Rule("kill", 0, (own,), never=(1, CONTINUE)),
        Rule("tgkill", 0, (own,), never=(2, CONTINUE)),
        Rule("madvise", 2, ADVICE),
        *(Rule(name, 0, CLOCKS, CLOCK_KIND) for name in OF_CLOCKS),
        *(Rule(name, 0, own_clocks) for name in OF_CLOCKS),
        *(Rule(name, 0, (0, own)) for name in ("prlimit64", "sched_getaffinity", "getpgid", "getsid")),
    ]
    return [*found, Rule("execve", 0, (0,), 0, ASK)] if may_execute else found


def program(own: int, may_execute: bool, may_create: bool, machine: str = MACHINE) -> bytes:
    """Return the filter as the kernel's bytecode."""
    known = numbers(machine)
    conditions = rules(own, may_execute, may_create)
    code = [_plain(frozenset({rule.call for rule in conditions} | {"clone3", "execve"}), machine)]
    # Libraries that find no clone3 use clone, whose arguments the filter can read.
    code += [_step(EQUAL, known["clone3"], 0, 1), _step(RETURN, REFUSE | ENOSYS)]
    for name in dict.fromkeys(rule.call for rule in conditions if rule.call in known):
        code += _condition(known[name], [rule for rule in conditions if rule.call == name])
    return b"".join([*code, _step(RETURN, REFUSE | EPERM)])


@cache
def _plain(special: frozenset[str], machine: str) -> bytes:
    """Return the beginning, the same for all: the check of the architecture, and the calls that are always allowed."""
    code = [
        _step(LOAD, ARCHITECTURE),
        _step(EQUAL, ARCHITECTURES[machine], 1, 0),
        _step(RETURN, KILL),
        _step(LOAD, NUMBER),
        _step(AT_LEAST, FOREIGN_NUMBERS, 0, 1),
        _step(RETURN, KILL),
    ]
    for name, number in numbers(machine).items():
        if name not in special:
            code += [_step(EQUAL, number, 0, 1), _step(RETURN, ALLOW)]
    return b"".join(code)


def _condition(number: int, conditions: list[Rule]) -> list[bytes]:
    """Return the check of a call's rules, one of which must hold.

    It reads the lower half of an argument: the kernel uses no more of any of these.
    """
    body = [step for rule in conditions for step in _check(rule)] + [_step(RETURN, REFUSE | EPERM)]
    return [_step(EQUAL, number, 0, len(body)), *body]


def _check(rule: Rule) -> list[bytes]:
    body = []
    if rule.never is not None:
        argument, value = rule.never
        body += [_step(LOAD, ARGUMENTS + 8 * argument), _step(EQUAL, value, 0, 1), _step(RETURN, REFUSE | EPERM)]
    body += [_step(LOAD, ARGUMENTS + 8 * rule.argument), _step(AND, rule.mask)]
    for value in rule.values:
        body += [_step(EQUAL, value, 0, 1), _step(RETURN, rule.action)]
    return body


def _step(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("HBBI", code, then, otherwise, value)


def install(code: bytes) -> int:
    """Filter this process from now on; return the descriptor on which calls marked ASK are to be answered."""
    prctl(NO_NEW_PRIVILEGES, 1)
    steps = ctypes.create_string_buffer(code, len(code))
    header = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(steps)))
    for flags in (NEW_LISTENER | WAIT_KILLABLE, NEW_LISTENER):
        try:
            return call(SECCOMP[MACHINE], SET_FILTER, flags, header)
        except OSError as problem:
            if flags == NEW_LISTENER:
                raise OSError(problem.errno, f"seccomp: {problem.strerror}") from None
    raise AssertionError("one of the two has been returned or raised")
