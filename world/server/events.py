"""What happens in a run, as Server-Sent Events: whoever comes late, or comes back, hears what was before."""

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from sse_starlette import EventSourceResponse, ServerSentEvent
from sse_starlette.sse import SendTimeoutError
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from world.server.bounds import Room
from world.server.errors import Full
from world.server.schema import Event
from world.server.view import View

OFTEN = 15  # seconds between two signs of life
TO_BE_READ = 20.0  # seconds in which a watcher must take what is sent


class Watching:
    """Watchers, as many as there is room for."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def watch(self, view: View, last: str | None) -> Response:
        """All events since the one that the watcher has heard last."""
        if not self.room.take():
            raise Full(f"{self.room.most} are watching, and there is no room for more")
        return Stream(
            self.room,
            _tell(view, _first(view, last)),
            ping=OFTEN,
            ping_message_factory=lambda: ServerSentEvent(comment="keep-alive", sep="\n"),
            sep="\n",
            send_timeout=TO_BE_READ,
        )


class Stream(EventSourceResponse):
    """What one watcher is told; the place is free again whichever way it ends, also if it has never begun."""

    def __init__(self, room: Room, *content: Any, **options: Any) -> None:
        self.room = room
        super().__init__(*content, **options)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with suppress(SendTimeoutError):  # who does not read is left
                await super().__call__(scope, receive, send)
        finally:
            self.room.leave()


async def _tell(view: View, place: int) -> AsyncIterator[bytes]:
    if place < 0:
        yield written(Event("back", 0, b'{"ply":0}'))
        place = 0
    while True:
        heard = view.bell.listen()
        fresh = view.journal[place:]
        if fresh:  # all in one piece: who has gone meanwhile is written to once
            yield b"".join(map(written, fresh))
            if fresh[-1].kind == "ending":
                return
        elif view.closed:
            return
        else:
            await heard
        place += len(fresh)


def _first(view: View, last: str | None) -> int:
    """Where in the journal to begin; -1 if the watcher may know plies that were taken back."""
    number = 0
    with suppress(ValueError):
        number = int(last or 0) if (last or "0").isascii() and len(last or "0") < 8 else 0
    if number <= 0:
        return 0
    return number if view.backs == 0 and number <= len(view.plies) else -1


def written(event: Event) -> bytes:
    """As it is sent."""
    number = f"id: {event.ply}\n".encode() if event.kind != "ending" else b""
    return number + b"event: " + event.kind.encode() + b"\ndata: " + event.data + b"\n\n"
