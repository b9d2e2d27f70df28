"""The near end of the wire: lines to and from a process, bounded in bytes and in time."""

import os
import selectors
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic

LONGEST_REPLY = 4096
LONGEST_LOG = 64 * 1024
CHUNK = 65536
SIGNALS = {number.value: number.name for number in signal.Signals}


class WireError(Exception):
    """What the far end did instead of answering."""


class Silence(WireError):
    """Nothing came in time."""


class Gone(WireError):
    """The process has ended."""


class TooLong(WireError):
    """A line without end."""


class Wire:
    """A process that is asked and answers, one line each; what it prints besides is its log."""

    def __init__(self, command: Sequence[str], folder: str | None = None) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            bufsize=0,
            start_new_session=True,  # so that its children can be killed with it
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

    @property
    def log(self) -> str:
        """The end of what it has printed besides its answers."""
        cut = f"… {self.lost} bytes before this are cut\n" if self.lost else ""
        return cut + self._log.decode(errors="replace")

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Send a line and wait for the next one that comes back."""
        until = monotonic() + seconds
        self.heard = b""  # what was said unasked is no answer
        self._listen(0.0)
        self.heard = b""
        self.owes = True
        self._send(line + b"\n", until)
        while b"\n" not in self.heard:
            if len(self.heard) > LONGEST_REPLY:
                raise TooLong(f"a reply of more than {LONGEST_REPLY} bytes")
            left = until - monotonic()
            if left <= 0:
                raise Silence(f"no answer within {seconds:.3g} s")
            self._listen(left)
        self.owes = False
        answer = self.heard.partition(b"\n")[0]
        if len(answer) > LONGEST_REPLY:
            raise TooLong(f"a reply of more than {LONGEST_REPLY} bytes")
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
            else:
                kept = self._log + said
                self.lost += max(0, len(kept) - LONGEST_LOG)
                self._log = kept[-LONGEST_LOG:]

    def _bury(self) -> None:
        """It will say nothing more: find out how it ended."""
        try:
            code = self.process.wait(0.5)
        except subprocess.TimeoutExpired:
            raise Gone("it has closed its end of the wire") from None
        while self.ears.get_map() and self.ears.select(0):
            self._listen(0.0)  # its last words
        raise Gone(f"killed by {SIGNALS.get(-code, -code)}" if code < 0 else f"exit code {code}")

    def close(self, seconds: float = 0.0) -> None:
        """Let it end by itself for so long, then kill it and all it has started."""
        for stream in self.streams:
            stream.close()
        with suppress(subprocess.TimeoutExpired):
            if seconds and not self.owes:
                self.process.wait(seconds)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.ears.close()
