"""HTTP/1.1 as uvicorn speaks it, on connections that are closed when no request comes."""

from asyncio import TimerHandle, Transport
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from arena.cli.connections import Connections

REQUEST_TIMEOUT = 10.0  # seconds until the head of the next request is complete
MAX_HEAD_BYTES = 32 * 1024
VERSIONS = (b"1.0", b"1.1")
LENGTH, CODING = b"content-length", b"transfer-encoding"


class StrictConnection(h11.Connection):
    """HTTP as h11 reads it, without requests that another reader could take for two, or two for one."""

    def next_event(self) -> Any:
        """Return the next event; raise RemoteProtocolError for a request whose length is unclear."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            names = {name for name, _ in event.headers}
            is_unclear = CODING in names and (LENGTH in names or event.http_version == b"1.0")
            if is_unclear or event.http_version not in VERSIONS:
                raise h11.RemoteProtocolError("a request of unclear length, or of another version")
        return event


class HttpProtocol(H11Protocol):
    """One connection. Bytes that come slowly do not prolong its time for a request."""

    places: Connections

    timer: TimerHandle | None = None  # while the connection is idle
    is_socket = False

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.conn = StrictConnection(h11.SERVER, MAX_HEAD_BYTES)

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._update()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._set_busy()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Stop waiting if the head of a request is complete."""
        super().data_received(data)
        self._update()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._update()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand the connection over; as a WebSocket it has timeouts of its own, unless its head is rejected there."""
        self.is_socket = True
        super().handle_websocket_upgrade(event)
        if not getattr(self.transport.get_protocol(), "handshake_initiated", True):
            self.send_400_response("Invalid WebSocket request received.")

    def send_400_response(self, msg: str) -> None:
        """Answer 400 unless an answer has begun, and close; what is being answered is given up."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _update(self) -> None:
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if is_answering or self.is_socket or self.transport.is_closing():
            self._set_busy()
        elif self.timer is None:
            self.timer = self.loop.call_later(REQUEST_TIMEOUT, self.transport.close)
            self.places.set_idle(self.transport, self.transport.get_extra_info("peername")[0])

    def _set_busy(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
            self.places.set_busy(self.transport)


def protocol_with(connections: Connections) -> type[HttpProtocol]:
    """Return the protocol, on these connections."""
    return type("HttpProtocol", (HttpProtocol,), {"places": connections})
