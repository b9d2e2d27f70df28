"""A copy of the repository in which the commands of a page run, one after the other, as in the reader's shell."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import AbstractContextManager
from itertools import count
from pathlib import Path
from typing import NamedTuple
from urllib.request import Request, urlopen

from tests.conftest import ROOT, until
from tests.pages.commands import Command
from tests.pages.meant import GIVEN, filled_in

INTERRUPTED = (130, -signal.SIGINT)
SAYS_SO = re.compile(r"KeyboardInterrupt|Aborted!")  # of pytest and click, which end with 2 and 1
PORT, DASK, DASK_PAGE = "8000", "8786", "8787"  # as printed; others are used, because somebody else may listen there


class Outcome(NamedTuple):
    """The end of a command: its exit code, and what it wrote. One that goes on for too long is stopped by Ctrl-C."""

    code: int
    written: str
    is_stopped: bool = False

    @property
    def problem(self) -> str:
        """Return what is wrong with it; empty if nothing is."""
        if self.code == 0 or (self.is_stopped and (self.code in INTERRUPTED or SAYS_SO.search(self.written))):
            return ""
        return f"{self.code}{' after Ctrl-C' if self.is_stopped else ''}: {self.written[-1500:]}"


class Clone(AbstractContextManager["Clone"]):
    """The copy, and the servers that a page has started in it."""

    def __init__(self, folder: Path, source: Path = ROOT) -> None:
        self.folder = folder
        hidden = shutil.ignore_patterns(".?*", "__pycache__", "build", "dist", "*.egg-info")
        shutil.copytree(source, folder, ignore=hidden, dirs_exist_ok=True)
        (folder / ".venv").symlink_to(sys.prefix)
        self.logs = (folder / f".written-{number}" for number in count())
        self.ports = {printed: _free_port() for printed in (PORT, DASK, DASK_PAGE)}
        self.server: subprocess.Popen[bytes] | None = None
        self.cluster: list[subprocess.Popen[bytes]] = []  # Dask's scheduler and workers
        self.scripts = [".venv/bin/activate"]  # that the reader's shell has read

    def save(self, command: Command) -> None:
        """Write the file that the page has its reader save."""
        (self.folder / command.saved).write_text(command.text, encoding="utf-8")

    def prepare(self) -> None:
        """Play the tournament that the pages call DIR."""
        for name, text in GIVEN.files.items():
            (self.folder / name).write_text(text, encoding="utf-8")
        for text in GIVEN.commands:
            assert self.run(text, 600).problem == ""

    def run(self, text: str, seconds: float) -> Outcome:
        """Run a command in a shell, for so many seconds at most; a server goes on until the next one or the end."""
        log = next(self.logs)
        if text.startswith("source "):
            self.scripts.append(text.split()[1])
            return Outcome(0, text)
        if text.startswith("dask "):
            return self._run_dask(text, log)
        if re.search(r"arena serve|--serve", text):
            self.stop()
            self.server = self.start(self.real(text), log)
            until(lambda: self.is_listening(PORT) or self.server.poll() is not None)
            return Outcome(self.server.poll() or 0, log.read_text(encoding="utf-8"))
        process = self.start(self.real(text), log)
        try:
            code, is_stopped = process.wait(seconds), False
        except subprocess.TimeoutExpired:
            code, is_stopped = _end(process), True
        return Outcome(code, log.read_text(encoding="utf-8", errors="replace"), is_stopped)

    def _run_dask(self, text: str, log: Path) -> Outcome:
        """Start a worker, or a scheduler in place of the one before and its workers."""
        if text.startswith("dask scheduler"):
            self.stop_cluster()
        process = self.start(self.real(text), log)
        self.cluster.append(process)
        until(lambda: self.is_listening(DASK) or process.poll() is not None)
        return Outcome(process.poll() or 0, log.read_text(encoding="utf-8"))

    def start(self, text: str, path: Path) -> "subprocess.Popen[bytes]":
        """Start a shell that has read the scripts of the page; a file gets what it writes."""
        with path.open("wb") as log:
            return subprocess.Popen(
                ["bash", "-c", "\n".join([*(f"source {script}" for script in self.scripts), text])],
                cwd=self.folder,
                env={**os.environ, "PYTHONPATH": str(self.folder)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def real(self, text: str) -> str:
        """Return a command with the ports, the run and the token of this clone's servers."""
        text = re.sub(r"\barena serve$", f"arena serve --port {PORT}", filled_in(text))
        text = re.sub(r"\bdask scheduler\b", f"dask scheduler --port {DASK}", text)
        text = re.sub("|".join(self.ports), lambda printed: self.ports[printed[0]], text)
        if "{run}" not in text:
            return text
        wanted = {"world": "tictactoe" if "first.sh" in text else "chess", "seats": [None, "minimax"]}
        with urlopen(
            Request(f"http://127.0.0.1:{self.ports[PORT]}/runs", json.dumps(wanted).encode()), timeout=60
        ) as answer:
            run = json.load(answer)
        return text.replace("{run}", run["id"]).replace("{token}", run["tokens"][0])

    def is_listening(self, printed: str) -> bool:
        """True if the server can be reached whose port on the page is this one."""
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", int(self.ports[printed]))) == 0

    def stop(self) -> None:
        """Stop the server, if there is one."""
        if self.server is not None:
            code, self.server = _end(self.server), None
            assert Outcome(code, "the server", is_stopped=True).problem == ""

    def stop_cluster(self) -> None:
        """Stop the scheduler and its workers, if there are any."""
        while self.cluster:
            code = _end(self.cluster.pop())
            assert Outcome(code, "dask", is_stopped=True).problem == ""

    def __exit__(self, *_: object) -> None:
        self.stop_cluster()
        self.stop()


def _end(process: "subprocess.Popen[bytes]") -> int:
    """Press Ctrl-C, and return the exit code."""
    os.killpg(process.pid, signal.SIGINT)
    try:
        return process.wait(120)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return -signal.SIGKILL


def _free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return str(free.getsockname()[1])
