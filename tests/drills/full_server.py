"""A server on a full disk: what it has confirmed stays, and it goes on once there is room.

`python -m tests.drills.shortage` runs it.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.drills.logged import LoggedServer
from tests.world.server.serving import Answer

RUNS = 60  # opened while the disk fills up
MOVES = ("0", "1", "0", "1", "0", "1", "0")  # of a run of connect4; the first player wins
REFUSED = 3  # requests in a row, after which the disk is full
UNAVAILABLE, NOT_SAVED = 503, "it could not be saved"
Confirmed = dict[str, list[str]]  # actions by run


class FullDisk:
    """Plays on a server whose disk fills up, and lists what is wrong."""

    def __init__(self, data: Path, make_room: Callable[[], None]) -> None:
        self.data, self.make_room = data, make_room
        self.confirmed: Confirmed = {}
        self.refused = 0
        self.wrong: list[str] = []

    def attempt(self) -> bool:
        """Fill the disk, make room, kill the server, start it again; return True if it told that the disk is full."""
        told = self._begin()
        with self._server() as server:
            self._play(server, RUNS)
            self._compare(server, "after room was made")
            server.kill_hard()
        with self._server() as server:
            self._compare(server, "after kill -9")
        return told

    def _begin(self) -> bool:
        """Fill the disk; return True if the server has said so, or could not even start."""
        try:
            with self._server() as server:
                self._play(server, RUNS)
                self._compare(server, "on the full disk")
                told = self.refused > 0
                self.make_room()
                self._play(server, 1)
                if self.refused:
                    self.wrong.append("it refuses runs although there is room")
                self._compare(server, "with room again")
                return told
        except StartFailed as failure:
            self.make_room()
            if len(failure.said.splitlines()) > 2 or "Traceback" in failure.said or "Errno" in failure.said:
                self.wrong.append(f"it does not start: {failure.said[-600:]}")
            return True

    @contextmanager
    def _server(self) -> Iterator["DiskServer"]:
        """Run a server, and take what is wrong with its log and its end."""
        server = DiskServer.begin(self.data)
        try:
            yield server
        finally:
            if server.process.poll() is None:
                server.stop()
            self.wrong += server.faults()

    def _play(self, server: "DiskServer", runs: int) -> None:
        """Play runs until the disk is full."""
        self.refused = 0
        for _ in range(runs):
            if self.refused == REFUSED:
                return
            answer = server.ask("POST", "/runs", {"world": "connect4", "seats": [None, None]})
            if self._is_confirmed(answer, 201):
                self._play_run(server, answer.json["url"], answer.json["tokens"])

    def _play_run(self, server: "DiskServer", run: str, tokens: list[str]) -> None:
        self.confirmed[run] = []
        for ply, action in enumerate(MOVES):
            if not self._is_confirmed(server.ask("POST", f"{run}/action", action, tokens[ply % 2]), 200):
                return
            self.confirmed[run].append(action)

    def _is_confirmed(self, answer: Answer, expected: int) -> bool:
        """Count refusals in a row; any other answer is wrong."""
        self.refused = 0 if answer.status == expected else self.refused + 1
        if answer.status not in (expected, UNAVAILABLE) and NOT_SAVED not in answer.text:
            self.wrong.append(f"it answers {answer.status}: {answer.text}")
        return answer.status == expected

    def _compare(self, server: "DiskServer", when: str) -> None:
        """All that was confirmed is still there."""
        for run, actions in self.confirmed.items():
            answer = server.ask("GET", run)
            found = [move["action"] for move in answer.json.get("moves", [])] if answer.status == 200 else None
            if found is None or found[: len(actions)] != actions:
                self.wrong.append(f"{when}: {run}: {answer.status} {found}; confirmed {actions}")


class StartFailed(Exception):
    """A server has not started."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


class DiskServer(LoggedServer):
    """A server that may be unable to start, and that is killed."""

    was_killed = False

    @classmethod
    def begin(cls, data: Path) -> "DiskServer":
        """Start a server; raise StartFailed with what it said if it ends."""
        try:
            server = cls(data)
        except AssertionError as failure:
            raise StartFailed(str(failure)) from None
        server.read_log()
        return server

    def kill_hard(self) -> None:
        """Send SIGKILL."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(60)
        self.was_killed = True

    def faults(self) -> list[str]:
        """Return what is wrong with the log, and with the exit code unless it was killed."""
        if self.was_killed:
            assert self.process.returncode == -signal.SIGKILL
            self.process.returncode = 0
        return super().faults()
