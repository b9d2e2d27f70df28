"""The zygote ends with the process that started it, and prints nothing."""

import select
import socket
import subprocess
import sys

from arena.cell.launch import KIND, environment


def test_a_zygote_ends_quietly_when_nobody_reads_its_note() -> None:
    """A process that ends before it reads "loaded" resets the socket: the zygote ends without a traceback."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, KIND)
    command = [sys.executable, "-P", "-m", "arena.cell.zygote", str(theirs.fileno())]
    with theirs:
        zygote = subprocess.Popen(command, stderr=subprocess.PIPE, pass_fds=[theirs.fileno()], env=environment())
    with ours:
        readable, _, _ = select.select([ours], [], [], 300)  # it may have to compile the rules first
    _, printed = zygote.communicate(timeout=60)
    assert readable  # the note had come, and was not read
    assert (zygote.returncode, printed) == (0, b"")
