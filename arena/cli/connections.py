"""The connections of a server, bounded by address and in all: HTTP, event streams and WebSockets."""

import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol
from weakref import finalize

if TYPE_CHECKING:
    from world.server import Slots

MAX_QUEUED = 4096  # connections that the kernel holds until they are accepted
MAX_REFUSED = 64  # at once, before the server does something else
REASON = b"too many connections; try again in a moment\n"
REFUSAL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Type: text/plain\r\n"
REFUSAL += b"Content-Length: %d\r\n\r\n%s" % (len(REASON), REASON)
LOG = logging.getLogger("arena.server")


class Idle(Protocol):
    """A connection on which no request is being answered."""

    def abort(self) -> None:
        """Close it at once."""


class Connections:
    """Counts the connections. If there are too many, a new one takes the place of the one that is idle for longest."""

    def __init__(self, slots: "Slots") -> None:
        self.slots = slots
        self.idle: dict[Idle, str] = {}  # with their addresses, longest first
        self.idle_by_address: dict[str, dict[Idle, None]] = {}

    def enter(self, address: str) -> bool:
        """Take a place for a connection from an address; return False if all are in use."""
        if self.slots.take(address=address):
            return True
        candidates = self.idle_by_address.get(address, {}) if self.slots.has_share(address) else self.idle
        oldest = next(iter(candidates), None)
        if oldest is None:
            return False
        self.set_busy(oldest)
        oldest.abort()  # its place is free a moment later
        self.slots.take_anyway(address=address)
        return True

    def leave(self, address: str) -> None:
        """Give a place back."""
        self.slots.free(address=address)

    def set_idle(self, connection: Idle, address: str) -> None:
        """Note that no request is being answered on a connection."""
        self.idle[connection] = address
        self.idle_by_address.setdefault(address, {})[connection] = None

    def set_busy(self, connection: Idle) -> None:
        """Note that a connection is not idle, or that it is gone."""
        address = self.idle.pop(connection, None)
        if address is not None:
            of_address = self.idle_by_address[address]
            del of_address[connection]
            if not of_address:
                del self.idle_by_address[address]


class Listener(socket.socket):
    """A listening socket. What it accepts has a place among the connections until it is closed."""

    connections: Connections

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection for which there is a place; the others are refused."""
        for _ in range(MAX_REFUSED):
            accepted, address = super().accept()
            if self.connections.enter(address[0]):
                return _Accepted(accepted, partial(self.connections.leave, address[0])), address
            LOG.warning("arena: too many connections; new ones are refused")
            with accepted, suppress(OSError):
                accepted.send(REFUSAL)
        raise BlockingIOError

    def listen(self, backlog: int = MAX_QUEUED, /) -> None:
        """Listen with a long queue; asyncio accepts as many at once as it asks for here, and that shall be few."""
        super().listen(max(backlog, MAX_QUEUED))


class _Accepted(socket.socket):
    """A connection that gives its place back when it is closed or, if that is forgotten, collected."""

    def __init__(self, accepted: socket.socket, leave: Callable[[], None]) -> None:
        super().__init__(accepted.family, accepted.type, accepted.proto, fileno=accepted.detach())
        self._leave = finalize(self, leave)

    def close(self) -> None:
        self._leave()
        super().close()
