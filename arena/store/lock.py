"""The lock of a results folder, held by the arena that plays there; a killed arena's lock is gone."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import StoreError
from minds.errors import quoted


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold a file's lock, or raise StoreError if another arena holds it."""
    import fcntl

    try:
        opened = file.open("w")
    except OSError as problem:
        raise StoreError(
            f"{quoted(str(file))} cannot be opened to lock the folder: {problem.strerror}; expected "
            "a file, or none, in a folder that can be written"
        ) from None
    with opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StoreError(f"{quoted(str(file.parent))} is being played by another arena") from None
        yield
