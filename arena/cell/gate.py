"""The gate of the jail: what a mind may do only so often, it asks its keeper for, by way of the kernel.

A jailed process that wants a thread is held by seccomp until we say yes or no; so is a program's one start. Threads are
counted here because the kernel's own limit (RLIMIT_NPROC) does not hold for root.
"""

import errno
import os
import struct
from contextlib import suppress
from fcntl import ioctl
from time import monotonic

from arena.cell.jail.calls import numbers

RECEIVE, SEND = 0xC0502100, 0xC0182101
ASKED, ANSWERED = "QIIi", "QqiI"
ASKED_SIZE = 80
CONTINUE = 1
TO_APPEAR = 0.002  # seconds in which a thread that was granted can be counted


class Gate:
    """Answers what a jailed process asks: one start of a program, and threads up to a limit."""

    def __init__(self, listener: int, process: int, threads: int, may_start: bool) -> None:
        self.listener, self.process, self.threads, self.may_start = listener, process, threads, may_start
        self.running = 0  # threads, when one more was asked for

    def answer(self) -> bool:
        """Answer one question; False when nobody is left to ask."""
        asked = bytearray(ASKED_SIZE)
        try:
            ioctl(self.listener, RECEIVE, asked)
        except OSError as problem:
            return problem.errno in (errno.EINTR, errno.ENOENT) and not self._is_over()
        number, _, _, call = struct.unpack_from(ASKED, asked)
        refused = self._start() if call == numbers()["execve"] else self._thread()
        answer = struct.pack(ANSWERED, number, 0, -refused, 0 if refused else CONTINUE)
        with suppress(OSError):  # whoever asked is gone
            ioctl(self.listener, SEND, bytearray(answer))
            if call != numbers()["execve"] and not refused:
                self._await_thread()
        return True

    def close(self) -> None:
        """Answer no more: whoever asks is told that there is no such thing."""
        os.close(self.listener)

    def _start(self) -> int:
        first, self.may_start = self.may_start, False
        return 0 if first else errno.EPERM

    def _thread(self) -> int:
        self.running = self._count()
        return 0 if self.running < self.threads else errno.EAGAIN

    def _count(self) -> int:
        try:
            return len(os.listdir(f"/proc/{self.process}/task"))
        except OSError:
            return 0

    def _await_thread(self) -> None:
        """Before the next one is counted, the one just granted must be there."""
        until = monotonic() + TO_APPEAR
        while self._count() <= self.running and monotonic() < until:
            pass

    def _is_over(self) -> bool:
        return not os.path.exists(f"/proc/{self.process}")
