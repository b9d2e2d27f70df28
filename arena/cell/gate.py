"""The gate of the jail: the keeper counts a mind's threads and the starts of programs, and allows them or not.

seccomp holds the jailed process until the keeper has answered. Threads are counted here because the kernel's own limit
(RLIMIT_NPROC) does not apply to root.
"""

import errno
import os
import struct
from contextlib import suppress
from fcntl import ioctl
from time import monotonic

from arena.cell.jail.calls import numbers

RECEIVE, SEND = 0xC0502100, 0xC0182101
REQUEST, RESPONSE = "QIIi", "QqiI"
REQUEST_SIZE = 80
CONTINUE = 1
MAX_COMMAND_BYTES = 4096
TO_APPEAR = 0.002  # seconds until a new thread is counted


class Gate:
    """Answers requests of a jailed process: starts of programs and threads, each up to a limit."""

    def __init__(self, listener: int, process: int, threads: int, starts: int, attempts: int) -> None:
        self.listener, self.process, self.threads, self.starts = listener, process, threads, starts
        self.attempts = attempts
        self.command = self._command()
        self.forked = self.command if starts else b""
        self.running = 0  # threads when the last one was allowed
        self.until = 0.0  # when the last one allowed is counted or has ended

    def answer(self) -> bool:
        """Answer one request; return False if the process has ended."""
        request = bytearray(REQUEST_SIZE)
        try:
            ioctl(self.listener, RECEIVE, request)
        except OSError as problem:
            return problem.errno in (errno.EINTR, errno.ENOENT) and not self._is_over()
        number, _, _, call = struct.unpack_from(REQUEST, request)
        refused = self._start() if call == numbers()["execve"] else self._thread()
        answer = struct.pack(RESPONSE, number, 0, -refused, 0 if refused else CONTINUE)
        with suppress(OSError):  # the process has ended
            ioctl(self.listener, SEND, bytearray(answer))
        return True

    def has_started(self) -> bool:
        """Return True if a program has replaced the process that was forked."""
        return bool(self.forked) and self._command() not in (b"", self.forked)

    def close(self) -> None:
        """Stop answering: the kernel refuses all further requests."""
        os.close(self.listener)

    def _start(self) -> int:
        """Allow as many attempts and starts as there may be: a shell tries one folder of its path after the other."""
        if (command := self._command()) != self.command:
            self.starts, self.command = self.starts - 1, command
        self.attempts -= 1
        return 0 if self.starts > 0 and self.attempts >= 0 else errno.EPERM

    def _command(self) -> bytes:
        try:
            with open(f"/proc/{self.process}/cmdline", "rb") as file:
                return file.read(MAX_COMMAND_BYTES)
        except OSError:
            return b""

    def _thread(self) -> int:
        """Allow a thread if there is place, once the last one allowed is counted."""
        while (running := self._count()) <= self.running and monotonic() < self.until:
            pass
        if running >= self.threads:
            return errno.EAGAIN
        self.running, self.until = running, monotonic() + TO_APPEAR
        return 0

    def _count(self) -> int:
        try:
            return len(os.listdir(f"/proc/{self.process}/task"))
        except OSError:
            return 0

    def _is_over(self) -> bool:
        return not os.path.exists(f"/proc/{self.process}")
