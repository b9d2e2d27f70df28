"""One game in a terminal: what `arena play` shows while it is played, and what stays on the screen."""

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from arena.human import table
from arena.human.table import Settings, Table
from tests.arena.command import ARENA
from tests.conftest import until
from world.api import UNLIMITED
from world.record import Ply, Record
from world.registry import new_world

QUEEN_UP = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"
TO_NORMAL_SCREEN, CURSOR_ON = "\x1b[?1049l", "\x1b[?25h"
MINDS = ("--world", "tictactoe", "any-random-legal-move", "any-random-legal-move")


class Terminal:
    """`arena play` in a terminal of its own."""

    def __init__(self, arguments: tuple[str, ...], columns: int, rows: int, term: str) -> None:
        self.master, slave = pty.openpty()
        self.resize(columns, rows)
        environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        streams = {"stdin": slave, "stdout": slave, "stderr": slave}
        self.process = subprocess.Popen([ARENA, "play", *arguments], env=environment | {"TERM": term}, **streams)
        os.close(slave)
        os.set_blocking(self.master, False)
        self.text, self.is_closed = "", False

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def wait_for(self, text: str) -> None:
        until(lambda: self._read() or text in self.text)

    def end(self) -> tuple[int, list[str]]:
        """The exit code, and the lines that are left on the normal screen."""
        until(lambda: self._read() or self.is_closed)
        left = self.text.rpartition(TO_NORMAL_SCREEN)[2]
        return self.process.wait(60), re.sub(r"\x1b\[[0-9;]*m|\r", "", left.replace(CURSOR_ON, "")).splitlines()

    @property
    def frame(self) -> list[str]:
        """The lines of the last whole picture."""
        return self.text.split("\x1b[H")[-2].splitlines()

    def _read(self) -> None:
        try:
            self.text += os.read(self.master, 65536).decode(errors="replace")
        except BlockingIOError:
            pass
        except OSError:  # the other side is closed
            self.is_closed = True


@contextmanager
def played(*arguments: str, columns: int = 80, rows: int = 24, term: str = "xterm") -> Iterator[Terminal]:
    terminal = Terminal(arguments, columns, rows, term)
    try:
        yield terminal
    finally:
        terminal.process.kill()
        terminal.process.wait()
        os.close(terminal.master)


@pytest.fixture(scope="module")
def watched() -> tuple[str, list[str]]:
    """All that a terminal got of one short game, and the lines that stayed on it."""
    options = ("--max-plies", "2", "--fen", QUEEN_UP, "--pace", "0.1")
    with played("minimax:depth=2", "alphabeta:depth=3", *options, columns=100) as terminal:
        code, lines = terminal.end()
    assert code == 0
    return terminal.text, lines


def test_the_result_stays_on_the_screen(watched: tuple[str, list[str]]) -> None:
    """After the game the normal screen shows the board, the moves, the last one in words, and at last the result."""
    shown, lines = watched
    assert lines[-1] == "minimax:depth=2 (White) – alphabeta:depth=3 (Black)   0.5 : 0.5   max plies, 2 plies"
    text = "\n".join(lines)
    assert re.search(r"alphabeta:depth=3 \(Black\) plays K\S+: the king from e8 to .*\nA draw: max plies\n", text)
    assert re.search(r"minimax:depth=2 +Q\S+ +\+\d", text), "White is a queen up, and says so"
    assert re.search(r"alphabeta:depth=3 +K\S+ +-\d", text), "Black knows it as well"
    assert "   a b c d e f g h" in text
    assert "\x1b" not in text, "nothing moves the cursor, so nothing is covered"
    assert "[Event" not in text
    assert shown.count(CURSOR_ON) == 1


