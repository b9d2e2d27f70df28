"""A file of games: a line of JSON with the settings, then blocks, to which more are added at any time."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from minds.errors import TrainingError, quoted
from minds.training.games.blocks import MARK, Games, decode, joined
from minds.training.games.settings import MAX_HEADER, Settings, difference, read_settings

MAX_BYTES = 8 << 30
MAX_DAMAGES = 1000
BEGINNING = Settings("").to_line().partition(b",")[0]  # of every file of games


class Content(NamedTuple):
    """The content of a file of games."""

    settings: Settings
    games: Games
    end: int  # of the last whole block
    damages: tuple[str, ...]  # places that could not be read, and why


def is_games(path: Path) -> bool:
    """Return True if a file begins as a file of games does."""
    with path.open("rb") as file:
        return file.read(len(BEGINNING)) == BEGINNING


def read_games(path: Path) -> Content:
    """Return what is in a file, in the order of the games' numbers; raise TrainingError if it holds no games."""
    try:
        with path.open("rb") as file:
            return _read(file)
    except TrainingError as problem:
        raise TrainingError(f"{quoted(str(path))} is not a file of games: {problem}") from None
    except OSError as problem:
        raise TrainingError(f"{quoted(str(path))} cannot be read: {problem.strerror}") from None


def _read(file: BinaryIO) -> Content:
    size = os.fstat(file.fileno()).st_size
    if size > MAX_BYTES:
        raise TrainingError(f"{size:,} bytes; expected at most {MAX_BYTES:,}")
    file.seek(0)
    line = file.readline(MAX_HEADER)
    settings, parts, damages = read_settings(line), list[Games](), list[str]()
    content = file.read(size)
    at = end = 0
    while at < len(content):
        try:
            games, at = decode(content, at)
        except TrainingError as problem:
            damages.append(str(problem))
            if len(damages) > MAX_DAMAGES:
                raise TrainingError(f"more than {MAX_DAMAGES:,} damaged places, the first at {damages[0]}") from None
            at = content.find(MARK, at + 1)
            if at < 0:
                break
        else:
            parts.append(games)
            end = at
    return Content(settings, joined(parts), len(line) + end, tuple(damages))


class GamesWriter:
    """A file that games are added to, by one process at a time."""

    def __init__(self, file: BinaryIO, content: Content) -> None:
        self.file, self.games = file, content.games
        self.numbers: set[int] = set(content.games.numbers.tolist())

    def add(self, block: bytes, games: Games) -> None:
        """Add a block with its games; whatever ends this process, they stay."""
        self.file.write(block)
        self.file.flush()
        self.numbers.update(games.numbers.tolist())


@contextmanager
def writing(path: Path, settings: Settings) -> Iterator[GamesWriter]:
    """Open a file to add games to, a new one or one with the same settings; nobody else may write to it meanwhile.

    A block at its end that an interruption has cut off is removed.
    """
    import fcntl

    try:
        file = path.open("a+b")
    except OSError as problem:
        raise TrainingError(f"{quoted(str(path))} cannot be written: {problem.strerror}") from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            reason = "is being written by another process; expected another file"
            raise TrainingError(f"{quoted(str(path))} {reason}") from None
        _begin(file, settings)
        try:
            content = _read(file)
        except TrainingError as problem:
            raise TrainingError(f"{quoted(str(path))} is not a file of games: {problem}") from None
        if different := difference(content.settings, settings):
            raise TrainingError(
                f"{quoted(str(path))} holds games with {different}; expected the same settings, or another file"
            )
        file.truncate(content.end)
        yield GamesWriter(file, content)


def _begin(file: BinaryIO, settings: Settings) -> None:
    """Write the first line, if it is not there as a whole."""
    line = settings.to_line()
    file.seek(0)
    if (found := file.read(len(line))) != line and line.startswith(found):
        file.truncate(0)
        file.write(line)
        file.flush()
