"""Attacks that start processes, programs or endless threads, or leave the process group that gets killed."""

import ctypes
import errno
import os
import signal
import struct
import threading
from pathlib import Path
from typing import Any

from .syscalls import call, libc

CLONE_VFORK = 0x4000
AT_EMPTY_PATH, NO_WORDS = 0x1000, bytes(8)
THREADS = 200
SMALL_STACK = 64 * 1024


def fork(bait: dict[str, Any]) -> str:
    """Fork a process"""
    return _one_more(os.fork())


def clone(bait: dict[str, Any]) -> str:
    """Fork with clone"""
    return _one_more(call("clone", signal.SIGCHLD, 0, 0, 0, 0))


def vfork(bait: dict[str, Any]) -> str:
    """Fork as vfork does"""
    return _one_more(call("clone", CLONE_VFORK | signal.SIGCHLD, 0, 0, 0, 0))


def clone3(bait: dict[str, Any]) -> str:
    """Fork with clone3, whose flags no filter can read"""
    wishes = ctypes.create_string_buffer(struct.pack("=8Q", 0, 0, 0, 0, signal.SIGCHLD, 0, 0, 0), 64)
    return _one_more(call("clone3", wishes, 64))


def execute(bait: dict[str, Any]) -> str:
    """Execute another program"""
    try:
        os.execv(bait["program"], ["program"])
    except OSError as problem:
        if problem.errno != errno.ENOEXEC:  # no system can run the bait's executable, so the attacker survives
            raise
    return "was only stopped by the program's format"


def execute_descriptor(bait: dict[str, Any]) -> str:
    """Execute a program by its descriptor"""
    program = os.open(bait["program"], os.O_PATH)
    return _execute(program)


def execute_anonymous(bait: dict[str, Any]) -> str:
    """Execute a program from an anonymous file (memfd, execveat)"""
    program = os.memfd_create("attacker")
    os.write(program, Path(bait["program"]).read_bytes())
    return _execute(program)


def _execute(program: int) -> str:
    """Execute a program that no system can run, so that the attacker survives."""
    try:
        call("execveat", program, b"", NO_WORDS, NO_WORDS, AT_EMPTY_PATH)
    except OSError as problem:
        if problem.errno != errno.ENOEXEC:
            raise
    finally:
        os.close(program)
    return "was only stopped by the program's format"


def spawn(bait: dict[str, Any]) -> str:
    """Start /bin/true"""
    return _one_more(os.posix_spawn("/bin/true", ["true"], {}))


def system(bait: dict[str, Any]) -> str:
    """Start a shell with the C library"""
    status = libc().system(b"true")
    if status != 0:
        raise PermissionError(errno.EPERM, f"system() answered {status}")
    return "a shell ran"


def threads(bait: dict[str, Any]) -> str:
    """Start threads without end"""
    done, started = threading.Event(), []
    usual = threading.stack_size(SMALL_STACK)  # the attack is on their number, not their memory
    try:
        for _ in range(THREADS):
            thread = threading.Thread(target=done.wait, daemon=True)
            thread.start()
            started.append(thread)
        return f"{sum(thread.is_alive() for thread in started)} live at once"
    finally:
        done.set()
        threading.stack_size(usual)
        for thread in started:
            thread.join()


def session(bait: dict[str, Any]) -> str:
    """Leave its session, to outlive it"""
    os.setsid()
    return "is in a session of its own"


def group(bait: dict[str, Any]) -> str:
    """Leave its process group, to outlive it"""
    os.setpgid(0, 0)
    return "is in a group of its own"


def _one_more(child: int) -> str:
    """End the child at once; in the parent, report its exit code."""
    if child == 0:
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return f"a child ended with {os.waitstatus_to_exitcode(status)}"
