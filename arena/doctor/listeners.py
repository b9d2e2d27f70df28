"""The bait's listeners: sockets of every kind, and a terminal, that notice connections and input."""

import fcntl
import os
import socket
import struct
import termios
import tty
from contextlib import ExitStack, suppress
from pathlib import Path

LOCAL = ("127.0.0.1", 0)


class Listeners:
    """Sockets on the loopback interface and in a folder, and a terminal. None of them ever blocks."""

    def __init__(self, folder: Path, token: str) -> None:
        self.path, self.abstract = folder / "socket", f"mind-arena-{token}"
        with ExitStack() as stack:
            self.tcp = self._listening(stack, socket.AF_INET, LOCAL)
            self.path_socket = self._listening(stack, socket.AF_UNIX, str(self.path))
            self.abstract_socket = self._listening(stack, socket.AF_UNIX, f"\0{self.abstract}")
            self.udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
            self.udp.bind(LOCAL)
            self.udp.setblocking(False)
            self.screen, self.terminal = os.openpty()
            for end in (self.screen, self.terminal):
                stack.callback(os.close, end)
            tty.setraw(self.terminal)
            self.opened = stack.pop_all()

    @staticmethod
    def _listening(stack: ExitStack, family: socket.AddressFamily, where: tuple[str, int] | str) -> socket.socket:
        listener = stack.enter_context(socket.socket(family, socket.SOCK_STREAM))
        listener.bind(where)
        listener.listen()
        listener.setblocking(False)
        return listener

    def addresses(self) -> dict[str, int | str]:
        """Return the address of each listener."""
        return {
            "tcp": self.tcp.getsockname()[1],
            "udp": self.udp.getsockname()[1],
            "unix": str(self.path),
            "abstract": self.abstract,
            "tty": os.ttyname(self.terminal),
        }

    def received(self) -> list[str]:
        """Return what arrived since the last call."""
        streams = {"TCP": self.tcp, "unix": self.path_socket, "abstract unix": self.abstract_socket}
        found = [f"a connection by {name} arrived" for name, one in streams.items() if _drain(one, accept=True)]
        if _drain(self.udp, accept=False):
            found.append("a datagram arrived")
        (typed,) = struct.unpack("i", fcntl.ioctl(self.terminal, termios.FIONREAD, bytes(4)))
        if typed:
            termios.tcflush(self.terminal, termios.TCIFLUSH)
            found.append("the terminal received input")
        return found

    def close(self) -> None:
        """Close all listeners."""
        self.opened.close()


def _drain(listener: socket.socket, accept: bool) -> int:
    """Discard all waiting connections or datagrams, and return their number."""
    count = 0
    with suppress(BlockingIOError):
        while True:
            if accept:
                listener.accept()[0].close()
            else:
                listener.recv(4096)
            count += 1
    return count
