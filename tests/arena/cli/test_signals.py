"""SIGTERM and SIGHUP end every command in order."""

import os
import signal
import subprocess
import threading
from pathlib import Path

import pytest

from arena.cli.signals import EndedBySignal, ended_by_signals
from tests.arena.command import ARENA
from tests.conftest import until
from tests.drills.signals import await_handler
from tests.world.server.serving import Server

NUMBERS = (signal.SIGTERM, signal.SIGHUP)
SPRT = ("sprt", "minimax", "any-random-legal-move", "--world", "tictactoe", "--nodes", "100", "--elo1", "1", "--out")
JOIN = ("join", "http://127.0.0.1:9/runs/x", "minimax", "--token", "t")


class Ends:
    """Raises in its destructor what a signal raises there: Python only prints that."""

    def __del__(self) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        os.getpid()  # the handler is called between two steps


@pytest.mark.parametrize("number", NUMBERS)
def test_commands_end_by_a_signal(tmp_path: Path, number: signal.Signals) -> None:
    """Commands that are waiting or playing end with the signal's exit code, and say so in a line."""
    commands = [("play", "human", "minimax"), (*SPRT, str(tmp_path / "sprt")), JOIN]
    running = [
        subprocess.Popen([ARENA, *words], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for words in commands
    ]
    for process in running:
        await_handler(process, number)
        process.send_signal(number)
    for words, process in zip(commands, running, strict=True):
        _, said = process.communicate(timeout=60)
        assert (process.returncode, f"arena: ended by {number.name}" in said.decode()) == (128 + number, True), words
        assert b"Traceback" not in said


def test_a_server_ends_by_sighup(tmp_path: Path) -> None:
    """A server closes what is open and ends with 129; SIGTERM is tested with Ctrl-C, as the way to stop it."""
    server = Server(tmp_path)
    server.open(seats=[None, "any-random-legal-move"])
    code, said = server.end(signal.SIGHUP)
    assert (code, "ended by SIGHUP" in said, "Traceback" in said) == (129, True, False)


def test_a_signal_is_not_lost_in_a_destructor(capsys: pytest.CaptureFixture[str]) -> None:
    """The signal's exception is raised again, not printed, where Python ignores exceptions, as in destructors."""

    @ended_by_signals()
    def wait() -> None:
        Ends()
        until(lambda: False, seconds=10)

    with pytest.raises(EndedBySignal) as found:
        wait()
    assert found.value.exit_code == 143
    assert "ignored" not in capsys.readouterr().err
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_an_ignored_signal_stays_ignored() -> None:
    """Under nohup, and in other threads than the first, nothing changes."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with ended_by_signals():
            assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
            assert signal.getsignal(signal.SIGTERM) != signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)
    handlers: list[object] = []

    def look() -> None:
        with ended_by_signals():
            handlers.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert handlers == [signal.SIG_DFL]
