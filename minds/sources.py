"""The files that a mind consists of, and what they show without being run."""

import os
import shlex
import stat
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from minds.spec import read_spec

OWN_NAME = "mind"  # a file of this name, with any ending, owns the folder in which it lies
TOURNAMENT = "arena.sqlite"  # the file of a tournament's store
MAX_PROGRAM_BYTES, MAX_FILES = 100_000_000, 1000


def sources(text: str) -> list[Path]:
    """Return the files of a mind that is not the house's, as far as its spec names them."""
    spec = read_spec(text)
    if spec.kind == "cmd":
        return named_files(shlex.split(spec.target))
    path = Path(spec.target)
    if spec.kind == "uci":
        return [path, *named_files(spec.arguments)]
    if spec.kind != "file":
        return []
    folder = own_folder(path.resolve())
    return [path] if folder is None else _files_below(folder)


def named_files(words: Iterable[str]) -> list[Path]:
    """Return the files that words name."""
    return [Path(word) for word in words if _is_file(word)]


def own_folder(path: Path) -> Path | None:
    """Return the folder that a mind's file has for itself, or None.

    The file must be called mind, and the folder must hold nothing of anyone else's: it is not a home or above one, not
    shared as /tmp is, and no tournament and no other mind lies anywhere below it.
    """
    folder, home = path.parent, Path.home().resolve()
    if path.stem != OWN_NAME or folder in (home, *home.parents) or is_shared(folder):
        return None
    return None if holds_others(folder) else folder


def is_shared(folder: Path) -> bool:
    """True if several users may put files into a folder, as into /tmp."""
    return bool(folder.stat().st_mode & stat.S_ISVTX)


def holds_others(folder: Path) -> bool:
    """True if a tournament or another mind lies anywhere below a folder, or if it holds too much to be sure."""
    found = _files_below(folder)
    minds = (one for one in found if one.stem == OWN_NAME and one.parent != folder)
    return len(found) > MAX_FILES or any(one.name == TOURNAMENT for one in found) or any(minds)


def learns(text: str) -> bool:
    """Return True if a mind may carry something from game to game: its source contains the word "memory"."""
    spec, files = read_spec(text), sources(text)
    if not spec.is_foreign or spec.kind == "uci":
        return False
    if len(files) > 1:  # an interpreter contains every word, so only scripts count
        files = [path for path in files if not _begins(path, b"\x7fELF")]
    return any(_contains(path, b"memory") for path in files)


def _files_below(folder: Path) -> list[Path]:
    """Return the files below a folder, at most one more than a mind may have, without those that tools leave."""
    files = (Path(place) / name for place, _, names in os.walk(folder) for name in sorted(names))
    first = sorted(islice((path for path in files if path.is_file()), MAX_FILES + 1))
    return [path for path in first if not _is_left_by_tools(path, folder)]


def _is_left_by_tools(path: Path, folder: Path) -> bool:
    return any(part.startswith((".", "__")) for part in path.relative_to(folder).parts[:-1])


def _begins(path: Path, mark: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(mark)) == mark


def _contains(path: Path, word: bytes) -> bool:
    with path.open("rb") as file:
        return word in file.read(MAX_PROGRAM_BYTES)


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):
        return False
