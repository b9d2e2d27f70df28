"""Attacks that signal another mind, or watch what it does, through something that both can reach."""

import ctypes
import fcntl
import mmap
import os
import signal
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .page_cache import SHARED_FILE
from .runner import LEFT, held_by, two_games
from .syscalls import call, checked, close, libc

PROCESS_CLOCK, UNTIL = 2, 1
CAPABILITY_VERSION = 0x20080522
IPC_CREATE, IPC_RMID, NO_WAIT = 0o1000, 0, 0o4000
USER_KEYRING, SEARCH, UNLINK = -4, 10, 9
PROCESSES = 80  # the offset in the system's information
PIPE_SIZE = 1 << 20
FUTEX_WAIT, FUTEX_WAKE = 0, 1
TO_WAIT, PATIENCE = 0.1, 2  # seconds
MOST_SIGNALS = 1000


def processor_time(bait: dict[str, Any]) -> str:
    """Read the opponent's processor time"""
    return f"it has used {time.clock_gettime(~bait['pid'] << 3 | PROCESS_CLOCK)} s"


def clock_of_process(bait: dict[str, Any]) -> str:
    """Find out by its clock that the opponent's process exists"""
    return f"its clock has steps of {time.clock_getres(~bait['pid'] << 3 | PROCESS_CLOCK)} s"


def processor_time_by_sleep(bait: dict[str, Any]) -> str:
    """Sleep until the opponent has used some processor time"""
    call("clock_nanosleep", ~bait["pid"] << 3 | PROCESS_CLOCK, UNTIL, struct.pack("qq", 0, 1), None)
    return "it has used a nanosecond"


def capabilities(bait: dict[str, Any]) -> str:
    """Ask for the opponent's capabilities"""
    call("capget", struct.pack("Ii", CAPABILITY_VERSION, bait["pid"]), ctypes.create_string_buffer(24))
    return "was answered"


def processes(bait: dict[str, Any]) -> str:
    """Count the threads of the system (sysinfo)"""
    found = ctypes.create_string_buffer(128)
    call("sysinfo", found)
    return f"there are {struct.unpack_from('H', found.raw, PROCESSES)[0]}"


@held_by("namespaces")
def threads(bait: dict[str, Any]) -> str:
    """Count the opponent's threads by the links of its folder"""
    return f"it has {_process(bait, 'task').st_nlink - 2}"


@held_by("namespaces")
def open_files(bait: dict[str, Any]) -> str:
    """Count the opponent's open files by the size of its folder"""
    return f"it has {_process(bait, 'fd').st_size}"


def free_disk(bait: dict[str, Any]) -> str:
    """Read how much of the disk is free"""
    return f"{os.statvfs('/').f_bfree} blocks are"


def lock(bait: dict[str, Any]) -> str:
    """Lock a file that other minds may read"""
    with open(SHARED_FILE, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return "locked"


def record_lock(bait: dict[str, Any]) -> str:
    """Lock a part of a file that other minds may read"""
    with open(SHARED_FILE, "rb") as file:
        fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, 1)
    return "locked"


def wake(bait: dict[str, Any]) -> str:
    """Wake others through a page that all minds may read"""
    with _page() as place:
        return f"woke {call('futex', place, FUTEX_WAKE, 1, None, None, 0)}"


def wake_by_end(bait: dict[str, Any]) -> str:
    """Wake others by a thread's end, through a page that all may read"""
    with _page() as place:

        def end() -> None:
            time.sleep(TO_WAIT)
            call("set_tid_address", place)  # where the kernel announces this thread's end
            call("exit", 0)

        threading.Thread(target=end, daemon=True).start()
        now = int.from_bytes(ctypes.string_at(place, 4), "little")
        call("futex", place, FUTEX_WAIT, now, struct.pack("qq", PATIENCE, 0), None, 0)
    return "somebody who waited was woken"


