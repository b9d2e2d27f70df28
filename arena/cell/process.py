"""A mind's process: lines to it and from it, bounded in bytes and in time."""

import os
import select
import signal
import sys
from contextlib import suppress
from time import clock_gettime, monotonic

from arena.cell.jail.walls import memory_of
from arena.cell.launch import KEEPER_LOST, launch, read_end, read_launched
from arena.cell.order import Launched, Order
from arena.cell.patience import MIN_WAIT, Patience
from minds.host import STACK_SIGNAL

CHUNK = 65536
TO_BEGIN = 60.0  # seconds in which a keeper must have reported its mind's process
MAX_WAIT = 3600.0  # seconds that the system can be told to wait
TO_TELL, MAX_TO_TELL = 0.2, 1.0  # seconds of processor time, and by the wall, for a mind to write its stack
MAX_STACK_BYTES = 64 * 1024
STACK_ENDS = (b"minds/host.py", b"\n  ...\n")  # in the last frame that matters, or where more frames are left out
TO_DIE = 2.0  # seconds for a keeper to kill all it keeps
SIGNALS = {number.value: number.name for number in signal.Signals}


class ProcessError(Exception):
    """A process has not answered as it should."""


class NoAnswer(ProcessError):
    """No answer came in time."""


class Ended(ProcessError):
    """The process has ended."""


class TooMuchMemory(Ended):
    """The process was killed because it held more memory than it may."""


class KeeperLost(Ended):
    """The process has ended with its keeper, which the mind cannot have killed."""


class TooMuchOutput(ProcessError):
    """The process wrote more than it was asked for."""


