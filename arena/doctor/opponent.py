"""The bait's process, which stands in for the opponent: it sleeps, and reports if an attack has changed it."""

import fcntl
import os
import resource
import socket
import struct
import subprocess
import sys
import termios
from typing import Any

from world.wire import GetAction, Question, Request

# It keeps the secret in memory, writes the secret's address, and then answers each byte to show that it is alive.
LIFE = """
import os
kept = os.read(1, 200)
os.write(1, b"%d" % (id(kept) + bytes.__basicsize__ - 1))
while os.read(1, 1):
    os.write(1, b"!")
"""
TO_START, TO_ANSWER = 20.0, 5.0  # seconds it may take


class Opponent:
    """A process with a secret in its memory and an unread message on its input."""

    def __init__(self, secret: str) -> None:
        self.secret = secret.encode()
        self.message = f"{Request(GetAction(secret, Question())).line}\n".encode()
        self.start()

    def start(self) -> None:
        """Start the process, and wait for the address of the secret."""
        self.line, theirs = socket.socketpair()
        self.line.settimeout(TO_START)
        self.answers, writer = os.pipe()
        os.set_blocking(self.answers, False)
        with theirs, os.fdopen(writer, "wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", LIFE],
                stdin=subprocess.PIPE,
                stdout=theirs.fileno(),
                stderr=errors,
                bufsize=0,
                env={},
            )
        assert self.process.stdin is not None
        self.input = self.process.stdin.fileno()
        self.line.send(self.secret)
        self.address = int(self.line.recv(100))
        self.line.settimeout(TO_ANSWER)
        os.write(self.input, self.message)
        self.before = self.settings()

    def location(self) -> dict[str, int]:
        """Return the process's number, and the address and size of its secret."""
        return {"pid": self.process.pid, "address": self.address, "size": len(self.secret)}

    def settings(self) -> dict[str, Any]:
        """Return everything about the process that an attack can change."""
        number = self.process.pid
        return {
            "priority": os.getpriority(os.PRIO_PROCESS, number),
            "affinity": os.sched_getaffinity(number),
            "scheduler": os.sched_getscheduler(number),
            "limit of open files": resource.prlimit(number, resource.RLIMIT_NOFILE),
            "unread message": struct.unpack("i", fcntl.ioctl(self.input, termios.FIONREAD, bytes(4)))[0],
        }

    def damage(self) -> list[str]:
        """Return what was done to the process; if anything, replace it."""
        found = self._changes()
        if found:
            self.close()
            self.start()
        return found

    def _changes(self) -> list[str]:
        if not self.is_alive():
            return ["the opponent's process was stopped or killed"]
        now = self.settings()
        found = [f"the opponent's {name} changed" for name in now if now[name] != self.before[name]]
        try:
            forged = os.read(self.answers, 1000)
        except BlockingIOError:
            return found
        return [*found, f"the answer {forged!r} was forged for the opponent"]

    def is_alive(self) -> bool:
        """True if the process answers. A signal sent before this question arrives before the answer leaves."""
        try:
            self.line.send(b"?")
            return self.line.recv(1) == b"!"
        except OSError:
            return False

    def close(self) -> None:
        """Kill the process and close its pipes."""
        self.process.kill()
        self.process.wait()
        if self.process.stdin is not None:
            self.process.stdin.close()
        self.line.close()
        os.close(self.answers)
