"""Attacks by the exits of single threads: a process whose first thread has ended looks dead, and lives."""

import ctypes
import errno
import mmap
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .memory import HELD, MIB
from .syscalls import call, checked, libc

TO_END = 0.05  # seconds for the first thread to end
PIECE, PIECES = 32 * MIB, 48  # 1.5 GiB, more than a mind may hold


def hold_memory(bait: dict[str, Any]) -> str:
    """Hold 1.5 GiB when its first thread has ended"""
    return _alone(bait, _hoard)


def execute(bait: dict[str, Any]) -> str:
    """Execute another program when its first thread has ended"""
    return _alone(bait, lambda: _execute(bait["program"]))


def fork(bait: dict[str, Any]) -> str:
    """Fork a process when its first thread has ended"""
    return _alone(bait, _fork)


def threads(bait: dict[str, Any]) -> str:
    """Start threads without end when the first has ended"""
    return _alone(bait, _start_many)


def read(bait: dict[str, Any]) -> str:
    """Read a secret file when its first thread has ended"""
    return _alone(bait, lambda: f"read {len(Path(bait['secret']).read_bytes())} bytes")


def connect(bait: dict[str, Any]) -> str:
    """Connect to a TCP port when its first thread has ended"""
    return _alone(bait, lambda: _connect(bait["tcp"]))


def kill(bait: dict[str, Any]) -> str:
    """Kill the opponent when its first thread has ended"""
    return _alone(bait, lambda: _kill(bait["pid"]))


def _alone(bait: dict[str, Any], attack: Callable[[], str]) -> str:
    """End this thread, and only this; another one tries the attack and then serves the wire."""

    def carry_out() -> None:
        time.sleep(TO_END)
        try:
            bait["go_on"]("through", attack())
        except Exception as problem:
            bait["go_on"]("refused", f"{type(problem).__name__}: {problem}")

    threading.Thread(target=carry_out).start()
    call("exit", 0)
    raise AssertionError("this thread has ended")


def _hoard() -> str:
    """Hold pages that are read-only, so that no limit of the kernel counts them."""
    library = libc()
    library.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    held = []
    for _ in range(PIECES):
        held.append(mmap.mmap(-1, PIECE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
        place = ctypes.addressof(ctypes.c_char.from_buffer(held[-1]))
        ctypes.memset(place, 1, PIECE)
        checked(library.mprotect(place, PIECE, mmap.PROT_READ))
    time.sleep(HELD)
    return f"held {len(held) * PIECE // MIB} MiB"


def _execute(program: str) -> str:
    try:
        os.execv(program, ["program"])
    except OSError as problem:
        if problem.errno != errno.ENOEXEC:
            raise
    return "was only stopped by the program's format"


def _fork() -> str:
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return "a child has ended"


def _connect(port: int) -> str:
    with socket.create_connection(("127.0.0.1", port), timeout=2):
        return "connected"


def _kill(process: int) -> str:
    os.kill(process, signal.SIGTERM)
    return "sent SIGTERM"


def _start_many() -> str:
    from .processes import threads as start_many

    return start_many({})
