"""The zygote: a process that has the rules of the games loaded and forks a mind's process whenever one is ordered.

    python -P -m arena.cell.zygote SOCKET

It is sent four descriptors: a mind's input, output and log, and a lifeline for its keeper, who finds the order there.
It ends when whoever holds the other end of its socket lets go.
"""

import gc
import os
import signal
import socket
import sys
import traceback
from contextlib import suppress
from typing import NoReturn

import msgspec

from arena.cell.birth import BEAR
from arena.cell.jail import filter as seccomp
from arena.cell.jail import walls
from arena.cell.keeper import CANNOT_START, STREAMS, keep
from arena.cell.order import Born, Order
from minds import host

LONGEST_ORDER = 64 * 1024
READY = b"ready"


def main() -> None:
    """Load all that minds think with, then fork on demand."""
    orders = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the arena decides what Ctrl-C means
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how keepers ended
    host.warm()
    for may_execute in (False, True):
        seccomp.program(os.getpid(), may_execute, may_create=True)  # of which the most is the same for all
    gc.collect()
    gc.freeze()  # what is never looked at again stays shared with the forks
    taken = walls.memory_of(os.getpid())
    with suppress(BrokenPipeError):  # nobody waits any more
        orders.send(READY)
    while True:
        word, received, _, _ = socket.recv_fds(orders, len(BEAR), STREAMS + 1)
        if not word:
            return
        if os.fork() == 0:
            _bear(orders, received, taken)
        for number in received:
            os.close(number)


def _bear(orders: socket.socket, received: list[int], taken: int) -> NoReturn:
    """Become the keeper of a new mind; the order itself never was in the zygote, whose memory all minds inherit."""
    *streams, line = received
    lifeline = socket.socket(fileno=line)
    try:
        orders.close()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.setsid()
        order = _with_the_house(msgspec.json.decode(lifeline.recv(LONGEST_ORDER), type=Order))
        keep(order, streams, lifeline, lambda order: serve(order, taken))
    except BaseException as problem:  # nothing of this may go back into the zygote's loop
        with suppress(OSError):
            lifeline.send(msgspec.json.encode(Born(problem=f"cannot be started: {problem}")))
        os._exit(CANNOT_START)


def _with_the_house(order: Order) -> Order:
    """A mind in Python may also see what it is written with."""
    if order.jail is None or order.spec is None:
        return order
    jail = msgspec.structs.replace(order.jail, seen=(*order.jail.seen, *host.seen()))
    return msgspec.structs.replace(order, jail=jail)


def serve(order: Order, taken: int) -> None:
    """What a mind's process does behind its walls."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL if order.command else signal.SIG_IGN)
    if order.command:
        _start_program(order)
    walls.limit_memory(order.limits, taken)
    try:
        assert order.spec is not None
        host.run(order.spec, jailed=order.jail is not None)
    except BaseException:  # the wire itself has failed
        traceback.print_exc()
    finally:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
    os._exit(0)


def _start_program(order: Order) -> NoReturn:
    """The program takes our place; of the house nothing is left."""
    environment = dict(PROGRAMS_SEE)
    try:
        walls.limit_memory(order.limits)
        os.execve(order.command[0], order.command, environment)
    except OSError as problem:
        os.write(2, f"cannot be started: {problem.strerror}\n".encode())
    os._exit(CANNOT_START)


PROGRAMS_SEE = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "HOME": "/nonexistent",
}


if __name__ == "__main__":
    main()
