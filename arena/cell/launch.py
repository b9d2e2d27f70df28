"""Launching minds: the near end of a zygote, which is started when the first mind of this process is ordered."""

import atexit
import os
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable

import msgspec

from arena.cell.order import Launched, Order
from minds.registry import Spec

MAX_NOTE_BYTES = 4096
PROGRAMS = ("cmd", "uci")  # kinds of specs whose minds need no zygote that has loaded anything
MINDS = "minds"  # argument of a zygote that loads what minds in Python need
LAUNCH = b"launch"  # sent to the zygote with four descriptors
KIND = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_DGRAM
KEEPER_LOST, CANNOT_START = -1000, 127  # return codes of no process, and of a keeper that has failed
ANY = frozenset[str]()  # no names of minds: all of them
PASSED_ON = ("PYTHONPATH", "XDG_CACHE_HOME", "HOME", "TMPDIR", "LANG")


class Zygote:
    """The near end of a zygote: sends orders to a process that forks minds. Several processes may share one."""

    def __init__(
        self, hosts_minds: bool = True, names: frozenset[str] = ANY, shared: socket.socket | None = None
    ) -> None:
        """Start a zygote for these built-in minds, or for any; or share one that another process has started."""
        self.process: subprocess.Popen[bytes] | None = None
        self.names = names
        self.socket = self._start(hosts_minds) if shared is None else shared
        self.lock, self.is_ready = threading.Lock(), False

    def _start(self, hosts_minds: bool) -> socket.socket:
        ours, theirs = socket.socketpair(socket.AF_UNIX, KIND)
        with theirs:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-P",
                    "-m",
                    "arena.cell.zygote",
                    str(theirs.fileno()),
                    *([MINDS, *sorted(self.names)] if hosts_minds else []),
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                env=environment(),
                cwd="/",  # libraries read settings from where they are imported, which may be a stranger's folder
            )
        return ours

    def await_ready(self) -> None:
        """Wait until the zygote has loaded the modules that minds use."""
        with self.lock:
            if not self.is_ready:
                # Its note is left there, for others that share the zygote; poll wakes all of them, recv only one.
                note = select.poll()
                note.register(self.socket, select.POLLIN)
                note.poll()
                self.is_ready = bool(self.socket.recv(MAX_NOTE_BYTES, socket.MSG_PEEK))

    def has_loaded(self) -> bool:
        """Return True if the zygote has loaded all that it loads, or has died."""
        note = select.poll()
        note.register(self.socket, select.POLLIN)
        return bool(note.poll(0))

    def can_host(self, spec: Spec | None) -> bool:
        """Return True if the zygote has loaded what a mind uses; programs use nothing of it."""
        return spec is None or not self.names or (spec.kind == "builtin" and spec.target in self.names)

    def launch(self, order: Order, streams: list[int]) -> socket.socket:
        """Order a mind with these descriptors as its input, output and log; return its keeper's lifeline."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, KIND)
        self.await_ready()
        with theirs, self.lock:
            ours.send(msgspec.json.encode(order))
            socket.send_fds(self.socket, [LAUNCH], [*streams, theirs.fileno()])
        return ours

    def close(self) -> None:
        """End the zygote, unless another process shares it."""
        self.socket.close()
        if self.process is not None:
            if not self.is_ready:  # while it loads modules it does not listen, and it has forked nothing yet
                self.process.terminate()
            self.process.wait()


def environment() -> dict[str, str]:
    """Return the environment of the zygote: enough to find the installation, and nothing else."""
    kept = {name: value for name, value in os.environ.items() if name in PASSED_ON or name.startswith("NUMBA_")}
    if "PYTHONPATH" in kept:  # the zygote works in another folder
        kept["PYTHONPATH"] = os.pathsep.join(map(os.path.abspath, kept["PYTHONPATH"].split(os.pathsep)))
    return kept | {"PYTHONHASHSEED": "0"}  # a mind that iterates over a set plays the same game again


_lock = threading.Lock()
_zygotes: dict[bool, Zygote] = {}  # by whether they host minds in Python
_forgotten: list[Zygote] = []  # those that have died


def zygote(hosts_minds: bool = True, names: frozenset[str] = ANY) -> Zygote:
    """Return a zygote of this process, started by the first call: one for minds in Python, or one for programs.

    Where it is for some built-in minds only, `names` are theirs.
    """
    with _lock:
        if hosts_minds not in _zygotes:
            _keep(hosts_minds, Zygote(hosts_minds, names))
        return _zygotes[hosts_minds]


def _keep(hosts_minds: bool, one: Zygote) -> None:
    _zygotes[hosts_minds] = one
    atexit.register(one.close)


def start_zygotes(specs: Iterable[Spec]) -> None:
    """Start the zygotes that will host these minds, without waiting for them."""
    here = [spec for spec in specs if spec.kind != "remote"]
    ours = [spec for spec in here if spec.kind not in PROGRAMS]
    only_built_in = all(spec.kind == "builtin" for spec in ours)
    if ours:
        zygote(names=frozenset(spec.target for spec in ours) if only_built_in else ANY)
    if len(ours) < len(here):
        zygote(hosts_minds=False)


def are_loading() -> bool:
    """Return True while a zygote of this process loads what minds need, which may have to be compiled."""
    return not all(one.has_loaded() for one in _zygotes.values())


Shared = dict[bool, tuple[socket.socket, frozenset[str]]]


def shared() -> Shared:
    """Return the sockets of this process's zygotes and the minds they are for, for `share` in another process."""
    return {hosts_minds: (one.socket, one.names) for hosts_minds, one in _zygotes.items()}


