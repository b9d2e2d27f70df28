"""A course for drills: its folder, its server on the loopback, and hand-ins as `arena submit` sends them."""

import json
import os
import signal
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

from arena.course.participants.invitations import invitations
from arena.course.people import Person
from tests.arena.command import ARENA
from tests.drills.full_server import DiskServer
from tests.drills.processes import Process, descendants
from tests.world.server.serving import Answer

NO_ANSWER = Answer(0, "{}", {})
PAUSE = 0.5  # seconds before a request that had no answer is sent again
TO_END = 40.0  # seconds until the processes of a killed server are gone, on a busy machine
TO_STOP = 3.0  # seconds until they are gone after the server has ended as it should
BACKGROUND = "arena.course.background"  # in the command of the process that checks and plays


class Taken(NamedTuple):
    """The server's confirmation of a hand-in."""

    number: int
    name: str
    is_late: bool


def make_course(folder: Path, settings: str, people: Iterable[Person]) -> dict[str, str]:
    """Write a course's files; return the tokens of its people by id."""
    folder.mkdir()
    (folder / "course.toml").write_text(settings, encoding="utf-8")
    lines = [f"{one.name},{one.id},{one.team}" for one in people]
    (folder / "people.csv").write_text("\n".join(["name,id,team", *lines, ""]), encoding="utf-8")
    return {one.person.id: one.token for one in invitations(folder, ())}


class CourseServer:
    """`arena serve --course`, which is killed and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, 0
        self.faults: list[str] = []
        self.ending: list[tuple[float, str, dict[int, Process]]] = []  # what must be gone, and until when
        self.start()

    def start(self) -> None:
        """Start the server, on the port that it has had."""
        self.server = DiskServer(self.folder, "--course", str(self.folder), port=self.port)
        self.server.read_log()
        self.port = self.server.port

    @property
    def number(self) -> int:
        """The number of the server's process."""
        return self.server.process.pid

    def background(self) -> Process | None:
        """Return the process that checks and plays; None for a moment after it has died."""
        found = [one for one in descendants(self.number).values() if BACKGROUND in one.command and not one.is_zombie]
        return min(found) if found else None

    def kill_and_start(self) -> None:
        """Send SIGKILL to the server, and start it again at once; all that it had started must end by itself."""
        below = descendants(self.number)
        self.server.kill_hard()
        self._take_faults()
        self.ending.append((monotonic() + TO_END, "kill -9 of the server", below))
        self.start()

    def kill_background(self) -> bool:
        """Send SIGKILL to the process that checks and plays; return True if there was one."""
        found = self.background()
        if found is None:
            return False
        below = descendants(found.number)
        with suppress(ProcessLookupError):
            os.kill(found.number, signal.SIGKILL)
        self.ending.append((monotonic() + TO_END, "kill -9 of the background", below))
        return True

    def check_ended(self) -> None:
        """Note what still runs of those that were killed, when it is time."""
        for one in [one for one in self.ending if monotonic() > one[0]]:
            self.ending.remove(one)
            _, words, processes = one
            self.faults += [f"after {words}: {left}" for left in still_there(processes, 0.0)]

    def stop(self) -> None:
        """End the server as Ctrl-C does; it may leave nothing running."""
        if self.server.process.poll() is None:
            below = descendants(self.number)
            self.server.stop()
            self.faults += [f"after Ctrl-C: {one}" for one in still_there(below, TO_STOP)]
            self._take_faults()
        for _, words, processes in self.ending:
            self.faults += [f"after {words}: {left}" for left in still_there(processes, TO_END)]
        self.ending.clear()

    def _take_faults(self) -> None:
        self.faults += self.server.faults()

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Answer:
        """Send a request; status 0 means that there was no answer."""
        with suppress(OSError, HTTPException):
            return self.server.ask(method, path, body, token)
        return NO_ANSWER


def still_there(processes: dict[int, Process], seconds: float) -> list[str]:
    """Wait until processes have ended; return those that have not."""
    end = monotonic() + seconds
    while (left := [one for one in processes.values() if _runs(one)]) and monotonic() < end:
        sleep(0.1)
    return [f"process {one.number} still runs: {one.command[:100]}" for one in left]


def _runs(one: Process) -> bool:
    present = descendants(os.getpid()).get(one.number)
    return present is not None and not present.is_zombie and present.command == one.command


def submit(url: str, path: Path, token: str) -> Answer:
    """Hand in by the command, as an answer to the request that it makes."""
    command = [ARENA, "submit", url, str(path), "--no-wait", "--json"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=120, env=os.environ | {"ARENA_TOKEN": token}, check=False
    )
    if done.returncode == 0:
        return Answer(200, done.stdout, {})
    is_refused = "does not answer" not in done.stderr
    return Answer(422, json.dumps({"error": done.stderr}), {}) if is_refused else NO_ANSWER
