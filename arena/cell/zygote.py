"""The zygote: a process that has loaded the rules of the games and forks a mind's process for each order.

    python -P -m arena.cell.zygote SOCKET [minds [NAME...]]

With "minds" it loads what minds in Python need, or what the named built-in minds do; programs need nothing of it. With
each order it receives four descriptors: a mind's input, output and log, and the lifeline of its keeper, which reads the
order itself. It ends when the other end of its socket is closed.
"""

import gc
import os
import signal
import socket
import sys
from contextlib import suppress
from typing import NoReturn

import msgspec

from arena.cell.child import CANNOT_START, STREAMS
from arena.cell.jail import files, walls
from arena.cell.jail import filter as seccomp
from arena.cell.keeper import keep
from arena.cell.launch import LAUNCH, MINDS
from arena.cell.loaded_code import give_back_code
from arena.cell.order import Launched, Order
from arena.niceness import lower_session
from minds import host

MAX_ORDER_BYTES = 64 * 1024
LOADED = b"loaded"


def main() -> None:
    """Load the modules that minds use, then fork on demand."""
    orders = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the arena decides what Ctrl-C means
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # keepers are not waited for
    lower_session()
    _load(hosts_minds=sys.argv[2:3] == [MINDS], names=sys.argv[3:])
    house_memory = walls.memory_of(os.getpid())
    with suppress(OSError):  # the arena has ended meanwhile
        orders.send(LOADED)
    while True:
        word, received = _next_launch(orders)
        if not word:
            return
        if forked(received):
            _become_keeper(orders, received, house_memory)
        for number in received:
            os.close(number)


def forked(received: list[int]) -> bool:
    """Fork, and return True in the child; if no process can be made, tell the arena on the lifeline."""
    try:
        return os.fork() == 0
    except OSError as problem:
        with suppress(OSError), socket.socket(fileno=os.dup(received[-1])) as lifeline:
            _tell(lifeline, problem)
        return False


def _tell(lifeline: socket.socket, problem: BaseException) -> None:
    """Tell the arena why there is no mind."""
    reason = getattr(problem, "strerror", None) or problem
    lifeline.send(msgspec.json.encode(Launched(problem=f"cannot be started: {reason}")))


def _load(hosts_minds: bool, names: list[str]) -> None:
    """Load all that minds share, which in the jail could not be loaded, and keep the pages shared."""
    if hosts_minds:
        host.warm(names)
        files.python_files()
    for may_execute in (False, True):
        seccomp.program(os.getpid(), may_execute, may_create=True)  # its longest part is the same for all
    give_back_code()
    gc.collect()
    gc.freeze()  # objects that the collector never visits stay shared with the forks


def _next_launch(orders: socket.socket) -> tuple[bytes, list[int]]:
    """Return the next order's word and descriptors; no word if the arena has ended."""
    try:
        word, received, _, _ = socket.recv_fds(orders, len(LAUNCH), STREAMS + 1)
    except ConnectionResetError:  # it ended before it read that we have loaded
        return b"", []
    return word, received


def _become_keeper(orders: socket.socket, received: list[int], house_memory: int) -> NoReturn:
    """Become the keeper of a new mind; the zygote never reads the order, since all minds inherit its memory."""
    *streams, line = received
    lifeline = socket.socket(fileno=line)
    try:
        orders.close()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.setsid()
        order = _with_library(msgspec.json.decode(lifeline.recv(MAX_ORDER_BYTES), type=Order))
        keep(order, streams, lifeline, house_memory)
    except BaseException as problem:  # nothing of this may go back into the zygote's loop
        with suppress(OSError):
            _tell(lifeline, problem)
        os._exit(CANNOT_START)


def _with_library(order: Order) -> Order:
    """Return the order with a jail in which a mind in Python can read Python's library and ours."""
    if order.jail is None or order.spec is None:
        return order
    jail = msgspec.structs.replace(order.jail, readable=(*order.jail.readable, *files.python_files()))
    return msgspec.structs.replace(order, jail=jail)


if __name__ == "__main__":
    main()
