"""`arena serve` in a process of its own, on a free port."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple


class Answer(NamedTuple):
    """The response to a request."""

    status: int
    text: str
    headers: dict[str, str]

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class Client:
    """Sends requests to a server on this machine, each on a new connection."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port, self.url, self.address = port, f"http://127.0.0.1:{port}", address

    def ask(
        self, method: str, path: str, body: Any = None, token: str | None = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """Send a request."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(self.address, 0))
        given = dict(headers or {}) | ({"Authorization": f"Bearer {token}"} if token else {})
        connection.request(
            method, path, body if body is None or isinstance(body, str | bytes) else json.dumps(body), given
        )
        response = connection.getresponse()
        answer = Answer(response.status, response.read().decode(), dict(response.getheaders()))
        connection.close()
        return answer

    def open(self, **wanted: Any) -> tuple[str, list[str | None]]:
        """Open a run; return its path and its tokens."""
        answer = self.ask("POST", "/runs", wanted)
        assert answer.status == 201, answer.text
        return answer.json["url"], answer.json["tokens"]


class Server(Client):
    """A server on a data folder; it can be killed and started again on the same port, and have few open files."""

    def __init__(self, data: Path, *options: str, port: int = 0, files: int | None = None) -> None:
        command = [sys.executable, "-m", "arena", "serve", "--port", str(port), "--data", str(data), *options]
        limited = ["prlimit", f"--nofile={files}"] if files else []
        self.process = subprocess.Popen(  # in a session of its own, with which Linux divides the processor
            [*limited, *command], stderr=subprocess.PIPE, text=True, bufsize=1, start_new_session=True
        )
        assert self.process.stderr is not None
        self.said: list[str] = []  # what it has to compile, its address, and, last, where it saves the runs
        while not self.said or (self.said[-1] and "saved in" not in self.said[-1]):
            self.said.append(self.process.stderr.readline())
        found = re.search(r"http://127\.0\.0\.1:(\d+)", "".join(self.said))
        assert found, "".join(self.said) + self.process.stderr.read()
        super().__init__(int(found[1]))

    def memory(self) -> int:
        """Return its resident memory in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) * 1024

    def cpu(self) -> float:
        """Return its CPU time in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """Send SIGKILL."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.communicate()

    def end(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """Stop it as Ctrl-C does; return its exit code and its stderr."""
        self.process.send_signal(number)
        _, said = self.process.communicate(timeout=30)
        return self.process.returncode, "".join(self.said) + said


@contextmanager
def serving(data: Path, *options: str, files: int | None = None) -> Iterator[Server]:
    """Run a server during the `with` block; it must end with 0 and without a traceback."""
    server = Server(data, *options, files=files)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            code, said = server.end()
            assert code == 0, said
            assert "Traceback" not in said, said
