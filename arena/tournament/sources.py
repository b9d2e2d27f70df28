"""The files of strangers' minds while a tournament is played: a mind that is changed meanwhile is another one."""

from collections.abc import Sequence
from pathlib import Path

from arena.errors import StoreError
from minds.errors import quoted
from minds.registry import sources

Look = tuple[int, int, int]


class Sources:
    """What the files of a plan's minds looked like when it began."""

    def __init__(self, minds: Sequence[str]) -> None:
        self.files = {path: look(path) for spec in minds for path in sources(spec)}

    def check(self) -> None:
        """A StoreError, if one has changed since."""
        for path, before in self.files.items():
            if look(path) != before:
                raise StoreError(f"{quoted(str(path))} has changed while the tournament was played; play another one")


def look(path: Path) -> Look | None:
    """Which file it is, how large, and when it was written; nothing if it is gone."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
