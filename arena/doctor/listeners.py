"""The bait's ears: sockets of every kind, and a terminal, that notice when somebody knocks."""

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
    """Sockets on the loopback and in a folder, and a terminal; asked, never waited for."""

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
        ear = stack.enter_context(socket.socket(family, socket.SOCK_STREAM))
        ear.bind(where)
        ear.listen()
        ear.setblocking(False)
        return ear

    def told(self) -> dict[str, int | str]:
        """Where they are."""
        return {
            "tcp": self.tcp.getsockname()[1],
            "udp": self.udp.getsockname()[1],
            "unix": str(self.path),
            "abstract": self.abstract,
            "tty": os.ttyname(self.terminal),
        }

    def heard(self) -> list[str]:
        """Who has come since this was last asked."""
        doors = {"TCP": self.tcp, "unix": self.path_socket, "abstract unix": self.abstract_socket}
        said = [f"a connection by {name} arrived" for name, ear in doors.items() if _drain(ear, accept=True)]
        if _drain(self.udp, accept=False):
            said.append("a datagram arrived")
        (typed,) = struct.unpack("i", fcntl.ioctl(self.terminal, termios.FIONREAD, bytes(4)))
        if typed:
            termios.tcflush(self.terminal, termios.TCIFLUSH)
            said.append("somebody typed on the terminal")
        return said

    def close(self) -> None:
        """Listen no more."""
        self.opened.close()


def _drain(ear: socket.socket, accept: bool) -> int:
    """How many came; they are sent away."""
    count = 0
    with suppress(BlockingIOError):
        while True:
            if accept:
                ear.accept()[0].close()
            else:
                ear.recv(4096)
            count += 1
    return count
