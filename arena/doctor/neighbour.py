"""The bait's process, which stands for the opponent: it sleeps, and is asked whether all is well with it."""

import fcntl
import os
import resource
import socket
import struct
import subprocess
import sys
import termios
from typing import Any

# It keeps what it is given, tells where in its memory that lies, and then answers whoever asks whether it lives.
LIFE = """
import os
kept = os.read(1, 200)
os.write(1, b"%d" % (id(kept) + bytes.__basicsize__ - 1))
while os.read(1, 1):
    os.write(1, b"!")
"""
TO_START, TO_ANSWER = 20.0, 5.0


class Neighbour:
    """A process with a secret in its memory and an unread message on its input."""

    def __init__(self, secret: str) -> None:
        self.secret = secret.encode()
        self.message = f"81c2\tgetaction\t{secret}\n".encode()
        self.start()

    def start(self) -> None:
        """Start it, and wait until it has told where the secret lies."""
        self.line, theirs = socket.socketpair()
        self.line.settimeout(TO_START)
        self.answers, writer = os.pipe()
        os.set_blocking(self.answers, False)
        with theirs, os.fdopen(writer, "wb") as mouth:
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", LIFE],
                stdin=subprocess.PIPE,
                stdout=theirs.fileno(),
                stderr=mouth,
                bufsize=0,
                env={},
            )
        assert self.process.stdin is not None
        self.input = self.process.stdin.fileno()
        self.line.send(self.secret)
        self.address = int(self.line.recv(100))
        self.line.settimeout(TO_ANSWER)
        os.write(self.input, self.message)
        self.state = self.look()

    def told(self) -> dict[str, int]:
        """Its number, and where in its memory the secret lies."""
        return {"pid": self.process.pid, "address": self.address, "size": len(self.secret)}

    def look(self) -> dict[str, Any]:
        """What others might have changed of it."""
        number = self.process.pid
        return {
            "priority": os.getpriority(os.PRIO_PROCESS, number),
            "affinity": os.sched_getaffinity(number),
            "scheduler": os.sched_getscheduler(number),
            "limit of open files": resource.prlimit(number, resource.RLIMIT_NOFILE),
            "unread message": struct.unpack("i", fcntl.ioctl(self.input, termios.FIONREAD, bytes(4)))[0],
        }

    def harm(self) -> list[str]:
        """What has been done to it; if anything, another takes its place."""
        said = self._complaints()
        if said:
            self.close()
            self.start()
        return said

    def _complaints(self) -> list[str]:
        if not self.lives():
            return ["the opponent's process was stopped or killed"]
        now = self.look()
        said = [f"the opponent's {name} changed" for name in now if now[name] != self.state[name]]
        try:
            spoken = os.read(self.answers, 1000)
        except BlockingIOError:
            return said
        return [*said, f"somebody answered {spoken!r} for the opponent"]

    def lives(self) -> bool:
        """Whether it answers. A signal sent before this question reaches it before its answer leaves."""
        try:
            self.line.send(b"?")
            return self.line.recv(1) == b"!"
        except OSError:
            return False

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        if self.process.stdin is not None:
            self.process.stdin.close()
        self.line.close()
        os.close(self.answers)
