"""Attacks that take memory: more than the limit, or of a kind no limit counts. They return it at once."""

import ctypes
import mmap
import os
import struct
import time
from typing import Any

from .syscalls import call, checked, close, libc

MIB = 1 << 20
PIECE, PIECES, TOUCHED = 64 * MIB, 64, 20  # 4 GiB in all, of which 1.25 GiB are touched, more than a mind may hold
HELD = 1.0  # seconds; an engine may reserve more than it may hold, and is killed when it holds too much
MAP_GROWSDOWN = 0x100
FUTURE, ON_FAULT = 2, 4
IPC_PRIVATE, IPC_RMID = 0, 0


def private(bait: dict[str, Any]) -> str:
    """Take 4 GiB of memory"""
    return _take(mmap.MAP_PRIVATE)


def shared(bait: dict[str, Any]) -> str:
    """Take 4 GiB of shared memory"""
    return _take(mmap.MAP_SHARED)


def stack(bait: dict[str, Any]) -> str:
    """Take 4 GiB of stacks, which some limits do not count"""
    return _take(mmap.MAP_PRIVATE | MAP_GROWSDOWN)


def read_only(bait: dict[str, Any]) -> str:
    """Take 4 GiB as read-only pages, then make them writable"""
    held: list[int] = []
    library = libc()
    library.mmap.restype = ctypes.c_void_p
    library.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
    library.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    library.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    try:
        for _ in range(PIECES):
            place = library.mmap(None, PIECE, mmap.PROT_READ, flags, -1, 0)
            if place == ctypes.c_void_p(-1).value:
                checked(-1)
            held.append(place)
            checked(library.mprotect(place, PIECE, mmap.PROT_READ | mmap.PROT_WRITE))
            if len(held) <= TOUCHED:
                ctypes.memset(place, 1, PIECE)
        time.sleep(HELD)
        return f"held {len(held) * PIECE // MIB} MiB"
    finally:
        for place in held:
            library.munmap(place, PIECE)


def memfd(bait: dict[str, Any]) -> str:
    """Make an anonymous file in memory"""
    return close(os.memfd_create("attacker"), "made")


def secret_memory(bait: dict[str, Any]) -> str:
    """Make memory that not even the kernel can read"""
    return close(call("memfd_secret", 0), "made")


def locked(bait: dict[str, Any]) -> str:
    """Lock a page into memory"""
    page = ctypes.create_string_buffer(mmap.PAGESIZE)
    call("mlock", page, mmap.PAGESIZE)
    libc().munlock(page, ctypes.c_size_t(mmap.PAGESIZE))
    return "locked"


def semaphore(bait: dict[str, Any]) -> str:
    """Make a POSIX semaphore, which other processes can use"""
    name, library = f"/mind-arena-{bait['token']}".encode(), libc()
    library.sem_open.restype = ctypes.c_void_p
    if not library.sem_open(name, os.O_RDWR | os.O_CREAT, 0o600, 1):
        checked(-1)
    library.sem_unlink(name)
    return "made"


def shm_open(bait: dict[str, Any]) -> str:
    """Make POSIX shared memory"""
    name = f"/mind-arena-{bait['token']}".encode()
    descriptor = checked(libc().shm_open(name, os.O_RDWR | os.O_CREAT, 0o600))
    libc().shm_unlink(name)
    return close(descriptor, "made")


def sysv_memory(bait: dict[str, Any]) -> str:
    """Make System V shared memory"""
    call("shmctl", call("shmget", IPC_PRIVATE, 4096, 0o600), IPC_RMID, 0)
    return "made"


def sysv_messages(bait: dict[str, Any]) -> str:
    """Make a System V message queue"""
    call("msgctl", call("msgget", IPC_PRIVATE, 0o600), IPC_RMID, 0)
    return "made"


def sysv_semaphore(bait: dict[str, Any]) -> str:
    """Make a System V semaphore"""
    call("semctl", call("semget", IPC_PRIVATE, 1, 0o600), 0, IPC_RMID, 0)
    return "made"


def posix_queue(bait: dict[str, Any]) -> str:
    """Make a POSIX message queue"""
    name = f"mind-arena-{bait['token']}".encode()
    size = ctypes.create_string_buffer(struct.pack("8q", 0, 1, 8, 0, 0, 0, 0, 0))
    descriptor = call("mq_open", name, os.O_RDWR | os.O_CREAT, 0o600, size)
    call("mq_unlink", name)
    return close(descriptor, "made")


def zero_device(bait: dict[str, Any]) -> str:
    """Take 4 GiB of shared memory by a device of zeros"""
    held: list[mmap.mmap] = []
    device = os.open("/dev/zero", os.O_RDWR)
    try:
        for number in range(PIECES):
            held.append(mmap.mmap(device, PIECE))
            if number < TOUCHED:
                held[-1].write(bytes(PIECE))
        time.sleep(HELD)
        return f"held {len(held) * PIECE // MIB} MiB"
    finally:
        for piece in held:
            piece.close()
        os.close(device)


def all_locked(bait: dict[str, Any]) -> str:
    """Lock all its memory"""
    checked(libc().mlockall(ON_FAULT | FUTURE))
    libc().munlockall()
    return "locked"


def spliced(bait: dict[str, Any]) -> str:
    """Move data inside the kernel (splice)"""
    reader, writer = os.pipe()
    end, start = os.pipe()
    try:
        os.write(writer, b"moved")
        return f"moved {call('splice', reader, None, start, None, 5, 0)} bytes"
    finally:
        for number in (reader, writer, end, start):
            os.close(number)


def _take(flags: int) -> str:
    """Take 4 GiB piece by piece and touch the first pieces."""
    held: list[mmap.mmap] = []
    try:
        for number in range(PIECES):
            held.append(mmap.mmap(-1, PIECE, flags | mmap.MAP_ANONYMOUS))
            if number < TOUCHED and not flags & MAP_GROWSDOWN:
                for page in range(0, PIECE, mmap.PAGESIZE):
                    held[-1][page] = 1
        time.sleep(HELD)
        return f"held {len(held) * PIECE // MIB} MiB"
    finally:
        for piece in held:
            piece.close()
