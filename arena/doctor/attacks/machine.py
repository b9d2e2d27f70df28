"""Attacks on the Python machinery around the mind: the objects, the memory and the descriptors of its process."""

import gc
import os
import re
import select
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from types import FrameType
from typing import Any

from .descriptors import pipes_and_sockets, read_waiting
from .runner import Unseen
from .syscalls import checked, libc

SECRET = re.compile("MIND-ARENA-SECRET:[0-9a-f]{32}")
MOST_OBJECTS, MOST_MEMORY = 3_000_000, 512 << 20
FORGED = b"0000\tforged\n"


def socket_by_ctypes(bait: dict[str, Any]) -> str:
    """Connect to a TCP port with the C library"""
    library = libc()
    mouth = checked(library.socket(socket.AF_INET, socket.SOCK_STREAM, 0))
    try:
        where = struct.pack("=H", socket.AF_INET) + struct.pack(">H4s8x", bait["tcp"], bytes([127, 0, 0, 1]))
        checked(library.connect(mouth, where, len(where)))
    finally:
        os.close(mouth)
    return "connected"


def collected(bait: dict[str, Any]) -> str:
    """Find a secret among all objects that gc knows"""
    return _search(gc.get_objects())


def frames(bait: dict[str, Any]) -> str:
    """Find a secret in its callers' stack frames"""
    seen: list[Any] = []
    for frame in sys._current_frames().values():
        above: FrameType | None = frame
        while above is not None:
            seen += [above.f_locals, above.f_globals]
            above = above.f_back
    return _search(seen)


def modules(bait: dict[str, Any]) -> str:
    """Find a secret in the loaded modules"""
    return _search([vars(module) for module in list(sys.modules.values()) if hasattr(module, "__dict__")])


def own_memory(bait: dict[str, Any]) -> str:
    """Find a secret in its own memory, byte by byte"""
    pattern = re.compile(SECRET.pattern.encode())
    with open("/proc/self/mem", "rb", buffering=0) as memory:
        for start, size in _writable():
            with suppress(OSError, OverflowError):
                memory.seek(start)
                if pattern.search(memory.read(size)):
                    return f"found it near {start:x}"
    raise LookupError("no secret is there")


def _writable() -> Iterator[tuple[int, int]]:
    """Yield start and size of the writable memory areas."""
    left = MOST_MEMORY
    with open("/proc/self/maps", encoding="utf-8") as maps:
        lines = [line.split() for line in maps]
    for place, rights, *_ in lines:
        start, end = (int(word, 16) for word in place.split("-"))
        if rights.startswith("rw") and end - start <= left:
            left -= end - start
            yield start, end - start


def _search(found: list[Any]) -> str:
    """Search these objects and everything they refer to."""
    seen: set[int] = {id(found)}
    while found and len(seen) < MOST_OBJECTS:
        thing = found.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        text = thing.decode("latin-1") if isinstance(thing, bytes) else thing
        if isinstance(text, str) and SECRET.search(text):
            return f"found it, the {len(seen)}th object"
        found.extend(gc.get_referents(thing))
    raise LookupError(f"no secret in {len(seen)} objects")


def forge(bait: dict[str, Any]) -> str:
    """Forge an answer on every open descriptor"""
    written = [number for number in pipes_and_sockets() if _write(number)]
    if not written:
        raise LookupError("no descriptor can be written to")
    raise Unseen(f"wrote to {', '.join(map(str, written))}")


def forge_for_opponent(bait: dict[str, Any]) -> str:
    """Forge an answer of the opponent"""
    end = os.open(f"/proc/{bait['pid']}/fd/2", os.O_WRONLY | os.O_NONBLOCK)
    try:
        return f"wrote {os.write(end, FORGED)} bytes"
    finally:
        os.close(end)


def inherited(bait: dict[str, Any]) -> str:
    """Read the opponent's messages from inherited descriptors"""
    found = read_waiting()
    if not found:
        raise LookupError("there is nothing to read")
    return ", ".join(f"read {len(text)} bytes from {number}" for number, text in found.items())


def _write(number: int) -> bool:
    with suppress(OSError):
        if select.select([], [number], [], 0)[1]:
            return os.write(number, FORGED) > 0
    return False
