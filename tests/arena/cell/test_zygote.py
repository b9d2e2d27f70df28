"""The zygote ends with the process that started it, and prints nothing; a dead one is replaced, and no zombie."""

import errno
import select
import socket
import subprocess
import sys
from unittest.mock import Mock

import msgspec
import pytest

from arena.cell import launch
from arena.cell.cell import Cell
from arena.cell.launch import KIND, environment
from arena.cell.order import Launched
from arena.cell.zygote import forked
from minds.registry import read_spec
from tests.conftest import until
from world.api import Run


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


def test_a_killed_zygote_is_no_zombie(monkeypatch: pytest.MonkeyPatch) -> None:
    """`reap` takes notice of a zygote that was killed, also after another has taken its place."""
    monkeypatch.setattr(launch, "_zygotes", {})
    first = launch.zygote(hosts_minds=False)
    first.await_ready()
    first.process.kill()
    until(lambda: launch.reap() or first.process.returncode is not None, seconds=10)
    launch._forget(False, first)
    second = launch.zygote(hosts_minds=False)
    second.process.kill()
    launch._forget(False, second)
    until(lambda: launch.reap() or second.process.returncode is not None, seconds=10)


def test_a_zygote_for_some_minds_is_replaced_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mind that uses more than a zygote has loaded is hosted by one that has loaded everything."""
    monkeypatch.setattr(launch, "_zygotes", {})
    launch.start_zygotes([read_spec("any-random-legal-move")])
    few = launch.zygote()
    assert few.can_host(read_spec("any-random-legal-move"))
    assert not few.can_host(read_spec("champion"))
    for name, is_few in (("any-random-legal-move", True), ("alphabeta:depth=1", False)):
        cell = Cell(name)
        cell.start()
        cell.newrun(Run("tictactoe", 0))
        cell.close()
        assert (launch.zygote() is few) == is_few
    few.close()
    launch.zygote().close()


def test_an_order_that_cannot_be_forked_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lifeline of an order says that no more processes may be made, and the zygote lives on."""
    monkeypatch.setattr("os.fork", Mock(side_effect=BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")))
    ours, theirs = socket.socketpair(socket.AF_UNIX, KIND)
    with ours, theirs:
        assert not forked([theirs.fileno()])
        answer = msgspec.json.decode(ours.recv(1000), type=Launched)
    assert answer.problem == "cannot be started: Resource temporarily unavailable"
