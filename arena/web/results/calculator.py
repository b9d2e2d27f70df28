"""A process that computes what takes long, such as ratings.

    python -P -m arena.web.results.calculator

It reads an order from each line on stdin and answers with a line on stdout. A thread of the server would not do: while
it computed, every row that a page reads from SQLite would wait for Python's lock, up to 5 ms each.
"""

import ctypes
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec import Raw, Struct

from arena.errors import ArenaError
from arena.niceness import lower_session
from arena.report.aside import PR_SET_PDEATHSIG
from arena.sparing import sparing_environment
from arena.store.examination import Examination
from arena.turns import USUAL_TURN, ask_for_turns
from arena.web.results.files import FileCache, FileStamp
from world.errors import printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from arena.store.queries import Results

NICENESS = 5  # games that are played come first
SNAPSHOTS = 2  # tournaments whose results are kept
MAX_PROBLEM_LENGTH = 200
Value = TypeVar("Value")


class Piece(Struct, Generic[Value], frozen=True):
    """A value that is computed from the results of a tournament."""

    name: str
    make: "Callable[[Results], Value]"
    type: type[Value]


class Order(Struct, frozen=True):
    """The wish for a piece of a tournament, as its files are now."""

    piece: str
    folder: str
    stamp: FileStamp
    examine: Examination
    is_private: bool = False


class Answer(Struct, frozen=True):
    """A piece as JSON, and the number of games that it was computed from; or the problem that kept it from that."""

    value: Raw = Raw(b"null")
    games: int = 0
    damage: str = ""
    problem: str = ""


class Calculator:
    """The near end: starts the process when it is needed."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None

    def calculate(self, order: Order, here: bool = False) -> Answer:
        """Return the answer to an order, computed in the process or `here`.

        If the process ends instead of answering, another one is asked once.
        """
        if here:
            return answer(order)
        problem = ""
        for _ in range(2):
            try:
                return self._ask(order)
            except (OSError, EOFError, msgspec.MsgspecError) as found:  # it was killed, or there is no memory for it
                problem = self._words(found)
                self.close()
        return Answer(problem=problem)

    def _words(self, problem: Exception) -> str:
        """Return why there is no answer."""
        if self.process is None or isinstance(problem, msgspec.MsgspecError):
            return problem_words(problem)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        return f"the process that computes it ended with code {self.process.returncode}"

    def _ask(self, order: Order) -> Answer:
        if self.process is None:
            command = [sys.executable, "-P", "-m", "arena.web.results.calculator"]
            pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
            self.process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=nowhere, start_new_session=True, env=sparing_environment()
            )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(msgspec.json.encode(order) + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise EOFError
        return msgspec.json.decode(line, type=Answer)

    def close(self) -> None:
        """End the process; the next order starts another."""
        if self.process is not None:
            self.process.kill()
            with suppress(OSError), self.process:  # which closes its pipes and waits
                pass
            self.process = None


def answer(order: Order) -> Answer:
    """Compute a piece; of a course's ladder without loading pandas, if that is possible."""
    folder = Path(order.folder)
    try:
        if order.is_private and (found := _answer_plainly(order, folder)) is not None:
            return found
        from arena.store.queries import load
        from arena.web.results.pieces import PIECES

        results = _snapshots.get(
            (folder, order.examine), order.stamp, lambda: load(folder, read_only=True, examine=order.examine)
        )
        value = msgspec.json.encode(PIECES[order.piece].make(results))
        return Answer(Raw(value), results.count, results.damage)
    except Exception as problem:  # the file may be anyone's
        return Answer(problem=problem_words(problem, folder))


def _answer_plainly(order: Order, folder: Path) -> Answer | None:
    """Compute a piece of a ladder from plain rows; None for other pieces, and for other tournaments."""
    from arena.web.results.ladder import PIECES, load_ladder

    make = PIECES.get(order.piece)
    ladder = load_ladder(folder, order.examine) if make is not None else None
    if make is None or ladder is None:
        return None
    return Answer(Raw(msgspec.json.encode(make(ladder))), len(ladder.games), ladder.damage)


def problem_words(problem: Exception, folder: Path | None = None) -> str:
    """Return a failure on one line, without the path of a tournament's folder."""
    text = (problem.strerror or "") if isinstance(problem, OSError) else str(problem)
    text = text if folder is None else text.replace(str(folder), folder.name)
    text = printable(text.strip().partition("\n")[0])[:MAX_PROBLEM_LENGTH]
    return text if isinstance(problem, ArenaError) and text else ": ".join(filter(None, (type(problem).__name__, text)))


_snapshots: "FileCache[Results]" = FileCache(SNAPSHOTS)


def main() -> None:
    """Answer orders until stdin is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides what Ctrl-C means
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    lower_session()
    ask_for_turns(USUAL_TURN)
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    for line in sys.stdin.buffer:
        found: Any = answer(msgspec.json.decode(line, type=Order))
        answers.write(msgspec.json.encode(found) + b"\n")
        answers.flush()


if __name__ == "__main__":
    main()
