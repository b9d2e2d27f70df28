"""Landlock: the kernel refuses all files but those named, whoever owns them."""

import ctypes
import os
import stat
import struct
from collections.abc import Iterable

from arena.cell.jail.kernel import call

CREATE, ADD, RESTRICT = 444, 445, 446  # the same on every machine
VERSION, BENEATH = 1, 1
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, TRUNCATE = 1, 2, 4, 8, 1 << 14
# The rights over files that each version of Landlock controls; since when it controls the network, and signals.
CONTROLLED = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
NETWORK_SINCE, SCOPES_SINCE = 4, 6
TCP, SCOPES = 3, 3  # bind and connect; abstract sockets and signals


def abi() -> int:
    """Return the kernel's version of Landlock; 0 if it has none."""
    try:
        return call(CREATE, 0, 0, VERSION)
    except OSError:
        return 0


def controlled(version: int) -> int:
    """Return the rights over files that a version controls."""
    return CONTROLLED[max(known for known in CONTROLLED if known <= version)]


def restrict(
    version: int,
    readable: Iterable[str],
    executable: Iterable[str] = (),
    writable: Iterable[str] = (),
    listable: Iterable[str] = (),
) -> None:
    """Let this process read, execute, write and list only these; what does not exist is skipped."""
    rights = controlled(version)
    network = TCP if version >= NETWORK_SINCE else 0
    scopes = SCOPES if version >= SCOPES_SINCE else 0
    attributes = struct.pack("QQQ", rights, network, scopes)[: 8 if version < NETWORK_SINCE else 24 if scopes else 16]
    ruleset = call(CREATE, ctypes.create_string_buffer(attributes, len(attributes)), len(attributes), 0)
    try:
        for path in readable:
            _allow(ruleset, path, rights & (READ_FILE | READ_DIR))
        for path in executable:
            _allow(ruleset, path, rights & (READ_FILE | READ_DIR | EXECUTE))
        for path in writable:
            _allow(ruleset, path, rights & (READ_FILE | WRITE_FILE | TRUNCATE))
        for path in listable:
            _allow(ruleset, path, rights & READ_DIR)
        call(RESTRICT, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            rights &= ~READ_DIR
        rule = struct.pack("=Qi", rights, place)
        call(ADD, ruleset, BENEATH, ctypes.create_string_buffer(rule, len(rule)), 0)
    finally:
        os.close(place)
