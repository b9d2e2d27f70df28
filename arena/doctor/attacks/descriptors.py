"""The open descriptors of this process that lead to another process."""

import os
import select
import stat
from contextlib import suppress

POSSIBLE = (0, 1, *range(3, 32))


def pipes_and_sockets() -> list[int]:
    """Return the descriptors that are pipes or sockets."""
    return [number for number in POSSIBLE if _is_pipe_or_socket(number)]


def read_waiting() -> dict[int, bytes]:
    """Return what can be read from each without waiting."""
    found = {}
    for number in pipes_and_sockets():
        with suppress(OSError):
            if select.select([number], [], [], 0)[0]:
                found[number] = os.read(number, 1000)
    return {number: text for number, text in found.items() if text}


def _is_pipe_or_socket(number: int) -> bool:
    with suppress(OSError):
        mode = os.fstat(number).st_mode
        return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)
    return False