def waiting_signals(bait: dict[str, Any]) -> str:
    """Let signals wait until all of the user's processes may have no more"""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
    waiting = 0
    try:
        while waiting < MOST_SIGNALS:
            signal.pthread_kill(threading.get_ident(), signal.SIGRTMIN)
            waiting += 1
    except OSError:
        if not waiting:
            raise
    finally:
        for _ in range(waiting):
            signal.sigtimedwait([signal.SIGRTMIN], 0)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return f"{waiting} wait"


def wide_pipe(bait: dict[str, Any]) -> str:
    """Widen a pipe, whose content no limit counts"""
    reader, writer = os.pipe()
    try:
        return f"it holds {fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, PIPE_SIZE)} bytes"
    finally:
        os.close(reader)
        os.close(writer)


@two_games
def message(bait: dict[str, Any]) -> str:
    """Leave a message in a System V queue for the next game"""
    key = int(bait["token"], 16) & 0x7FFFFFFF
    if bait["visit"] == 1:
        call("msgsnd", call("msgget", key, IPC_CREATE | 0o600), struct.pack("q8s", 1, b"kept"), 8, NO_WAIT)
        return LEFT
    queue, text = call("msgget", key, 0), ctypes.create_string_buffer(16)
    call("msgrcv", queue, text, 8, 0, NO_WAIT)
    call("msgctl", queue, IPC_RMID, None)
    return f"found {text.raw[8:12].decode()}"


@two_games
def shared_segment(bait: dict[str, Any]) -> str:
    """Leave System V shared memory for the next game"""
    key = int(bait["token"], 16) & 0x7FFFFFFF
    if bait["visit"] == 1:
        call("shmget", key, mmap.PAGESIZE, IPC_CREATE | 0o600)
        return LEFT
    call("shmctl", call("shmget", key, 0, 0), IPC_RMID, None)
    return "found it"


@two_games
def posix_message(bait: dict[str, Any]) -> str:
    """Leave a message in a POSIX queue for the next game"""
    name, size = f"mind-arena-{bait['token']}".encode(), struct.pack("8q", 0, 1, 8, 0, 0, 0, 0, 0)
    if bait["visit"] == 1:
        queue = call("mq_open", name, os.O_RDWR | os.O_CREAT, 0o600, ctypes.create_string_buffer(size))
        call("mq_timedsend", queue, b"kept", 4, 0, None)
        close(queue, "")
        return LEFT
    queue, text = call("mq_open", name, os.O_RDWR, 0, None), ctypes.create_string_buffer(8)
    call("mq_timedreceive", queue, text, 8, None, None)
    call("mq_unlink", name)
    return close(queue, f"found {text.value.decode()}")


@two_games
def key(bait: dict[str, Any]) -> str:
    """Leave a key in the user's keyring for the next game"""
    name = f"mind-arena-{bait['token']}".encode()
    if bait["visit"] == 1:
        call("add_key", b"user", name, b"kept", 4, USER_KEYRING)
        return LEFT
    number = call("keyctl", SEARCH, USER_KEYRING, b"user", name, 0)
    call("keyctl", UNLINK, number, USER_KEYRING, 0, 0)
    return f"found key {number}"


def _process(bait: dict[str, Any], folder: str) -> os.stat_result:
    return os.stat(f"/proc/{bait['pid']}/{folder}")


@contextmanager
def _page() -> Iterator[int]:
    """Map a page of a file that all minds may read; yield its address."""
    with open(SHARED_FILE, "rb") as file:
        library = libc()
        library.mmap.restype = ctypes.c_void_p
        place = library.mmap(
            None, ctypes.c_size_t(mmap.PAGESIZE), mmap.PROT_READ, mmap.MAP_SHARED, file.fileno(), ctypes.c_long(0)
        )
    if place is None or place == ctypes.c_void_p(-1).value:
        checked(-1)
    try:
        yield place
    finally:
        library.munmap(ctypes.c_void_p(place), ctypes.c_size_t(mmap.PAGESIZE))
