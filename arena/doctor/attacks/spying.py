"""Attacks that read other processes through /proc: the arena's and the opponent's."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any


def parent_environ(bait: dict[str, Any]) -> str:
    """Read the arena's environment"""
    return _of_parents(bait, lambda place: f"read {len((place / 'environ').read_bytes())} bytes")


def parent_maps(bait: dict[str, Any]) -> str:
    """Read the memory map of the arena"""
    return _of_parents(bait, lambda place: f"read {len((place / 'maps').read_bytes())} bytes")


def parent_mem(bait: dict[str, Any]) -> str:
    """Open the arena's memory"""
    return _of_parents(bait, _open_memory)


def parent_fds(bait: dict[str, Any]) -> str:
    """List the arena's open files"""
    return _of_parents(bait, lambda place: f"saw {len(os.listdir(place / 'fd'))}")


def parent_cmdline(bait: dict[str, Any]) -> str:
    """Read the arena's command line"""
    return _of_parents(bait, lambda place: f"read {len((place / 'cmdline').read_bytes())} bytes")


def process_table(bait: dict[str, Any]) -> str:
    """List all processes"""
    return f"saw {sum(name.isdigit() for name in os.listdir('/proc'))}"


def opponent_memory(bait: dict[str, Any]) -> str:
    """Read the opponent's memory through /proc"""
    with open(f"/proc/{bait['pid']}/mem", "rb", buffering=0) as memory:
        memory.seek(bait["address"])
        return f"read {len(memory.read(bait['size']))} bytes"


def opponent_input(bait: dict[str, Any]) -> str:
    """Read the opponent's questions"""
    end = os.open(f"/proc/{bait['pid']}/fd/0", os.O_RDONLY | os.O_NONBLOCK)
    try:
        return f"read {len(os.read(end, 1000))} bytes"
    finally:
        os.close(end)


def free_memory(bait: dict[str, Any]) -> str:
    """Read how much memory is free"""
    return _size("/proc/meminfo")


def load(bait: dict[str, Any]) -> str:
    """Read how busy the machine is"""
    return _size("/proc/loadavg")


def interrupts(bait: dict[str, Any]) -> str:
    """Read the system's counters"""
    return _size("/proc/stat")


def connections(bait: dict[str, Any]) -> str:
    """Read the list of connections"""
    return _size("/proc/self/net/tcp")


def mounts(bait: dict[str, Any]) -> str:
    """Read the list of mounts"""
    return _size("/proc/self/mountinfo")


def own_status(bait: dict[str, Any]) -> str:
    """Read how many signals wait for the user's processes"""
    return _size("/proc/self/status")


def _size(path: str) -> str:
    return f"read {len(Path(path).read_bytes())} bytes"


def _open_memory(place: Path) -> str:
    with open(place / "mem", "rb", buffering=0):
        return "opened"


def _of_parents(bait: dict[str, Any], look: Callable[[Path], str]) -> str:
    """Look into the first parent process that allows it."""
    parents = [*bait["parents"], os.getppid()]
    for parent in parents[:-1]:
        with suppress(OSError):
            return look(Path(f"/proc/{parent}"))
    return look(Path(f"/proc/{parents[-1]}"))
