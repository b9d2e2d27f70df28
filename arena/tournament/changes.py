"""Notice that a foreign mind's files change while its tournament is played: a changed mind is another mind."""

from collections.abc import Sequence
from pathlib import Path

from arena.errors import StoreError
from minds.errors import quoted
from minds.registry import sources

Stamp = tuple[int, int, int]


class UnchangedFiles:
    """The files of a plan's minds, as they were when the games began."""

    def __init__(self, minds: Sequence[str]) -> None:
        self.files = {path: stamp(path) for spec in minds for path in sources(spec)}

    def check(self) -> None:
        """Raise StoreError if a file has changed since."""
        for path, before in self.files.items():
            if stamp(path) != before:
                raise StoreError(
                    f"{quoted(str(path))} has changed while the tournament was played; start a new tournament with it"
                )


def stamp(path: Path) -> Stamp | None:
    """Return inode, size and time of writing of a file, which show a change without reading it; None if it is gone."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
