"""The events of a run as Server-Sent Events, from any earlier ply on."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from sse_starlette import EventSourceResponse, ServerSentEvent
from sse_starlette.sse import SendTimeoutError
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from world.server.bounds import Slots
from world.server.errors import Unavailable
from world.server.schema import Event
from world.server.view import RunView

PING_INTERVAL = 15  # seconds
SEND_TIMEOUT = 20.0  # seconds
MAX_PIECE_BYTES = 64 * 1024


class EventStreams:
    """Opens event streams while there are free slots."""

    def __init__(self, slots: Slots) -> None:
        self.slots = slots

    def open(self, view: RunView, last: str | None, address: str = "") -> Response:
        """Return a stream of all events after the one with the id `last`, for a client at an address."""
        if not self.slots.take(address=address):
            if self.slots.has_share(address):
                raise Unavailable(
                    f"{self.slots.most_of_address} clients at your address are watching; expected no more"
                )
            raise Unavailable(f"the server is full: {self.slots.most} clients are watching")
        return _Stream(
            partial(self.slots.free, address=address),
            _events(view, _first(view, last)),
            ping=PING_INTERVAL,
            ping_message_factory=lambda: ServerSentEvent(comment="keep-alive", sep="\n"),
            sep="\n",
            send_timeout=SEND_TIMEOUT,
        )


class _Stream(EventSourceResponse):
    """A stream that frees its slot however it ends, even if it was never sent."""

    def __init__(self, free: Callable[[], None], *content: Any, **options: Any) -> None:
        self.free = free
        super().__init__(*content, **options)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with suppress(SendTimeoutError):  # the client does not read
                await super().__call__(scope, receive, send)
        finally:
            self.free()


async def _events(view: RunView, place: int) -> AsyncIterator[bytes]:
    if place < 0:
        yield encode(Event("back", 0, b'{"ply":0}'))
        place = 0
    while True:
        rung = view.bell.listen()
        fresh = view.journal[place:]
        if fresh:
            for piece in _pieces(fresh):
                yield piece
            if fresh[-1].kind == "ending":
                return
        elif view.closed:
            return
        else:
            await rung
        place += len(fresh)


def _pieces(events: Sequence[Event]) -> Iterator[bytes]:
    """Yield the events in as few pieces as possible: a client that has gone is written to only once.

    But a client that does not read keeps a piece in memory, so that none is long.
    """
    piece = b""
    for event in map(encode, events):
        if piece and len(piece) + len(event) > MAX_PIECE_BYTES:
            yield piece
            piece = b""
        piece += event
    yield piece


def _first(view: RunView, last: str | None) -> int:
    """Return where in the journal to begin; -1 if the client may have seen plies that were taken back."""
    number = 0
    with suppress(ValueError):
        number = int(last or 0) if (last or "0").isascii() and len(last or "0") < 8 else 0
    if number <= 0:
        return 0
    return number if view.takebacks == 0 and number <= len(view.plies) else -1


def encode(event: Event) -> bytes:
    """Return the event in the text format of the stream."""
    number = f"id: {event.ply}\n".encode() if event.kind != "ending" else b""
    return number + b"event: " + event.kind.encode() + b"\ndata: " + event.data + b"\n\n"
