"""System calls that Python has no functions for; an error is an OSError."""

import ctypes
import os
import platform
import struct
import sys

IS_LINUX = sys.platform == "linux"
MACHINE = platform.machine()
NO_NEW_PRIVILEGES, DEATH_SIGNAL, SUBREAPER, SECCOMP_MODE = 38, 1, 36, 21  # of prctl
FILTERED = 2
INERT = 2 | 4 | 8  # of mount: no set-user-ID programs, no devices, no programs
CAPABILITY_VERSION = 0x20080522
CAPSET = {"x86_64": 126, "aarch64": 91}

_libc = ctypes.CDLL(None, use_errno=True) if IS_LINUX else None


def call(number: int, *arguments: object) -> int:
    """Make a system call by its number."""
    if _libc is None:
        raise OSError(f"no system calls by number on {sys.platform}")
    result: int = _libc.syscall(
        ctypes.c_long(number),
        *(ctypes.c_long(argument) if isinstance(argument, int) else argument for argument in arguments),
    )
    if result < 0:
        problem = ctypes.get_errno()
        raise OSError(problem, os.strerror(problem))
    return result


def prctl(option: int, value: int) -> None:
    """Set an option of this process; does nothing on other systems than Linux."""
    if _libc is None:
        return
    if _libc.prctl(option, ctypes.c_ulong(value), *[ctypes.c_ulong(0)] * 3):
        problem = ctypes.get_errno()
        raise OSError(problem, os.strerror(problem))


def is_filtered() -> bool:
    """Return True if seccomp decides on the system calls of this process."""
    return _libc is not None and _libc.prctl(SECCOMP_MODE, *[ctypes.c_ulong(0)] * 4) == FILTERED


def unshare(flags: int) -> None:
    """Move this process to new namespaces."""
    if _libc is None or _libc.unshare(flags):
        problem = ctypes.get_errno()
        raise OSError(problem, os.strerror(problem))


def mount(kind: str, place: str, options: str) -> None:
    """Mount a new file system that holds no programs and no devices."""
    if _libc is None or _libc.mount(
        kind.encode(), place.encode(), kind.encode(), ctypes.c_ulong(INERT), options.encode()
    ):
        problem = ctypes.get_errno()
        raise OSError(problem, os.strerror(problem))


def drop_capabilities() -> None:
    """Give up all privileges of root; with NO_NEW_PRIVILEGES this is final."""
    header = ctypes.create_string_buffer(struct.pack("Ii", CAPABILITY_VERSION, 0))
    call(CAPSET[MACHINE], header, ctypes.create_string_buffer(24))
