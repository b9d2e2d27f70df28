"""The files of one compiled function, with checksums: a processor would run damaged machine code."""

import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from zlib import crc32

CHECKSUM_LENGTH = 8


class CheckedFiles:
    """An index of signatures, and a file of code for each; they take the place of Numba's own files.

    The name of a file of code ends with the checksum of its content, and the index begins with its own. What is damaged
    or missing is not there: it is compiled and written again.
    """

    def __init__(self, folder: Path, name: str, stamp: Any, dump: Callable[[Any], bytes]) -> None:
        self.folder, self.name, self.stamp, self.dump = folder, name, stamp, dump
        self.index = folder / f"{name}.nbi"

    def load(self, key: Any) -> Any:
        """Return the code for a signature, or None."""
        name = self._read_index().get(key)
        if name is None:
            return None
        content = _read(self.folder / name)
        return pickle.loads(content) if name == self._name_of(content) else None

    def save(self, key: Any, code: Any) -> None:
        """Keep the code for a signature."""
        content = self.dump(code)
        name = self._name_of(content)
        _write(self.folder / name, content)
        index = self.dump((self.stamp, self._read_index() | {key: name}))
        _write(self.index, _checksum(index) + index)

    def _read_index(self) -> dict[Any, str]:
        content = _read(self.index)
        if content[:CHECKSUM_LENGTH] != _checksum(content[CHECKSUM_LENGTH:]):
            return {}
        stamp, names = pickle.loads(content[CHECKSUM_LENGTH:])
        return dict(names) if stamp == self.stamp else {}

    def _name_of(self, content: bytes) -> str:
        return f"{self.name}.{_checksum(content).decode()}.nbc"


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _write(path: Path, content: bytes) -> None:
    """Write beside, then rename: another process reads the whole file or none."""
    with NamedTemporaryFile(dir=path.parent, prefix=f"{path.name}.tmp.", delete=False) as draft:
        try:
            draft.write(content)
            draft.close()
            os.replace(draft.name, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(draft.name)
            raise


def _checksum(content: bytes) -> bytes:
    """Return the checksum of a file's content, which takes 0.13 milliseconds for a megabyte."""
    return f"{crc32(content):08x}".encode()
