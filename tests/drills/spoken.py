"""A cell whose process is played by a function: its answers come through real pipes, but nothing is started."""

import fcntl
import os
import select
import socket
from collections.abc import Callable

from arena.cell.cell import Cell
from arena.cell.order import DEFAULT_LIMITS, Launched
from arena.cell.patience import Patience
from arena.cell.process import MindProcess
from arena.cell.uci.dialogue import UciDialogue
from arena.cell.wire_dialogue import WireDialogue

PIPE_SIZE = 1 << 20
MAX_SAID = 1_000_000  # bytes; what is longer would fill the pipe
Speaker = Callable[[str], tuple[bytes, bool]]  # from what it is told to what it says, and whether it lives on


class SpokenProcess(MindProcess):
    """A process that says what a function returns; it is told of each text that is sent."""

    def __init__(self, speak: Speaker) -> None:
        self.speak, self.limits, self.is_jailed, self.is_house = speak, DEFAULT_LIMITS, False, False
        self.stdout, self.voice = os.pipe()
        self.stderr, self.stdin = os.pipe()
        fcntl.fcntl(self.stdout, fcntl.F_SETPIPE_SZ, PIPE_SIZE)
        self.lifeline, self.keeper = socket.socketpair()
        self.outputs = select.poll()
        for number in (self.stdout, self.stderr):
            self.outputs.register(number, select.POLLIN)
            os.set_blocking(number, False)
        self.received, self._log, self.log_bytes_cut, self.reserved = b"", b"", 0, 0
        self.owes_answer = self.pauses = self.is_hosted = False
        self.lines_printed = 0
        self._launched, self._handle = Launched(number=os.getpid()), -1

    def send(self, text: bytes, patience: Patience) -> None:
        """Say what is said to this."""
        said, lives = self.speak(text.decode())
        if self.keeper.fileno() >= 0:
            os.write(self.voice, said[:MAX_SAID])
            if not lives:
                self._die()

    def _die(self) -> None:
        os.close(self.voice)
        self.keeper.close()

    def close(self, seconds: float = 0.0) -> None:
        """Close all pipes."""
        if self.keeper.fileno() >= 0:
            self._die()
        super().close(0.0)


class SpokenCell(Cell):
    """A cell with such a process."""

    def __init__(self, spec: str, speak: Speaker) -> None:
        super().__init__(spec)
        self.speak = speak

    def _make_process(self) -> None:
        self.process = SpokenProcess(self.speak)
        self.dialogue = UciDialogue(self.process, self.spec) if self.is_engine else WireDialogue(self.process)

    def _new_cell(self, spec: str) -> Cell:
        return SpokenCell(spec, self.speak)
