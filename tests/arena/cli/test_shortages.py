"""Messages about a machine that is short of something: one line, with the next step."""

import errno
import resource
from unittest.mock import patch

import pytest

from arena.cli.shortages import STEPS, explained
from tests.arena.command import arena


@pytest.mark.parametrize("number", STEPS)
def test_a_shortage_names_the_next_step(number: int) -> None:
    """The message has the file, the system's words and what to do, without the error's number."""
    said = explained(OSError(number, "x", "out/games.csv"))
    assert said.startswith("'out/games.csv': ")
    assert STEPS[number] in said
    assert "Errno" not in said


def test_another_error_is_told_as_it_is() -> None:
    """An error that is no shortage keeps Python's words."""
    assert explained(FileNotFoundError(errno.ENOENT, "No such file", "x")) == "[Errno 2] No such file: 'x'"


def test_too_little_memory_is_refused_at_the_start() -> None:
    """Under a limit that libraries could not start with, every command says which limit would do."""
    with patch("resource.getrlimit", return_value=(400 << 20, resource.RLIM_INFINITY)):
        done = arena("minds")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "400 MiB of address space; expected" in done.stderr
    assert "ulimit -v" in done.stderr


def test_memory_that_runs_out_is_one_line() -> None:
    """A MemoryError is no traceback."""
    with patch("arena.cli.check_memory", side_effect=MemoryError):
        done = arena("minds")
    assert (done.returncode, done.stderr.startswith("arena: no memory is left; close")) == (1, True), done.stderr


def test_threads_that_run_out_are_one_line() -> None:
    """A thread that cannot be started is no traceback; any other RuntimeError is one, since it is a fault of ours."""
    with patch("arena.cli.check_memory", side_effect=RuntimeError("can't start new thread")):
        done = arena("minds")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "no thread can be started; allow more processes" in done.stderr
    with patch("arena.cli.check_memory", side_effect=RuntimeError("x")), pytest.raises(BaseException, match="x"):
        arena("minds")
