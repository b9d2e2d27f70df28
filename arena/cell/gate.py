"""The gate of the jail: the keeper counts a mind's threads and the starts of programs, and allows them or not.

seccomp holds the jailed process until the keeper has answered. Threads are counted here because the kernel's own limit
(RLIMIT_NPROC) does not apply to root. Waiting for a thread's end goes through here as well: see `wake`.
"""

import errno
import os
import struct
from contextlib import suppress
from fcntl import ioctl
from time import monotonic, sleep

from arena.cell.jail.calls import numbers

RECEIVE, SEND = 0xC0502100, 0xC0182101
REQUEST, RESPONSE = "QIIi", "QqiI"
REQUEST_SIZE = 80
CONTINUE = 1
MAX_COMMAND_BYTES = 4096
TO_APPEAR, A_MOMENT = 0.05, 0.0002  # seconds to wait for a thread that was allowed, and between two looks
TICKS = 2  # of processor time, in which the thread that asked has surely started the other one
NEVER = 3600.0
NAP = 0.002  # seconds after which a thread that waits for another's end looks again


class Gate:
    """Answers requests of a jailed process: starts of programs and threads, each up to a limit."""

    def __init__(self, listener: int, process: int, threads: int, starts: int, attempts: int) -> None:
        self.listener, self.process, self.threads, self.starts = listener, process, threads, starts
        self.attempts = attempts
        self.program = self._program()
        self.forked = self.program if starts else b""
        self.allowed: dict[int, int] = {}  # threads that may start one, with their processor time when they asked
        self.napping: list[tuple[float, int]] = []  # when to answer which request

    def answer(self) -> bool:
        """Answer one request; return False if the process has ended."""
        request = bytearray(REQUEST_SIZE)
        try:
            ioctl(self.listener, RECEIVE, request)
        except OSError as problem:
            return problem.errno in (errno.EINTR, errno.ENOENT) and not self._is_over()
        number, asker, _, call = struct.unpack_from(REQUEST, request)
        if call == numbers()["futex"]:
            self.napping.append((monotonic() + NAP, number))
        else:
            self._send(number, self._start() if call == numbers()["execve"] else self._thread(asker))
        return True

    def _send(self, number: int, refused: int) -> None:
        answer = struct.pack(RESPONSE, number, 0, -refused, 0 if refused else CONTINUE)
        with suppress(OSError):  # the process has ended
            ioctl(self.listener, SEND, bytearray(answer))

    def wake(self) -> float:
        """Let those look again whose nap is over; return the seconds until the next one's is.

        A thread must not wait in the kernel for another's end: the end of a thread of another mind, on a page of a
        library that both have, would wake it too, and so be a signal.
        """
        now = monotonic()
        while self.napping and self.napping[0][0] <= now:
            self._send(self.napping.pop(0)[1], errno.EAGAIN)
        return self.napping[0][0] - now if self.napping else NEVER

    def has_started(self) -> bool:
        """Return True if a program has replaced the process that was forked."""
        return bool(self.forked) and self._program() not in (b"", self.forked)

    def close(self) -> None:
        """Stop answering: the kernel refuses all further requests."""
        os.close(self.listener)

    def _start(self) -> int:
        """Allow as many attempts and starts as there may be: a shell tries one folder of its path after the other."""
        if (program := self._program()) != self.program:
            self.starts, self.program = self.starts - 1, program
        self.attempts -= 1
        return 0 if self.starts > 0 and self.attempts >= 0 else errno.EPERM

    def _program(self) -> bytes:
        """Return what tells a program from the one before: its words, and the addresses that the kernel gave it.

        A program chooses its words, and can make them those of another.
        """
        found = b""
        for name in ("cmdline", "auxv"):
            with suppress(OSError), open(f"/proc/{self.process}/{name}", "rb") as file:
                found += file.read(MAX_COMMAND_BYTES)
        return found

    def _thread(self, asker: int) -> int:
        """Allow a thread if there is room for it and for those that were allowed and have not started yet."""
        self.allowed.pop(asker, None)  # it asks again, so the last one has started, or could not
        until = monotonic() + TO_APPEAR
        while (running := self._count()) < self.threads and running + self._starting() >= self.threads:
            if monotonic() > until:
                return errno.EAGAIN
            sleep(A_MOMENT)
        if running >= self.threads:
            return errno.EAGAIN
        self.allowed[asker] = self._state(asker)[1]
        return 0

    def _starting(self) -> int:
        """Return how many threads were allowed and may not be counted yet: those that asked may still wait to run."""
        for asker, before in list(self.allowed.items()):
            state, ticks = self._state(asker)
            if state not in "RD" or ticks - before >= TICKS:
                del self.allowed[asker]
        return len(self.allowed)

    def _state(self, thread: int) -> tuple[str, int]:
        """Return a thread's state and its processor time in ticks; "X" if it has ended."""
        try:
            with open(f"/proc/{self.process}/task/{thread}/stat", "rb") as file:
                words = file.read().rpartition(b")")[2].split()
        except OSError:
            return "X", 0
        return words[0].decode(), int(words[11]) + int(words[12])

    def _count(self) -> int:
        try:
            return len(os.listdir(f"/proc/{self.process}/task"))
        except OSError:
            return 0

    def _is_over(self) -> bool:
        return not os.path.exists(f"/proc/{self.process}")
