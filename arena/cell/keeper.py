"""A keeper: a process between the arena and one mind, which leaves nothing running when either of them ends.

It is forked from the zygote, forks the mind, reports its process and waits. The lifeline is a socket between it and the
arena. When the mind ends, or when the arena's end of the lifeline closes, as it does even after kill -9, the keeper
kills every process that the mind has started, even a detached one.
A jailed mind asks it for every thread, and a program for its start.
"""

import os
import select
import signal
import socket
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import msgspec

from arena.cell.child import STREAMS, become_mind
from arena.cell.gate import Gate
from arena.cell.jail import walls
from arena.cell.jail.kernel import IS_LINUX, SUBREAPER, prctl
from arena.cell.order import Launched, Order

MAX_NOTE_BYTES = 4096
MEMORY_INTERVAL = 50  # milliseconds between two measurements of a jailed mind's memory
GRACE = 64 << 20  # bytes on top of its limit, for shared pages of ours that it has written to
OUT_OF_MEMORY = signal.SIGBUS  # reported of a mind that held too much memory; it is killed by SIGKILL


def keep(order: Order, streams: list[int], lifeline: socket.socket, house_memory: int) -> NoReturn:
    """Fork the ordered mind, report it on the lifeline, and kill all that it leaves behind when it ends."""
    if IS_LINUX:
        prctl(SUBREAPER, 1)  # orphans among its descendants become our children
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET if IS_LINUX else socket.SOCK_DGRAM)
    child = os.fork()
    if not child:
        become_mind(order, streams, theirs, house_memory)
    theirs.close()
    _drop_streams(streams)
    listeners = _report(order, child, ours, lifeline)
    starts, attempts = (order.starts, order.attempts) if order.command else (0, 0)
    gate = Gate(listeners[0], child, order.limits.threads, starts, attempts) if listeners else None
    max_memory = (order.limits.memory << 20) + GRACE if listeners else 0
    status = wait(child, lifeline.fileno(), gate, max_memory, memory_held(child))
    with suppress(OSError):
        os.killpg(child, signal.SIGKILL)  # its session, where the system has no list of children
    kill_all()
    if status is not None:
        with suppress(OSError):
            lifeline.send(str(status).encode())
    os._exit(0)


def _drop_streams(streams: list[int]) -> None:
    """Close our copies of the mind's streams, or the arena would not notice that the mind has closed its own."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (*range(STREAMS), *streams):
        os.dup2(null, stream)


def _report(order: Order, child: int, ours: socket.socket, lifeline: socket.socket) -> list[int]:
    """Pass the mind's first note on to the arena; return the descriptor on which it asks the gate, if it has one."""
    note, listeners, _, _ = socket.recv_fds(ours, MAX_NOTE_BYTES, 1)
    ours.close()
    launched = msgspec.json.decode(note, type=Launched) if note else Launched(problem="it died before it was started")
    own_memory = 0 if order.command else walls.memory_of(os.getpid())
    launched = msgspec.structs.replace(launched, number=child, own_memory=own_memory)
    handle = handle_of(child)
    socket.send_fds(lifeline, [msgspec.json.encode(launched)], [handle] if handle >= 0 else [])
    return listeners


def memory_held(process: int) -> int:
    """Return the bytes of memory that a process holds, with read-only pages and the kernel's page tables."""
    return walls.memory_of(process, "RssAnon", "VmSwap", "VmPTE")


def wait(child: int, lifeline: int, gate: Gate | None, max_memory: int = 0, own_memory: int = 0) -> int | None:
    """Wait until the mind ends and return its exit status, or None if the arena's end of the lifeline closes first.

    The lifeline is a socket shared with the arena; its other end closes when the arena drops the mind or dies. Until
    then, answer the mind's requests to the gate, and kill it if it holds too much memory. `own_memory` is what it held
    when it was forked, which does not count; a program has dropped it when it has started.
    """
    end = end_of(child)
    watched = select.poll()
    watched.register(end, select.POLLIN)
    watched.register(lifeline, select.POLLIN)
    if gate is not None:
        watched.register(gate.listener, select.POLLIN)
    holds_too_much, reserved = False, 0
    while True:
        ready = dict(watched.poll(min(MEMORY_INTERVAL, 1000 * gate.wake()) if gate is not None else None))
        if own_memory and gate is not None and gate.has_started():
            own_memory = 0
        if max_memory and not holds_too_much and memory_held(child) + reserved > max_memory + own_memory:
            os.kill(child, signal.SIGKILL)  # which a mind cannot ignore
            holds_too_much = True
        if end in ready:
            number, status = os.waitpid(child, os.WNOHANG)
            if number:
                return OUT_OF_MEMORY if holds_too_much else status
            with suppress(OSError):  # something else of ours has ended
                os.read(end, 64)
        if lifeline in ready:
            if (note := _read_note(lifeline)) is None:
                return None
            reserved = note
        if gate is not None and gate.listener in ready and not gate.answer():
            watched.unregister(gate.listener)
            gate.close()
            gate = None


def _read_note(lifeline: int) -> int | None:
    """Return the bytes of memory that others hold on the mind's account; None if the arena's end has closed."""
    try:
        return int(os.read(lifeline, MAX_NOTE_BYTES))
    except (OSError, ValueError):
        return None


def handle_of(child: int) -> int:
    """Return a descriptor of the child, safe when its number is used again; -1 where the system has none."""
    try:
        return os.pidfd_open(child)
    except (AttributeError, OSError):  # no Linux, or one before 5.3
        return -1


def end_of(child: int) -> int:
    """Return a descriptor that can be read when the child has ended."""
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
    """Kill our children until there are none; their children become ours when they die."""
    while True:
        for child in children():
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def children() -> list[int]:
    """Return the numbers of our children."""
    try:
        return [int(word) for word in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]
    except OSError:
        return []