class MindProcess:
    """A process that answers each line with one line; what it prints besides is its log."""

    def __init__(self, order: Order) -> None:
        self.limits, self.is_jailed = order.limits, order.jail is not None
        self.is_house = order.spec is not None and order.spec.kind == "builtin"
        self.is_hosted = order.spec is not None  # by `minds.host`: a mind in Python
        ends: list[int] = []
        try:
            for _ in range(3):
                ends += os.pipe()
            questions, self.stdin, self.stdout, answers, self.stderr, log = ends
            self.lifeline = launch(order, [questions, answers, log])
        except BaseException:
            for number in ends:
                os.close(number)
            raise
        for number in (questions, answers, log):
            os.close(number)
        self.outputs = select.poll()  # 0.9 µs a call less than a selector
        for number in (self.stdout, self.stderr):
            self.outputs.register(number, select.POLLIN)
        for number in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(number, False)
        self.received, self._log, self.log_bytes_cut = b"", b"", 0
        self.lines_printed = 0  # since it was last asked
        self.owes_answer = False  # stays True if the wait was interrupted: then it cannot be asked again
        self.pauses = self.is_jailed  # True if it is stopped between questions
        self.reserved = 0  # bytes of memory that others hold on its account
        self._launched: Launched | None = None
        self._handle = -1

    @property
    def log(self) -> str:
        """The end of what it has printed besides its answers."""
        cut = f"… {self.log_bytes_cut} bytes before this are cut\n" if self.log_bytes_cut else ""
        return cut + self._log.decode(errors="replace")

    @property
    def launched(self) -> Launched:
        """The keeper's report of the process and its jail; waits for it."""
        if self._launched is None:
            try:
                self._launched, self._handle = read_launched(self.lifeline, TO_BEGIN)
            except OSError as problem:
                self._launched = Launched(problem=f"its keeper has not reported: {problem}")
        return self._launched

    def number(self) -> int:
        """Return the number of the process."""
        return self.launched.number

    def cpu(self) -> float:
        """Return the seconds of processor time that it has used so far."""
        try:
            return clock_gettime((~self.number() << 3) | 2)  # as Linux numbers the clocks of other processes
        except OSError:  # it has just ended
            return 0.0

    def memory(self) -> int:
        """Return the bytes of memory that the mind itself has taken."""
        return max(0, memory_of(self.number()) - self.launched.own_memory)

    def reserve(self, memory: int) -> None:
        """Count so many bytes against the mind's limit of memory, besides its own."""
        if self.is_jailed and memory != self.reserved:
            self.reserved = memory
            with suppress(OSError):  # its keeper has ended
                self.lifeline.send(str(memory).encode())

    def clear_log(self) -> None:
        """Forget what was printed in earlier runs."""
        self._log, self.log_bytes_cut = b"", 0

    def ask(self, line: bytes, patience: Patience, max_bytes: int = 0) -> bytes:
        """Send a line and return the line that comes back."""
        if self.outputs.poll(0):
            self.receive(0.0)
        if self.received:
            raise TooMuchOutput("the mind has answered without being asked")
        self.owes_answer, self.lines_printed = True, 0
        self.resume()
        self.send(line + b"\n", patience)
        while b"\n" not in self.received:
            left = patience.left()
            if left <= 0:
                raise NoAnswer(str(patience))
            self.receive(left, max_bytes)
        self.pause()
        answer, _, more = self.received.partition(b"\n")
        self.received, self.owes_answer = more, False
        return answer

    def pause(self) -> None:
        """Stop a process that is to do nothing between two questions."""
        if self.pauses:
            self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let a process that was stopped go on."""
        if self.pauses:
            self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        if sys.platform == "linux" and self.number() and self._handle >= 0:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, number)

    def send(self, text: bytes, patience: Patience) -> None:
        """Write a text to the process."""
        while text:
            try:
                text = text[os.write(self.stdin, text) :]
            except BlockingIOError:  # the pipe is full
                if patience.left() <= 0:
                    raise NoAnswer("the mind does not read what it is asked") from None
                self.receive(0.01)
            except BrokenPipeError:
                self._raise_ended()

    def kill(self) -> None:
        """Kill the process, but do not close it; where the system cannot, it goes on."""
        with suppress(OSError):  # another thread has just closed it
            self._signal(signal.SIGKILL)

    def stack(self) -> str:
        """Make a mind in Python tell where it is; return what it says soon, which may be anything."""
        self.received, used, end = b"", self.cpu(), monotonic() + MAX_TO_TELL
        if self.is_hosted:
            self._signal(STACK_SIGNAL)
        with suppress(ProcessError, OSError):
            while self.is_hosted and not any(mark in self.received for mark in STACK_ENDS):
                if monotonic() > end or self.cpu() - used > TO_TELL:
                    break
                self.receive(MIN_WAIT, MAX_STACK_BYTES)
        return self.received.decode(errors="replace")

    def drain(self) -> None:
        """Forget what the process has written without being asked."""
        self.receive(0.0, 2 * CHUNK)
        self.received = b""

    def receive(self, seconds: float, max_bytes: int = 0) -> None:
        """Read what the process has written, to `received` and the log; wait at most so many seconds for it."""
        for number, _ in self.outputs.poll(1000.0 * min(seconds, MAX_WAIT)):
            text = os.read(number, CHUNK)
            if not text:
                self.outputs.unregister(number)
                if number == self.stdout:
                    self._raise_ended()
            elif number == self.stdout:
                self.received += text
                max_bytes = max_bytes or self.limits.reply
                if len(self.received) > max_bytes:
                    raise TooMuchOutput(f"a reply of more than {max_bytes} bytes")
            else:
                self._append_log(text)

    def _append_log(self, text: bytes) -> None:
        self.lines_printed += text.count(b"\n")
        kept, most = self._log + text, self.limits.log << 10
        self.log_bytes_cut += max(0, len(kept) - most)
        self._log = kept[-most:]

    def _raise_ended(self) -> None:
        """Raise the reason why the process has ended."""
        code = read_end(self.lifeline, 0.5)
        if code is None:
            raise Ended("the mind has closed its end of the wire")
        with suppress(Ended):
            while self.outputs.poll(0):
                self.receive(0.0)  # the rest of its log
        if code == KEEPER_LOST:
            # Whatever ends a mind, its keeper reports it. Only a mind without a jail could kill its keeper.
            if self.is_jailed or self.is_house:
                raise KeeperLost("its keeper was killed")
            raise Ended("killed by SIGKILL")
        if code == -signal.SIGXCPU:
            raise Ended(f"the mind has used its {self.limits.cpu} s of processor time (--cpu)")
        if code == -signal.SIGBUS and self.is_jailed:
            raise TooMuchMemory(f"the mind holds more than its {self.limits.memory} MiB of memory (--memory)")
        raise Ended(f"killed by {SIGNALS.get(-code, -code)}" if code < 0 else f"exit code {code}")

    def has_ended(self) -> bool:
        """Return True if the process has ended since it was last asked."""
        return read_end(self.lifeline, 0.0) is not None if self._launched is not None else False

    def close(self, seconds: float = 0.0) -> None:
        """Give it so many seconds to end by itself, then kill it with all that it has started."""
        for number in (self.stdin, self.stdout, self.stderr):
            os.close(number)
        try:
            if self.number() and seconds and not self.owes_answer and not self.is_jailed:
                read_end(self.lifeline, seconds)
        finally:  # also when this is interrupted
            self._hang_up()

    def _hang_up(self) -> None:
        """Close the lifeline: the keeper then kills the process, and closes its own end afterwards."""
        with suppress(OSError):
            self.lifeline.shutdown(1)
            while read_end(self.lifeline, TO_DIE) not in (None, KEEPER_LOST):
                pass
        self.lifeline.close()
        if self._handle >= 0:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            os.close(self._handle)
            self._handle = -1
