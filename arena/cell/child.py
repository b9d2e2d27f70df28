"""The mind's own process: it takes its streams, closes its jail behind it, and serves the mind or becomes a program."""

import os
import signal
import socket
import sys
import traceback
from contextlib import suppress
from typing import NoReturn

import msgspec

from arena.cell.jail import files, walls
from arena.cell.jail.kernel import DEATH_SIGNAL, IS_LINUX, prctl
from arena.cell.order import Launched, Order
from arena.niceness import lower_session
from minds import host

CANNOT_START = 127
STREAMS = 3
PROGRAM_ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "HOME": "/nonexistent",
}


def become_mind(order: Order, streams: list[int], keeper: socket.socket, house_memory: int) -> NoReturn:
    """Turn a process that was just forked into the ordered mind's, and report to its keeper."""
    try:
        os.setsid()
        lower_session()
        if IS_LINUX:
            prctl(DEATH_SIGNAL, signal.SIGKILL)  # it dies with its keeper
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        kept = os.dup2(keeper.fileno(), STREAMS)
        keeper.detach()
        os.closerange(STREAMS + 1, os.sysconf("SC_OPEN_MAX"))
        with socket.socket(fileno=kept) as keeper:
            _enter_jail(order, keeper)
        _serve(order, house_memory)
    finally:
        os._exit(CANNOT_START)


def _enter_jail(order: Order, keeper: socket.socket) -> None:
    """Close the jail, and send the keeper its layers and the descriptor on which requests to the gate arrive."""
    try:
        with suppress(OSError):  # without the right to be there it is at the root
            os.chdir(order.folder)
        if order.jail is None:
            keeper.send(msgspec.json.encode(Launched()))
            return
        layers, listener = walls.close(order.jail, order.limits)
        socket.send_fds(keeper, [msgspec.json.encode(Launched(layers=layers))], [listener])
        os.close(listener)
        walls.limit_files()
    except OSError as problem:
        # In the jail, only a message of the kind that carries descriptors can be sent.
        socket.send_fds(keeper, [msgspec.json.encode(Launched(problem=f"its jail cannot be built: {problem}"))], [])
        raise


def _serve(order: Order, house_memory: int) -> None:
    """Serve the mind until its input ends."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL if order.command else signal.SIG_IGN)
    if order.command:
        _start_program(order)
    walls.limit_memory(order.limits, house_memory)
    try:
        assert order.spec is not None
        if order.jail is not None:
            files.restrict_imports()
        host.run(order.spec, order.limits.reply)
    except BaseException:  # a fault of ours, not of the mind: it goes to the log
        traceback.print_exc()
    finally:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
    os._exit(0)


def _start_program(order: Order) -> NoReturn:
    """Replace this process with the program."""
    try:
        walls.limit_memory(order.limits, order.spare_memory << 20)
        os.execve(order.command[0], order.command, PROGRAM_ENVIRONMENT | order.environment)
    except OSError as problem:
        os.write(2, f"cannot be started: {problem.strerror}\n".encode())
    os._exit(CANNOT_START)
