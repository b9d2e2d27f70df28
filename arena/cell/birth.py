"""Where minds' processes come from: a zygote for each process of the arena, started when it is first needed."""

import atexit
import os
import socket
import subprocess
import sys
import threading
from functools import cache

import msgspec

from arena.cell.order import Born, Order
from minds.host import zygotes_see

LONGEST_NOTE = 4096
BEAR = b"bear"  # what the zygote does for four descriptors
KIND = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_DGRAM


class Zygote:
    """The near end: sends orders to a process that forks minds."""

    def __init__(self) -> None:
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, KIND)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "arena.cell.zygote", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                env=zygotes_see(),
            )
        self.lock, self.is_ready = threading.Lock(), False

    def await_ready(self) -> None:
        """Wait until all that minds think with is loaded there."""
        with self.lock:
            if not self.is_ready:
                self.is_ready = bool(self.socket.recv(LONGEST_NOTE))

    def bear(self, order: Order, streams: list[int]) -> socket.socket:
        """Order a mind with these streams as its input, output and log; the lifeline of its keeper."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, KIND)
        self.await_ready()
        with theirs, self.lock:
            ours.send(msgspec.json.encode(order))
            socket.send_fds(self.socket, [BEAR], [*streams, theirs.fileno()])
        return ours

    def close(self) -> None:
        """Let it end; while it is loading it would not listen, and has borne nobody."""
        self.socket.close()
        if not self.is_ready:
            self.process.terminate()
        self.process.wait()


_one = threading.Lock()


def zygote() -> Zygote:
    """The zygote of this very process, whoever asks first."""
    with _one:
        return _zygote()


@cache
def _zygote() -> Zygote:
    one = Zygote()
    atexit.register(one.close)
    return one


def bear(order: Order, streams: list[int]) -> socket.socket:
    """Order a mind; if the zygote has died, of another one."""
    one = zygote()
    try:
        return one.bear(order, streams)
    except OSError:
        _bury(one)
        return zygote().bear(order, streams)


def _bury(dead: Zygote) -> None:
    """Of all who find it dead, the first makes room for another."""
    with _one:
        if _zygote() is dead:
            _zygote.cache_clear()


def read_born(lifeline: socket.socket, seconds: float) -> tuple[Born, int]:
    """What the keeper says first, and a handle on the process (-1 where there are none)."""
    lifeline.settimeout(seconds)
    note, handles, _, _ = socket.recv_fds(lifeline, LONGEST_NOTE, 1)
    born = msgspec.json.decode(note, type=Born) if note else Born(problem="nobody came to start it")
    return born, handles[0] if handles else -1


def read_end(lifeline: socket.socket, seconds: float) -> int | None:
    """How the mind ended, as a process's return code; None if it goes on."""
    lifeline.settimeout(seconds)
    try:
        note = lifeline.recv(LONGEST_NOTE)
    except (TimeoutError, BlockingIOError):
        return None
    return os.waitstatus_to_exitcode(int(note)) if note else -9
