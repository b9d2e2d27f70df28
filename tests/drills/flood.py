"""Many connections that are held open, and opened again when the server closes them."""

import select
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import cycle

CLOSED = select.EPOLLRDHUP | select.EPOLLHUP | select.EPOLLERR  # not EPOLLIN: what the server sends is never read
BATCH = 100  # opened before the closed ones are noticed
PAUSE = 0.02  # seconds between batches: at most 5,000 connections a second


class Flood:
    """Sends a text on each connection and reads nothing."""

    def __init__(
        self, port: int, count: int, addresses: Sequence[str], text: Callable[[], bytes], buffer: int = 0
    ) -> None:
        self.port, self.count, self.addresses, self.text, self.buffer = port, count, cycle(addresses), text, buffer
        self.held: dict[int, socket.socket] = {}
        self.closed = select.epoll()
        self.opened = self.most = 0

    def hold(self, seconds: float, measure: Callable[[], int] = int) -> int:
        """Hold the connections for some seconds, then close them; return the largest of the measured figures."""
        end, largest = time.monotonic() + seconds, 0
        try:
            while time.monotonic() < end:
                for _ in range(min(BATCH, self.count - len(self.held))):
                    self._open()
                self._drop_closed()
                self.most, largest = max(self.most, len(self.held)), max(largest, measure())
                time.sleep(PAUSE)
        finally:
            for one in self.held.values():
                one.close()
            self.closed.close()
        return largest

    def _open(self) -> None:
        one = socket.socket()
        try:
            if self.buffer:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.buffer)
            one.settimeout(5)
            one.bind((next(self.addresses), 0))
            one.connect(("127.0.0.1", self.port))
            self.opened += 1
            one.sendall(self.text())
        except OSError:
            one.close()
            return
        self.held[one.fileno()] = one
        self.closed.register(one, CLOSED)

    def _drop_closed(self) -> None:
        for number, _ in self.closed.poll(0):
            with suppress(OSError):
                self.closed.unregister(number)
            self.held.pop(number).close()
