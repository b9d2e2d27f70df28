"""Attacks on the kernel: rarely used calls, and settings, which are only set to the values they have."""

import ctypes
import errno
import fcntl
import mmap
import os
import platform
import socket
import struct
import termios
from contextlib import suppress
from typing import Any

from .syscalls import call, close

PROCESS_KEYRING, SESSION_KEYRING, GET_KEYRING_ID = -2, -3, 0
MAP_CREATE, ARRAY = 0, 2
USER_MODE_ONLY, LOG_SIZE = 1, 10
ADJ_TICK, REALTIME = 0x4000, 0
GETPID_BY_INT_80 = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"  # mov eax, 20; int 0x80; ret


def io_uring(bait: dict[str, Any]) -> str:
    """Set up io_uring, whose calls no filter sees"""
    return close(call("io_uring_setup", 4, ctypes.create_string_buffer(120)), "set up")


def asynchronous(bait: dict[str, Any]) -> str:
    """Set up asynchronous reads (io_setup)"""
    context = ctypes.create_string_buffer(8)
    call("io_setup", 1, context)
    call("io_destroy", int.from_bytes(context.raw, "little"))
    return "set up"


def timer(bait: dict[str, Any]) -> str:
    """Make a timer that signals it"""
    call("timer_create", 1, None, ctypes.create_string_buffer(8))
    return "made"


def userfaultfd(bait: dict[str, Any]) -> str:
    """Handle page faults itself (userfaultfd)"""
    return close(call("userfaultfd", os.O_CLOEXEC | USER_MODE_ONLY), "taken over")


def bpf(bait: dict[str, Any]) -> str:
    """Load a BPF map into the kernel"""
    wishes = ctypes.create_string_buffer(struct.pack("4I", ARRAY, 4, 4, 1), 72)
    return close(call("bpf", MAP_CREATE, wishes, 72), "put")


def perf(bait: dict[str, Any]) -> str:
    """Watch the opponent with perf events"""
    software, kernel_left_out = 1, 0b1100001
    wishes = ctypes.create_string_buffer(struct.pack("II5Q16x", software, 64, 0, 0, 0, 0, kernel_left_out), 64)
    return close(call("perf_event_open", wishes, bait["pid"], -1, -1, 0), "watched")


def add_key(bait: dict[str, Any]) -> str:
    """Store a key in the kernel"""
    return f"key {call('add_key', b'user', bait['token'].encode(), b'kept', 4, PROCESS_KEYRING)}"


def keyctl(bait: dict[str, Any]) -> str:
    """Find the session's keyring"""
    return f"keyring {call('keyctl', GET_KEYRING_ID, SESSION_KEYRING, 0)}"


def type_on_terminal(bait: dict[str, Any]) -> str:
    """Type on the user's terminal"""
    for stream in (0, 1, 2):
        with suppress(OSError):
            return _may_type(stream)
    with suppress(OSError), open("/dev/tty", "rb", buffering=0) as terminal:
        return _may_type(terminal.fileno())
    terminal_of_bait = os.open(bait["tty"], os.O_RDWR | os.O_NOCTTY)
    try:
        fcntl.ioctl(terminal_of_bait, termios.TIOCSTI, b"!")
    finally:
        os.close(terminal_of_bait)
    return "typed a key"


def _may_type(terminal: int) -> str:
    """Test the permission to type with an invalid address, so that nothing is typed."""
    try:
        fcntl.ioctl(terminal, termios.TIOCSTI, 0)
    except OSError as problem:
        if problem.errno != errno.EFAULT:
            raise
    return f"may type on descriptor {terminal}"


def log(bait: dict[str, Any]) -> str:
    """Read the size of the kernel's log"""
    return f"its buffer has {call('syslog', LOG_SIZE, None, 0)} bytes"


def settimeofday(bait: dict[str, Any]) -> str:
    """Set the clock (to no value)"""
    call("settimeofday", None, None)
    return "was allowed to"


def adjtimex(bait: dict[str, Any]) -> str:
    """Set the clock's speed (to its present one)"""
    return f"answered {call('adjtimex', _present_tick())}"


def clock_adjtime(bait: dict[str, Any]) -> str:
    """Set one clock's speed (to its present one)"""
    return f"answered {call('clock_adjtime', REALTIME, _present_tick())}"


def _present_tick() -> "ctypes.Array[ctypes.c_char]":
    """Return the request that sets the length of a tick to its present value."""
    wishes = ctypes.create_string_buffer(256)
    call("adjtimex", wishes)
    struct.pack_into("I", wishes, 0, ADJ_TICK)
    return wishes


def module(bait: dict[str, Any]) -> str:
    """Load a kernel module (an empty one)"""
    try:
        call("init_module", b"", 0, b"")
    except OSError as problem:
        if problem.errno != errno.ENOEXEC:
            raise
    return "was only stopped by the module's format"


def hostname(bait: dict[str, Any]) -> str:
    """Rename the machine (to its present name)"""
    socket.sethostname(socket.gethostname())
    return "was allowed to"


def foreign(bait: dict[str, Any]) -> str:
    """Call the kernel as a 32-bit program does"""
    if platform.machine() != "x86_64":  # others lack this kind of call; shown as the reason of a refusal
        raise NotImplementedError(f"not on {platform.machine()}")
    private, executable = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
    with mmap.mmap(-1, mmap.PAGESIZE, private, executable) as page:
        page.write(GETPID_BY_INT_80)
        first = ctypes.c_char.from_buffer(page)
        number = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(first))()
        del first
    if number != os.getpid():
        raise OSError(abs(number), os.strerror(abs(number)))
    return f"is process {number}"
