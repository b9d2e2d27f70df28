"""The page "On a cluster" and its reader, who types the commands as they are printed."""

import os
import re
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

from tests.arena.crew.certificates import PAGE
from tests.arena.crew.dask_cluster import Host
from tests.conftest import ROOT, until
from tests.drills.tournaments import DATE, games_in

SECONDS = 900.0  # for a command that ends by itself, on a busy machine
TO_START = 120.0  # seconds for one that does not
TO_STOP = 60.0  # seconds after Ctrl-C


class Failed(Exception):
    """A command that does not do what the page says."""


def commands_in(section: str) -> list[str]:
    """Return the commands in the blocks of a section of the page."""
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    (found,) = re.findall(rf"^## {section}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return re.findall(r"^\$ (.*)$", found, re.MULTILINE)


class Reader:
    """The reader at a machine, in a home that holds the project; every command has a terminal of its own."""

    def __init__(self, host: Host, home: Path, settings: dict[str, str] | None = None) -> None:
        self.host, self.home, self.settings = host, home, settings or {}
        self.scripts = ["mind-arena/.venv/bin/activate"]  # that every terminal reads first
        self.logs: dict[int, Path] = {}
        self.terminals: list[subprocess.Popen[bytes]] = []  # of commands that do not end by themselves

    def start(self, command: str, said: str) -> "subprocess.Popen[bytes]":
        """Type a command that goes on; wait until it says something."""
        process = self._type(command)
        self.terminals.append(process)
        until(lambda: said in self.text(process) or process.poll() is not None, TO_START)
        if said not in self.text(process):
            raise Failed(f"{command}: {self.text(process)[-1000:]}")
        return process

    def _type(self, command: str) -> "subprocess.Popen[bytes]":
        log = self.home / f"terminal-{len(self.logs)}.log"
        with log.open("wb") as file:
            process = subprocess.Popen(
                (*self.host.prefix, "bash", "-c", " && ".join([*(f"source {one}" for one in self.scripts), command])),
                cwd=self.home,
                env={**os.environ, **self.settings, "HOME": str(self.home)},
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.logs[process.pid] = log
        return process

    def text(self, process: "subprocess.Popen[bytes]") -> str:
        """Return what a command has written so far."""
        return self.logs[process.pid].read_text(encoding="utf-8", errors="replace")

    def run(self, command: str, code: int = 0) -> str:
        """Type a command that ends by itself; return what it has written."""
        process = self._type(command)
        if process.wait(SECONDS) != code:
            raise Failed(f"{command}: exit code {process.returncode}: {self.text(process)[-1000:]}")
        return self.text(process)

    def play(self, command: str) -> str:
        """Run a command that plays on a crew, and the same without the crew; return what is wrong with its games."""
        out = self.folder_of(command)
        self.run(f"{command} --date {DATE}")
        alone = re.sub(r" --crew \S+", "", command)
        self.run(f"{alone}-alone --date {DATE}")
        theirs, ours = games_in(self.home / out), games_in(self.home / f"{out}-alone")
        return "" if theirs == ours and ours else f"{command}: {len(theirs)} games; they are not those of one machine"

    def folder_of(self, command: str) -> str:
        """Return the folder in which a command leaves its results."""
        found = re.search(r" --out (\S+)$", command)
        if found is None:
            raise Failed(f"{command} does not end with --out FOLDER")
        return found[1]


def stop(process: "subprocess.Popen[bytes]") -> None:
    """Press Ctrl-C, and wait for the end."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGINT)
    process.wait(TO_STOP)


def settle(home: Path) -> None:
    """Put the project into a home; what is compiled of it already is not compiled again."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "mind-arena").symlink_to(ROOT)
    (home / ".cache").symlink_to(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
