"""A server for drills, whose log is read while it runs, so that it never waits for a reader."""

import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from tests.world.server.serving import Server

MAX_LOG = 20_000  # characters, in a whole drill


class LoggedServer(Server):
    """A server with its log and, after its end, its exit code."""

    def read_log(self) -> None:
        """Begin to read the log."""
        assert self.process.stderr is not None
        self.lines: list[str] = []
        self.reader = Thread(target=self.lines.extend, args=[self.process.stderr], daemon=True)
        self.reader.start()

    def stop(self) -> None:
        """End the server as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)
        self.reader.join(10)
        assert self.process.stderr is not None
        self.process.stderr.close()

    def faults(self) -> list[str]:
        """Return what is wrong with the log and the exit code of a server that has ended."""
        text = "".join(self.lines)
        faults = [f"the server ended with {self.process.returncode}"] * (self.process.returncode != 0)
        faults += [f"the log has {len(text)} characters"] * (len(text) > MAX_LOG)
        return faults + ["the log has a traceback:\n" + text[-3000:]] * ("Traceback" in text)


@contextmanager
def logged_server(*options: str, files: int | None = None) -> Iterator[LoggedServer]:
    """Run a server on an empty folder during the `with` block."""
    with tempfile.TemporaryDirectory() as folder:
        server = LoggedServer(Path(folder), *options, files=files)
        server.read_log()
        try:
            yield server
        finally:
            server.stop()
