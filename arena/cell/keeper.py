"""A keeper stands between the arena and a mind's process, so that nothing of it outlives them.

It is forked from the zygote, starts the mind, says who it is, and waits. When the mind ends, or when whoever holds the
other end of the lifeline lets go, by intent or by kill -9, every process that the mind has started is killed, also one
that has detached itself. A mind in the jail asks it for every thread, and a program for its one start.
"""

import os
import select
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import msgspec

from arena.cell.gate import Gate
from arena.cell.jail import walls
from arena.cell.jail.kernel import DEATH_SIGNAL, IS_LINUX, SUBREAPER, prctl
from arena.cell.order import Born, Order

CANNOT_START = 127
STREAMS = 3
LONGEST_NOTE = 4096
LOOK = 50  # milliseconds between two looks at the memory that a stranger holds
GRACE = 64 << 20  # bytes that a mind may hold beyond what it may reserve: the house's own pages that it has touched
TOO_MUCH = signal.SIGBUS  # what a mind dies of that holds too much memory


def keep(order: Order, streams: list[int], lifeline: socket.socket, serve: Callable[[Order], None]) -> NoReturn:
    """Keep one mind until it ends; `serve` is what it does in its process."""
    if IS_LINUX:
        prctl(SUBREAPER, 1)  # whatever our children leave behind becomes our own child
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET if IS_LINUX else socket.SOCK_DGRAM)
    child = os.fork()
    if not child:
        _become(order, streams, theirs, serve)
    theirs.close()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (*range(STREAMS), *streams):  # or nobody would see that the mind has closed its own
        os.dup2(nowhere, stream)
    note, listeners, _, _ = socket.recv_fds(ours, LONGEST_NOTE, 1)
    ours.close()
    born = msgspec.json.decode(note, type=Born) if note else Born(problem="it died in being born")
    born = msgspec.structs.replace(born, number=child, house=0 if order.command else walls.memory_of(os.getpid()))
    handle = handle_of(child)
    socket.send_fds(lifeline, [msgspec.json.encode(born)], [handle] if handle >= 0 else [])
    gate = Gate(listeners[0], child, order.limits.threads, bool(order.command)) if listeners else None
    most = (order.limits.memory << 20) + GRACE + held(child) if listeners else 0
    status = wait(child, lifeline.fileno(), gate, most)
    with suppress(OSError):
        os.killpg(child, signal.SIGKILL)  # its session, where there is no list of children
    kill_all()
    if status is not None:
        with suppress(OSError):
            lifeline.send(str(status).encode())
    os._exit(0)


def _become(order: Order, streams: list[int], keeper: socket.socket, serve: Callable[[Order], None]) -> NoReturn:
    """The mind's process: its streams, its walls, and then the mind itself."""
    try:
        os.setsid()
        if IS_LINUX:
            prctl(DEATH_SIGNAL, signal.SIGKILL)  # without its keeper there is no mind
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        held = os.dup2(keeper.fileno(), STREAMS)
        keeper.detach()
        os.closerange(STREAMS + 1, os.sysconf("SC_OPEN_MAX"))
        with socket.socket(fileno=held) as keeper:
            _tell(order, keeper)
        serve(order)
    finally:
        os._exit(CANNOT_START)


def _tell(order: Order, keeper: socket.socket) -> None:
    """Go into the jail, and hand out the key."""
    try:
        with suppress(OSError):  # where it may not be, it is at the root
            os.chdir(order.folder)
        if order.jail is None:
            keeper.send(msgspec.json.encode(Born()))
            return
        layers, listener = walls.close(order.jail, order.limits)
        socket.send_fds(keeper, [msgspec.json.encode(Born(layers=layers))], [listener])
        os.close(listener)
    except OSError as problem:
        keeper.send(msgspec.json.encode(Born(problem=f"its jail cannot be built: {problem}")))
        raise


def held(process: int) -> int:
    """The memory that a process really holds, also what it has made read-only, and the kernel's notes of where."""
    return walls.memory_of(process, "RssAnon", "VmSwap", "VmPTE")


def wait(child: int, lifeline: int, gate: Gate | None, most: int = 0) -> int | None:
    """How the mind ended; None if the lifeline was let go first. One that holds more than `most` is ended."""
    end = end_of(child)
    watched = select.poll()
    watched.register(end, select.POLLIN)
    watched.register(lifeline, select.POLLIN)
    if gate is not None:
        watched.register(gate.listener, select.POLLIN)
    while True:
        ready = dict(watched.poll(LOOK if most else None))
        if most and held(child) > most:
            os.kill(child, TOO_MUCH)
        if end in ready:
            number, status = os.waitpid(child, os.WNOHANG)
            if number:
                return status
            with suppress(OSError):  # something else of ours has ended
                os.read(end, 64)
        if lifeline in ready:
            return None
        if gate is not None and gate.listener in ready and not gate.answer():
            watched.unregister(gate.listener)
            gate.close()
            gate = None


def handle_of(child: int) -> int:
    """A descriptor that stands for the child, whatever its number will be used for later; -1 where there are none."""
    try:
        return os.pidfd_open(child)
    except (AttributeError, OSError):  # no Linux, or one before 5.3
        return -1


def end_of(child: int) -> int:
    """A descriptor that can be read when the child has ended."""
    handle = handle_of(child)
    if handle >= 0:
        return handle
    reader, writer = os.pipe()
    for end in (reader, writer):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(writer)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    os.write(writer, b"?")  # it may have ended already
    return reader


def kill_all() -> None:
    """Kill our children until there are none: those of theirs become ours when they die."""
    while True:
        for child in children():
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def children() -> list[int]:
    """The numbers of our children."""
    try:
        return [int(word) for word in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]
    except OSError:
        return []
