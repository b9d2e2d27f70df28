"""Attacks on what the arena has set for the attacker's own process: its end, its user, its place in the system."""

import ctypes
import os
import struct
from contextlib import suppress
from pathlib import Path
from typing import Any

from .syscalls import call, close

DEATH_SIGNAL, DUMPABLE, SUBREAPER, NO_NEW_PRIVILEGES = 1, 4, 36, 38
SET_FILTER, NO_RANDOM_ADDRESSES = 1, 0x40000
ALLOW_ALL = struct.pack("HBBI", 6, 0, 0, 0x7FFF0000)  # a filter of one step
GROUPS = ("memory", "pids", "cpu", ".")
CAPABILITY_VERSION = 0x20080522


def outlive(bait: dict[str, Any]) -> str:
    """Wish to outlive its keeper"""
    call("prctl", DEATH_SIGNAL, 0, 0, 0, 0)
    return "no signal will end it"


def adopt(bait: dict[str, Any]) -> str:
    """Become the parent of orphans"""
    call("prctl", SUBREAPER, 1, 0, 0, 0)
    return "will be"


def open_up(bait: dict[str, Any]) -> str:
    """Let others trace its process"""
    call("prctl", DUMPABLE, 1, 0, 0, 0)
    return "they may"


def own_filter(bait: dict[str, Any]) -> str:
    """Filter its own system calls"""
    steps = ctypes.create_string_buffer(ALLOW_ALL, len(ALLOW_ALL))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", 1, ctypes.addressof(steps)))
    call("prctl", NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    return f"answered {call('seccomp', SET_FILTER, 0, program)}"


def fixed_addresses(bait: dict[str, Any]) -> str:
    """Have programs loaded at fixed addresses"""
    return f"was {call('personality', NO_RANDOM_ADDRESSES):#x}"


def user(bait: dict[str, Any]) -> str:
    """Change its user (to the present one)"""
    call("setresuid", *[os.getuid()] * 3)
    return f"is user {os.getuid()}"


def groups(bait: dict[str, Any]) -> str:
    """Change its groups (to the present ones)"""
    os.setgroups(os.getgroups())
    return f"is in {len(os.getgroups())}"


def capabilities(bait: dict[str, Any]) -> str:
    """Set its capabilities (to none)"""
    call("capset", struct.pack("Ii", CAPABILITY_VERSION, 0), bytes(24))
    return "was allowed to"


def survive_shortage(bait: dict[str, Any]) -> str:
    """Survive a shortage of memory (its score, to the present one)"""
    return _write_again(Path("/proc/self/oom_score_adj"))


def rename(bait: dict[str, Any]) -> str:
    """Rename its process (to its present name)"""
    return _write_again(Path("/proc/self/comm"))


def forget_references(bait: dict[str, Any]) -> str:
    """Have the kernel forget which pages it used"""
    return f"wrote {Path('/proc/self/clear_refs').write_bytes(b'1')} bytes"


def control_group(bait: dict[str, Any]) -> str:
    """Open the list of a control group, to leave its own"""
    for place in GROUPS[:-1]:
        with suppress(OSError):
            return _open(place)
    return _open(GROUPS[-1])


def write_memory(bait: dict[str, Any]) -> str:
    """Write its own memory as a file"""
    word = ctypes.create_string_buffer(b"before")
    with open("/proc/self/mem", "r+b", buffering=0) as memory:
        memory.seek(ctypes.addressof(word))
        memory.write(b"after!")
    return f"it holds {word.value.decode()}"


def _open(place: str) -> str:
    return close(os.open(f"/sys/fs/cgroup/{place}/cgroup.procs", os.O_WRONLY), "may be written")


def _write_again(path: Path) -> str:
    return f"wrote {path.write_bytes(path.read_bytes())} bytes"