def share(zygotes: Shared) -> None:
    """Use the zygotes of another process, which has started this one."""
    for hosts_minds, (one, names) in zygotes.items():
        _keep(hosts_minds, Zygote(names=names, shared=one))


def launch(order: Order, streams: list[int]) -> socket.socket:
    """Order a mind; if the zygote has died or has not loaded what it uses, of a new one."""
    hosts_minds = order.spec is not None
    one = zygote(hosts_minds)
    if not one.can_host(order.spec):
        _forget(hosts_minds, one)
        return zygote(hosts_minds).launch(order, streams)
    try:
        return one.launch(order, streams)
    except OSError:
        _forget(hosts_minds, one)
        return zygote(hosts_minds).launch(order, streams)


def _forget(hosts_minds: bool, dead: Zygote) -> None:
    """Forget a zygote; only the first caller to notice that it is dead, or not enough, does so."""
    with _lock:
        if _zygotes.get(hosts_minds) is dead:
            _forgotten.append(_zygotes.pop(hosts_minds))


def reap() -> None:
    """Take notice of the zygotes of this process that have died, or they would stay as zombies."""
    for one in (*_zygotes.values(), *_forgotten):
        if one.process is not None:
            one.process.poll()


def read_launched(lifeline: socket.socket, seconds: float) -> tuple[Launched, int]:
    """Return the keeper's first note, and a descriptor of the process (-1 where the system has none)."""
    lifeline.settimeout(seconds)
    note, handles, _, _ = socket.recv_fds(lifeline, MAX_NOTE_BYTES, 1)
    launched = msgspec.json.decode(note, type=Launched) if note else Launched(problem="its keeper has not reported")
    return launched, handles[0] if handles else -1


def read_end(lifeline: socket.socket, seconds: float) -> int | None:
    """Return the return code of a process that has ended, KEEPER_LOST if its keeper has; None if it goes on."""
    lifeline.settimeout(seconds)
    try:
        note = lifeline.recv(MAX_NOTE_BYTES)
    except (TimeoutError, BlockingIOError):
        return None
    if not note:
        return KEEPER_LOST
    return os.waitstatus_to_exitcode(int(note)) if note.isdigit() else CANNOT_START  # else the keeper's own error
