"""Launching minds: the near end of a zygote, which is started when the first mind of this process is ordered."""

import atexit
import os
import socket
import subprocess
import sys
import threading
from functools import cache

import msgspec

from arena.cell.order import Launched, Order

MAX_NOTE_BYTES = 4096
LAUNCH = b"launch"  # sent to the zygote with four descriptors
KIND = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_DGRAM
PASSED_ON = ("PYTHONPATH", "XDG_CACHE_HOME", "HOME", "TMPDIR", "LANG")


class Zygote:
    """The near end of a zygote: sends orders to a process that forks minds."""

    def __init__(self) -> None:
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, KIND)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "arena.cell.zygote", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                env=environment(),
            )
        self.lock, self.is_ready = threading.Lock(), False

    def await_ready(self) -> None:
        """Wait until the zygote has loaded the modules that minds use."""
        with self.lock:
            if not self.is_ready:
                self.is_ready = bool(self.socket.recv(MAX_NOTE_BYTES))

    def launch(self, order: Order, streams: list[int]) -> socket.socket:
        """Order a mind with these descriptors as its input, output and log; return its keeper's lifeline."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, KIND)
        self.await_ready()
        with theirs, self.lock:
            ours.send(msgspec.json.encode(order))
            socket.send_fds(self.socket, [LAUNCH], [*streams, theirs.fileno()])
        return ours

    def close(self) -> None:
        """End the zygote."""
        self.socket.close()
        if not self.is_ready:  # while it loads modules it does not listen, and it has forked nothing yet
            self.process.terminate()
        self.process.wait()


def environment() -> dict[str, str]:
    """Return the environment of the zygote: enough to find the installation, and nothing else."""
    kept = {name: value for name, value in os.environ.items() if name in PASSED_ON or name.startswith("NUMBA_")}
    return kept | {"PYTHONHASHSEED": "0"}  # a mind that iterates over a set plays the same game again


_lock = threading.Lock()


def zygote() -> Zygote:
    """Return the zygote of this process, started by the first call."""
    with _lock:
        return _zygote()


@cache
def _zygote() -> Zygote:
    one = Zygote()
    atexit.register(one.close)
    return one


def launch(order: Order, streams: list[int]) -> socket.socket:
    """Order a mind; if the zygote has died, of a new one."""
    one = zygote()
    try:
        return one.launch(order, streams)
    except OSError:
        _forget(one)
        return zygote().launch(order, streams)


def _forget(dead: Zygote) -> None:
    """Clear the cached zygote; the first caller to notice that it is dead does so."""
    with _lock:
        if _zygote() is dead:
            _zygote.cache_clear()


def read_launched(lifeline: socket.socket, seconds: float) -> tuple[Launched, int]:
    """Return the keeper's first note, and a descriptor of the process (-1 where the system has none)."""
    lifeline.settimeout(seconds)
    note, handles, _, _ = socket.recv_fds(lifeline, MAX_NOTE_BYTES, 1)
    launched = msgspec.json.decode(note, type=Launched) if note else Launched(problem="its keeper has not reported")
    return launched, handles[0] if handles else -1


def read_end(lifeline: socket.socket, seconds: float) -> int | None:
    """Return the return code of a process that has ended; None if it goes on."""
    lifeline.settimeout(seconds)
    try:
        note = lifeline.recv(MAX_NOTE_BYTES)
    except (TimeoutError, BlockingIOError):
        return None
    return os.waitstatus_to_exitcode(int(note)) if note else -9
