"""The near end of the wire: lines to and from a mind's process, bounded in bytes and in time."""

import os
import selectors
import signal
import sys
from contextlib import suppress
from time import clock_gettime

from arena.cell.birth import bear, read_born, read_end
from arena.cell.jail.walls import memory_of
from arena.cell.order import Born, Order
from arena.cell.patience import Patience

CHUNK = 65536
TO_BEGIN = 60.0  # seconds in which a keeper must have said who it keeps
TO_DIE = 2.0  # seconds for a keeper to kill all it keeps
SIGNALS = {number.value: number.name for number in signal.Signals}


class WireError(Exception):
    """What the far end did instead of answering."""


class Silence(WireError):
    """Nothing came in time."""


class Gone(WireError):
    """The mind's process has ended."""


class Full(Gone):
    """It held more memory than it may."""


class Babble(WireError):
    """More came than was asked for."""


class Wire:
    """A process that is asked and answers, one line each; what it prints besides is its log."""

    def __init__(self, order: Order) -> None:
        self.limits, self.stops = order.limits, order.jail is not None
        ends: list[int] = []
        try:
            for _ in range(3):
                ends += os.pipe()
            questions, self.stdin, self.stdout, answers, self.stderr, log = ends
            self.lifeline = bear(order, [questions, answers, log])
        except BaseException:
            for number in ends:
                os.close(number)
            raise
        for number in (questions, answers, log):
            os.close(number)
        self.ears = selectors.DefaultSelector()
        for number in (self.stdout, self.stderr):
            self.ears.register(number, selectors.EVENT_READ)
        for number in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(number, False)
        self.heard, self._log, self.lost = b"", b"", 0
        self.owes = False  # an answer: whoever was interrupted while waiting for it cannot ask again
        self._born: Born | None = None
        self._handle = -1

    @property
    def log(self) -> str:
        """The end of what it has printed besides its answers."""
        cut = f"… {self.lost} bytes before this are cut\n" if self.lost else ""
        return cut + self._log.decode(errors="replace")

    @property
    def born(self) -> Born:
        """Who answers here, and behind which walls."""
        if self._born is None:
            try:
                self._born, self._handle = read_born(self.lifeline, TO_BEGIN)
            except OSError as problem:
                self._born = Born(problem=f"nobody came to start it: {problem}")
        return self._born

    def number(self) -> int:
        """The number of its process."""
        return self.born.number

    def cpu(self) -> float:
        """The processor's time that it has taken so far."""
        try:
            return clock_gettime((~self.number() << 3) | 2)  # as Linux numbers the clocks of other processes
        except OSError:  # it has just ended
            return 0.0

    def memory(self) -> int:
        """The memory that it has taken itself, in bytes."""
        return max(0, memory_of(self.number()) - self.born.house)

    @property
    def has_clock(self) -> bool:
        """Whether the processor's time of its process can be read here."""
        return sys.platform == "linux"

    def forget_log(self) -> None:
        """Another run begins: what was printed before has nothing to do with it."""
        self._log, self.lost = b"", 0

    def ask(self, line: bytes, patience: Patience, longest: int = 0) -> bytes:
        """Send a line and wait for the one that comes back; of its own, a jailed mind does nothing in between."""
        self._listen(0.0)
        if self.heard:
            raise Babble("it has said something without being asked")
        self.owes = True
        self._signal(signal.SIGCONT)
        self._send(line + b"\n", patience)
        while b"\n" not in self.heard:
            left = patience.left()
            if left <= 0:
                raise Silence(str(patience))
            self._listen(left, longest or self.limits.reply)
        self._signal(signal.SIGSTOP)
        answer, _, more = self.heard.partition(b"\n")
        self.heard, self.owes = more, False
        return answer

    def _signal(self, number: int) -> None:
        if self.stops and sys.platform == "linux" and self.number() and self._handle >= 0:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, number)

    def _send(self, text: bytes, patience: Patience) -> None:
        while text:
            try:
                text = text[os.write(self.stdin, text) :]
            except BlockingIOError:  # it does not read
                if patience.left() <= 0:
                    raise Silence("it does not read what it is asked") from None
                self._listen(0.01)
            except BrokenPipeError:
                self._bury()

    def _listen(self, seconds: float, longest: int = 0) -> None:
        """Hear what has been said, waiting at most so long."""
        for key, _ in self.ears.select(seconds):
            said = os.read(key.fd, CHUNK)
            if not said:
                self.ears.unregister(key.fd)
                if key.fd == self.stdout:
                    self._bury()
            elif key.fd == self.stdout:
                self.heard += said
                longest = longest or self.limits.reply
                if len(self.heard) > longest:
                    raise Babble(f"a reply of more than {longest} bytes")
            else:
                kept, most = self._log + said, self.limits.log << 10
                self.lost += max(0, len(kept) - most)
                self._log = kept[-most:]

    def _bury(self) -> None:
        """It will say nothing more: find out how it ended."""
        code = read_end(self.lifeline, 0.5)
        if code is None:
            raise Gone("it has closed its end of the wire")
        with suppress(Gone):
            while self.ears.get_map() and self.ears.select(0):
                self._listen(0.0)  # its last words
        if code == -signal.SIGXCPU:
            raise Gone(f"it has used its {self.limits.cpu} s of the processor (--cpu)")
        if code == -signal.SIGBUS and self.stops:
            raise Full(f"it holds more than its {self.limits.memory} MiB of memory (--memory)")
        raise Gone(f"killed by {SIGNALS.get(-code, -code)}" if code < 0 else f"exit code {code}")

    def has_ended(self) -> bool:
        """Whether the process has ended by itself since it was last asked."""
        return read_end(self.lifeline, 0.0) is not None if self._born is not None else False

    def close(self, seconds: float = 0.0) -> None:
        """Let it end by itself for so long; then it is killed, with all that it has started."""
        self.ears.close()
        for number in (self.stdin, self.stdout, self.stderr):
            os.close(number)
        try:
            if self.number() and seconds and not self.owes and not self.stops:
                read_end(self.lifeline, seconds)
        finally:  # also when this is interrupted
            self._let_go()

    def _let_go(self) -> None:
        """Whoever keeps it kills it when we hang up, and hangs up when it is gone."""
        with suppress(OSError):
            self.lifeline.shutdown(1)
            while read_end(self.lifeline, TO_DIE) not in (None, -9):
                pass
        self.lifeline.close()
        if self._handle >= 0:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            os.close(self._handle)
            self._handle = -1
