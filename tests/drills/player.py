"""An honest player, in a process of its own: it plays both seats of one run after the other, and watches them."""

import multiprocessing
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from tests.world.server.serving import Answer, Client

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

PAUSE = 0.02  # seconds between two requests
NAME = "Honest"
MAX_TRIES = 20


@dataclass
class Report:
    """The player's latencies, with the moments when it had its answers, and its losses."""

    latencies: list[tuple[float, float]] = field(default_factory=list)
    moves: int = 0
    lost: int = 0  # moves that are not in the run, and events that did not come
    retries: int = 0
    problems: list[str] = field(default_factory=list)

    def seconds_between(self, began: float, ended: float) -> list[float]:
        """Return the latencies of the requests answered in this time."""
        return [seconds for when, seconds in self.latencies if began <= when <= ended]


class Player:
    """Plays until it is stopped."""

    def __init__(self, port: int, stop: Any) -> None:
        self.client, self.stop, self.report = Client(port), stop, Report()
        self.luck = random.Random(7)

    def play(self) -> Report:
        """Play one run after the other."""
        while not self.stop.is_set():
            opened = self.ask("POST", "/runs", {"seats": [None, None], "names": [NAME, NAME]}).json
            watcher = Watcher(self.client.port, opened["url"])
            sent = self.play_run(opened["url"], opened["tokens"])
            self.client.ask("POST", f"{opened['url']}/resign", token=opened["tokens"][0])
            kept = [move["action"] for move in self.ask("GET", opened["url"]).json["moves"]]
            self.report.moves += len(sent)
            self.report.lost += (kept != sent) + (watcher.end() != sent)
        return self.report

    def play_run(self, run: str, tokens: list[str]) -> list[str]:
        """Play random moves; return them."""
        sent: list[str] = []
        while not self.stop.is_set():
            legal = self.ask("GET", f"{run}/actions").text.split()
            if not legal:
                break
            action = self.luck.choice(legal)
            answer = self.ask("POST", f"{run}/action", action, tokens[len(sent) % 2], {"If-Match": str(len(sent))})
            if answer.status != 200:
                self.report.problems.append(f"the player's move {action} in {run} got {answer.status}: {answer.text}")
                break
            sent.append(action)
        return sent

    def ask(self, *request: Any) -> Answer:
        """Send a request, again if the connection breaks or the server is full; the latency is that of all tries."""
        time.sleep(PAUSE)
        began = time.monotonic()
        for _ in range(MAX_TRIES):
            with suppress(OSError, HTTPException):
                answer = self.client.ask(*request)
                if answer.status != 503:
                    now = time.monotonic()
                    self.report.latencies.append((now, now - began))
                    return answer
            self.report.retries += 1
            time.sleep(PAUSE)
        raise AssertionError(f"no answer to {request}")


class Watcher:
    """Follows a run's events in a thread."""

    def __init__(self, port: int, run: str) -> None:
        self.actions: list[str] = []
        self.connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self.ready = Event()
        self.thread = Thread(target=self._follow, args=[run], daemon=True)
        self.thread.start()
        self.ready.wait(20)

    def _follow(self, run: str) -> None:
        self.connection.request("GET", f"{run}/events")
        response = self.connection.getresponse()
        self.ready.set()
        for line in iter(response.readline, b""):
            if line.startswith(b'data: {"ply"'):
                self.actions.append(line.partition(b'"action":"')[2].partition(b'"')[0].decode())

    def end(self) -> list[str]:
        """Return the actions of all events; the run is over."""
        self.thread.join(20)
        self.connection.close()
        return self.actions


def _play(port: int, stop: Any, out: "Connection") -> None:
    player = Player(port, stop)
    try:
        player.play()
    except Exception as problem:
        player.report.problems.append(f"the player gave up: {problem!r}")
    out.send(player.report)


class PlayerProcess:
    """The player while the `with` block lasts; afterwards its report."""

    def __init__(self, port: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.client, self.stop = Client(port), context.Event()
        self.incoming, outgoing = context.Pipe(duplex=False)
        self.process = context.Process(target=_play, args=[port, self.stop, outgoing], daemon=True)
        self.report = Report(problems=["the player sent no report"])
        self._runs = self._paths()

    def __enter__(self) -> "PlayerProcess":
        self.process.start()
        next(self._runs)
        return self

    def __exit__(self, *_: object) -> None:
        self.stop.set()
        if self.incoming.poll(60):
            self.report = self.incoming.recv()
        self.process.join(10)
        self.process.kill()

    @property
    def run(self) -> str:
        """The path of the player's run, as of a moment ago."""
        return next(self._runs)

    def _paths(self) -> Iterator[str]:
        """Yield the path of the run under way, read anew at most once a second."""
        while True:
            runs = self.client.ask("GET", "/runs").json["runs"]
            own = [f"/runs/{run['id']}" for run in runs if run["names"][0] == NAME and run["ending"] is None]
            until = time.monotonic() + 1
            while own and time.monotonic() < until:
                yield own[0]
            time.sleep(0.05)
