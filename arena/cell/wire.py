"""The near end of the wire: lines to and from a program, bounded in bytes and in time."""

import os
import selectors
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import clock_gettime, monotonic

from world.api import LONGEST_REPLY

LONGEST_LOG = 64 * 1024
CHUNK = 65536
TO_DIE = 2.0  # seconds for a keeper to kill all it keeps
SIGNALS = {number.value: number.name for number in signal.Signals}
KEEPER = str(Path(__file__).with_name("keeper.py"))
MEMORY = 1024  # MiB


COMPILING = b"mind-arena: compiling"


@cache
def _tell_compiling() -> None:
    """A mind's first start may take its time; whoever waits for it is told why."""
    text = "mind-arena: a mind compiles the rules of chess for this machine, once; 10 to 30 s …"
    print(text, file=sys.stderr, flush=True)


class WireError(Exception):
    """What the far end did instead of answering."""


class Silence(WireError):
    """Nothing came in time."""


class Gone(WireError):
    """The program has ended."""


class Babble(WireError):
    """More came than was asked for."""


class Wire:
    """A program that is asked and answers, one line each; what it prints besides is its log."""

    def __init__(self, command: Sequence[str], memory: int = MEMORY) -> None:
        self.lifeline, theirs = socket.socketpair()
        with theirs:
            keeper = [sys.executable, "-I", "-S", KEEPER, str(theirs.fileno()), str(memory << 20)]
            self.process = subprocess.Popen(
                [*keeper, *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                env=os.environ
                | {"PYTHONHASHSEED": "0"},  # a mind that goes by the order of a set goes the same way again
            )
        self.streams = [stream for stream in (self.process.stdin, self.process.stdout, self.process.stderr) if stream]
        self.stdin, self.stdout, stderr = (stream.fileno() for stream in self.streams)
        self.ears = selectors.DefaultSelector()
        for number in (self.stdout, stderr):
            self.ears.register(number, selectors.EVENT_READ)
        for number in (self.stdin, self.stdout, stderr):
            os.set_blocking(number, False)
        self.heard, self._log, self.lost = b"", b"", 0
        self.owes = False  # an answer: whoever was interrupted while waiting for it cannot ask again
        self._clock: int | None = None

    @property
    def log(self) -> str:
        """The end of what it has printed besides its answers."""
        cut = f"… {self.lost} bytes before this are cut\n" if self.lost else ""
        return cut + self._log.decode(errors="replace")

    def cpu(self) -> float:
        """The processor's time that the program has taken so far."""
        if self._clock is None:
            self.lifeline.settimeout(TO_DIE)
            number = int(self.lifeline.recv(32))
            self._clock = (~number << 3) | 2  # as Linux numbers the clocks of other processes
        try:
            return clock_gettime(self._clock)
        except OSError:  # it has just ended
            return 0.0

    def forget_log(self) -> None:
        """Another run begins: what was printed before has nothing to do with it."""
        self._log, self.lost = b"", 0

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Send a line and wait for the one that comes back."""
        until = monotonic() + seconds
        self._listen(0.0)
        if self.heard:
            raise Babble("it has said something without being asked")
        self.owes = True
        self._send(line + b"\n", until)
        while b"\n" not in self.heard:
            left = until - monotonic()
            if left <= 0:
                raise Silence(f"no answer within {seconds:.3g} s")
            self._listen(left)
        answer, _, more = self.heard.partition(b"\n")
        self.heard, self.owes = more, False
        return answer

    def _send(self, text: bytes, until: float) -> None:
        while text:
            try:
                text = text[os.write(self.stdin, text) :]
            except BlockingIOError:  # it does not read
                if monotonic() > until:
                    raise Silence("it does not read what it is asked") from None
                self._listen(0.01)
            except BrokenPipeError:
                self._bury()

    def _listen(self, seconds: float) -> None:
        """Hear what has been said, waiting at most so long."""
        for key, _ in self.ears.select(seconds):
            said = os.read(key.fd, CHUNK)
            if not said:
                self.ears.unregister(key.fd)
                if key.fd == self.stdout:
                    self._bury()
            elif key.fd == self.stdout:
                self.heard += said
                if len(self.heard) > LONGEST_REPLY:
                    raise Babble(f"a reply of more than {LONGEST_REPLY} bytes")
            else:
                if COMPILING in said:
                    _tell_compiling()
                kept = self._log + said
                self.lost += max(0, len(kept) - LONGEST_LOG)
                self._log = kept[-LONGEST_LOG:]

    def _bury(self) -> None:
        """It will say nothing more: find out how it ended."""
        try:
            code = self.process.wait(0.5)
        except subprocess.TimeoutExpired:
            raise Gone("it has closed its end of the wire") from None
        with suppress(Gone):
            while self.ears.get_map() and self.ears.select(0):
                self._listen(0.0)  # its last words
        raise Gone(f"killed by {SIGNALS.get(-code, -code)}" if code < 0 else f"exit code {code}")

    def close(self, seconds: float = 0.0) -> None:
        """Let it end by itself for so long; then it is killed, with all that it has started."""
        self.ears.close()
        for stream in self.streams:
            stream.close()
        try:
            if seconds and not self.owes:
                self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            pass
        finally:  # also when this is interrupted
            self.lifeline.close()
            self._await_keeper()

    def _await_keeper(self) -> None:
        try:
            self.process.wait(TO_DIE)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
