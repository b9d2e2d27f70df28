"""Reads a file of positions: xz, a line of JSON, then the columns one after the other.

The line holds `positions`, their number, and `columns`, a list of [name, numpy type, shape of a value]. The columns are
those of `POSITION` but for the flags: only quiet positions are in such a file. A file may be anybody's:
memory and sizes are bounded, and every position is checked.
"""

import json
import lzma
from pathlib import Path
from typing import BinaryIO

import numpy as np

from minds.errors import TrainingError, quoted
from minds.training.games.replay import POSITION
from minds.training.network.positions import MOST_POSITIONS, check

MAX_HEADER_BYTES = 4096
CHUNK = 1 << 20
COLUMNS = tuple(name for name in POSITION.names or () if name != "flags")
MEMORY = 1 << 30  # bytes that decompression may take: `xz -9` needs a sixteenth of it


def read_positions(path: Path) -> np.ndarray:
    """Return the positions in a file; a TrainingError says why it has none."""
    try:
        with path.open("rb") as file:
            return _read(_Decompressed(file))
    except TrainingError as problem:
        raise TrainingError(f"{quoted(str(path))}: {problem}") from None
    except (lzma.LZMAError, EOFError) as problem:
        raise TrainingError(f"{quoted(str(path))} is not a file of positions: {problem}") from None
    except OSError as problem:
        raise TrainingError(f"{quoted(str(path))} cannot be read: {problem.strerror}") from None


class _Decompressed:
    """The content of an xz file, read piece by piece."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.buffer = file, b""
        self.xz = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MEMORY)

    def read(self, most: int) -> bytes:
        """Return some bytes, at most this many; none at the end."""
        while not self.buffer and not self.xz.eof:
            content = self.file.read(CHUNK) if self.xz.needs_input else b""
            if self.xz.needs_input and not content:
                raise EOFError("it ends too early")
            self.buffer = self.xz.decompress(content, CHUNK)
        found, self.buffer = self.buffer[:most], self.buffer[most:]
        return found

    def line(self) -> bytes:
        """Return the first line."""
        found = b""
        while b"\n" not in found:
            more = self.read(MAX_HEADER_BYTES - len(found))
            if not more:
                raise TrainingError(
                    f"no first line of JSON within {MAX_HEADER_BYTES} bytes; expected a file of positions"
                )
            found += more
        found, _, rest = found.partition(b"\n")
        self.buffer = rest + self.buffer
        return found

    def fill(self, array: np.ndarray) -> None:
        """Fill an array with what comes next."""
        view, filled = memoryview(array.data).cast("B"), 0
        while filled < len(view):
            more = self.read(len(view) - filled)
            if not more:
                raise TrainingError("it ends before its last column; expected the whole file")
            view[filled : filled + len(more)] = more
            filled += len(more)


def _read(file: _Decompressed) -> np.ndarray:
    columns, count = _header(file.line())
    positions = np.zeros(count, POSITION)
    for name in columns:
        kind, shape = _kind(name)
        column = np.empty((count, *shape), kind)
        file.fill(column)
        positions[name] = column
    if file.read(1):
        raise TrainingError("it goes on after its last column; expected its end")
    check(positions)
    return positions


def _header(line: bytes) -> tuple[list[str], int]:
    """Return the columns' names in order, and the number of positions."""
    try:
        head = json.loads(line)
        columns, count = {name: (kind, tuple(shape)) for name, kind, shape in head["columns"]}, head["positions"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise TrainingError("its first line does not describe columns; expected a file of positions") from None
    expected = {name: (kind.str, shape) for name in COLUMNS for kind, shape in [_kind(name)]}
    if columns != expected:
        raise TrainingError(f"columns {quoted(str(columns))}; expected {expected}")
    if type(count) is not int or not 0 <= count <= MOST_POSITIONS:
        raise TrainingError(f"{quoted(str(count))} positions; expected 0 to {MOST_POSITIONS:,}")
    return list(columns), count


def _kind(name: str) -> tuple[np.dtype, tuple[int, ...]]:
    field = POSITION[name]
    return field.base, field.shape
