"""The events of a run: complete and in order, also for a watcher that comes late or reconnects."""

import asyncio
import json
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from typing import Any, NamedTuple

import pytest

from tests.world.server.serving import Server, serving
from world.api import UNLIMITED
from world.registry import new_world
from world.server.bounds import Slots
from world.server.errors import Unavailable
from world.server.events import EventStreams
from world.server.request import RunSettings
from world.server.schema import Event
from world.server.view import RunView

SETTINGS = RunSettings(
    "0" * 12, "tictactoe", 1, (None, None), ("a", "b"), "", 0, (UNLIMITED, UNLIMITED), (None, None), ""
)


class Heard(NamedTuple):
    """An event."""

    kind: str
    number: str
    data: Any


class Watcher:
    """A client of a run's event stream."""

    def __init__(self, server: Server, run: str, last: str | None = None) -> None:
        self.connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
        self.connection.request("GET", f"{run}/events", headers={"Last-Event-ID": last} if last else {})
        self.response: HTTPResponse = self.connection.getresponse()
        assert self.response.headers["content-type"].startswith("text/event-stream")

    def next(self) -> Heard | None:
        """Return the next event; None at the end."""
        fields: dict[str, str] = {}
        while line := self.response.readline().decode().rstrip("\n"):
            name, _, value = line.partition(": ")
            fields[name] = value
        return Heard(fields["event"], fields.get("id", ""), json.loads(fields["data"])) if "event" in fields else None

    def rest(self) -> list[Heard]:
        """Return all events until the end."""
        found = []
        while (event := self.next()) is not None:
            found.append(event)
        self.connection.close()
        return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


def test_every_move_is_sent_once_and_in_order(server: Server) -> None:
    """From the start, from the middle, and from the end; the last event is the ending."""
    run, tokens = server.open(world="tictactoe", seats=[None, None])
    early = Watcher(server, run)
    heard: list[Heard] = []
    follower = threading.Thread(target=lambda: heard.extend(early.rest()))
    follower.start()
    for count, action in enumerate("40123"):
        assert server.ask("POST", f"{run}/action", action, tokens[count % 2]).status == 200
    late = Watcher(server, run, "3")
    for count, action in enumerate("57", start=5):
        assert server.ask("POST", f"{run}/action", action, tokens[count % 2]).status == 200
    follower.join(20)
    details = server.ask("GET", run).json
    assert details["ending"] is not None
    moves = [event for event in heard if event.kind == "move"]
    assert [event.number for event in moves] == [str(number + 1) for number in range(details["plies"])]
    assert [event.data["action"] for event in moves] == [move["action"] for move in details["moves"]]
    assert moves[0].data["state"] == "....x..../o"
    assert moves[0].data["legal"] == ["0", "1", "2", "3", "5", "6", "7", "8"]
    assert (heard[-1].kind, heard[-1].data["result"]) == ("ending", details["ending"]["result"])
    assert late.rest() == heard[3:]
    assert Watcher(server, run, str(details["plies"])).rest() == heard[-1:]


def test_a_move_is_taken_back(server: Server) -> None:
    """Against the server's minds and without a clock, moves can be taken back; watchers get an event."""
    run, (token, _) = server.open(world="tictactoe", seats=[None, "minimax"])
    watcher = Watcher(server, run)
    assert server.ask("POST", f"{run}/takeback", token=token).status == 409
    server.ask("POST", f"{run}/action", "8", token)
    back = server.ask("POST", f"{run}/takeback", token=token)
    assert (back.status, back.json["plies"], back.json["state"], back.json["turn"]) == (200, 0, "........./x", 0)
    server.ask("POST", f"{run}/action", "4", token)
    kinds = [str(event and (event.kind, event.number)) for event in (watcher.next() for _ in range(4))]
    assert kinds == ["('move', '1')", "('move', '2')", "('back', '0')", "('move', '1')"]
    watcher.connection.close()
    again = Watcher(server, run, "1")  # a watcher that knows undone plies starts again
    assert again.next() == Heard("back", "0", {"ply": 0})
    again.connection.close()
    for wanted in ({"seats": [None, None]}, {"seats": [None, "minimax"], "budget": {"bank": 60}}):
        run, tokens = server.open(world="tictactoe", **wanted)
        server.ask("POST", f"{run}/action", "8", tokens[0])
        assert server.ask("POST", f"{run}/takeback", token=tokens[0]).status == 409


def test_hints_and_resignation(server: Server) -> None:
    """A hint changes nothing; resigning loses the run, in anybody's turn."""
    run, tokens = server.open(world="tictactoe", seats=[None, None], start="xx.oo..../x")
    hint = server.ask("POST", f"{run}/hint", token=tokens[0])
    assert (hint.status, hint.json["action"]) == (200, "2")
    assert server.ask("POST", f"{run}/hint", token=tokens[1]).status == 409
    assert server.ask("GET", run).json["plies"] == 0
    ended = server.ask("POST", f"{run}/resign", token=tokens[1])
    assert ended.json["ending"] == {"kind": "resignation", "result": [1.0, 0.0], "reason": ""}
    assert server.ask("POST", f"{run}/resign", token=tokens[1]).status == 409


def test_a_watcher_that_does_not_read_costs_little_memory() -> None:
    """A long run is sent in pieces, of which the next is made when the last one has gone."""
    run = RunView(SETTINGS, new_world("tictactoe"))
    run.journal += [Event("move", ply, b"x" * 1000) for ply in range(1, 5001)]
    run.journal.append(Event("ending", 5000, b"{}"))
    sent: list[int] = []

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Any) -> None:
        sent.append(len(message.get("body", b"")))

    asyncio.run(EventStreams(Slots(1)).open(run, None)({"type": "http", "method": "GET"}, receive, send))
    assert sum(sent) > 5_000_000
    assert max(sent) <= 64 * 1024
    assert len(sent) < 100


def test_a_watchers_slot_is_always_freed() -> None:
    """After a HEAD request, a disconnect, and the end of a stream, no slot stays taken."""

    async def look() -> None:
        view = RunView(SETTINGS, new_world("tictactoe"))
        streams = EventStreams(Slots(2))
        for method, last in (("HEAD", None), ("GET", None), ("GET", "7")):
            response = streams.open(view, last)
            assert streams.slots.taken == 1
            gone = asyncio.Event()

            async def receive(gone: asyncio.Event = gone) -> dict[str, Any]:
                await gone.wait()
                return {"type": "http.disconnect"}

            async def send(message: Any, gone: asyncio.Event = gone) -> None:
                gone.set()

            await response({"type": "http", "method": method}, receive, send)
            assert streams.slots.taken == 0
        streams.open(view, None)
        streams.open(view, None)
        with pytest.raises(Unavailable):
            streams.open(view, None)

    asyncio.run(look())
