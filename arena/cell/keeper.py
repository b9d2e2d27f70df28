"""A keeper stands between the arena and a mind's program, so that nothing of it outlives them.

It starts the program, tells its process number, and waits. When the program ends, or when whoever holds the other end
of the lifeline lets go, by intent or by kill -9, every process that the program has started is killed, also one that
has detached itself. It is run by its path, on the standard library alone, so that it starts in a blink:

    python -I -S keeper.py LIFELINE MEMORY PROGRAM ARGUMENT…
"""

import ctypes
import os
import resource
import select
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
CANNOT_START = 127


def adopt_orphans() -> None:
    """Whatever our children leave behind becomes our own child."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def start(command: list[str], memory: int) -> int:
    """The program's process number; its input, output and log are ours."""
    child = os.fork()
    if child:
        return child
    os.setsid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        os.execvp(command[0], command)
    except OSError as problem:
        print(f"cannot be started: {problem.strerror}", file=sys.stderr, flush=True)
    os._exit(CANNOT_START)


def wait(child: int, lifeline: int) -> int | None:
    """How the program ended; None if the lifeline was let go first."""
    reader, writer = os.pipe()
    for end in (reader, writer):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(writer)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    while True:
        number, status = os.waitpid(child, os.WNOHANG)
        if number:
            return status
        ready, _, _ = select.select([reader, lifeline], [], [])
        if lifeline in ready:
            return None
        with suppress(BlockingIOError):
            os.read(reader, 64)


def kill_all() -> None:
    """Kill our children until there are none: those of theirs become ours when they die."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
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


def end_like(status: int) -> NoReturn:
    """End as the program did, so that whoever waits for us sees it."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number != signal.SIGKILL:
            signal.signal(number, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status))


def main() -> NoReturn:
    """Keep one program."""
    lifeline, memory, *command = sys.argv[1:]
    os.set_inheritable(int(lifeline), False)
    adopt_orphans()
    child = start(command, int(memory))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # or nobody would see that the program has closed its own
        os.dup2(nowhere, stream)
    os.write(int(lifeline), f"{child}\n".encode())
    status = wait(child, int(lifeline))
    kill_all()
    end_like(signal.SIGKILL if status is None else status)


if __name__ == "__main__":
    main()