def test_it_says_whose_move_it_is_and_what_the_last_one_was(watched: tuple[str, list[str]]) -> None:
    """Each picture names the player to move and the last move."""
    pictures = watched[0].split("\x1b[H")
    assert any("minimax:depth=2 (White) to move" in one and "plays" not in one for one in pictures)
    assert any(re.search(r"\(White\) plays Q.*\(Black\) to move", one, re.DOTALL) for one in pictures)


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [(signal.SIGINT, 130, "arena: interrupted"), (signal.SIGTERM, 143, "arena: ended by SIGTERM")],
)
def test_an_end_by_a_signal_restores_the_terminal(number: signal.Signals, code: int, said: str) -> None:
    """A signal ends with its exit code, on the normal screen, with the cursor and the last board to be seen."""
    with played(*MINDS, "--pace", "60") as terminal:
        terminal.wait_for("to move")
        terminal.process.send_signal(number)
        found, lines = terminal.end()
    assert (found, lines[-1]) == (code, said)
    assert sum(line.startswith(". . .") for line in lines) == 3
    assert CURSOR_ON in terminal.text


def test_a_resized_terminal_is_drawn_again() -> None:
    """A picture fits the terminal as it is now, also while nobody moves."""
    with played(*MINDS, "--pace", "60") as terminal:
        terminal.wait_for("to move")
        terminal.resize(40, 12)
        until(lambda: terminal._read() or len(terminal.frame) == 12)


def test_a_terminal_without_escapes_gets_the_end_only() -> None:
    """A dumb terminal gets no escape sequences."""
    with played("--world", "tictactoe", "minimax", "minimax", "--fen", "xx.oo..../x", term="dumb") as terminal:
        code, lines = terminal.end()
    assert code == 0
    assert lines[-1] == "minimax (x) – minimax (o)   1 : 0   three in a row, 1 ply"
    assert "\x1b" not in terminal.text


def test_a_person_in_a_terminal_sees_the_end() -> None:
    """After a person's game its board, last move and result are the last lines, without a record."""
    with played("--world", "tictactoe", "human", "minimax", "--fen", "xx.oo..../x") as terminal:
        terminal.wait_for("your move")
        terminal.type("2\n")
        code, lines = terminal.end()
    board = ["x x x", "o o .", ". . ."]
    result = "human (x) – minimax (o)   1 : 0   three in a row, 1 ply"
    assert (code, lines[-7:]) == (0, [*board, "", "human (x) plays 2", "human (x) wins: three in a row", result])


def test_an_interrupted_question_ends_its_line() -> None:
    """After Ctrl-C at a prompt, the message is on a line of its own."""
    with played("--world", "tictactoe", "human", "human") as terminal:
        terminal.wait_for("your move")
        terminal.process.send_signal(signal.SIGINT)
        code, _ = terminal.end()
    assert code == 130
    assert terminal.text.endswith("\r\n\rarena: interrupted\r\n"), "the message covers a ^C"


class Diary:
    """A view that notes when each ply is shown."""

    def __init__(self, clock: list[float]) -> None:
        self.clock, self.times = clock, list[float]()

    def __enter__(self) -> "Diary":
        return self

    def __exit__(self, *_: object) -> None: ...

    def asks(self, seat: int) -> None: ...

    def show(self, ply: Ply, move: str, words: str) -> None:
        self.times.append(self.clock[0])

    def finish(self, record: Record) -> None: ...


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that only sleeping moves."""
    now = [100.0]
    monkeypatch.setattr(table, "monotonic", lambda: now[0])
    monkeypatch.setattr(table, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    return now


def test_minds_moves_keep_the_pace(clock: list[float]) -> None:
    """The first move and every other one of a mind is shown so many seconds after what was shown before."""
    view = Diary(clock)
    settings = Settings("", 0, UNLIMITED, None, 10.0, pace=2.0)
    Table(new_world("tictactoe"), ["any-random-legal-move"] * 2, settings, view).play()
    assert view.times == [100 + 2.0 * ply for ply in range(1, len(view.times) + 1)]


def test_people_keep_no_pace(clock: list[float]) -> None:
    """A person's move is shown at once."""
    view, answers = Diary(clock), iter("03142")
    settings = Settings("", 0, UNLIMITED, None, 10.0, pace=2.0)
    Table(new_world("tictactoe"), ["human"] * 2, settings, view, lambda _: next(answers), lambda _: None).play()
    assert view.times == [100.0] * 5
