"""The folder in which bundles lie unpacked, each under its digest, read-only, and made only once."""

import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from arena.entrants.bundle import Bundle
from arena.errors import EntrantError
from minds.errors import quoted

FOLDER = "bundles"


def cache_folder() -> Path:
    """Return the folder for unpacked bundles: XDG_CACHE_HOME, the home's cache, or the temporary files'."""
    chosen = Path(os.environ.get("XDG_CACHE_HOME", ""))
    with suppress(RuntimeError):
        home = chosen if chosen.is_absolute() else Path.home() / ".cache"
        if _is_usable(home / "mind-arena" / FOLDER):
            return home / "mind-arena" / FOLDER
    fallback = Path(tempfile.gettempdir()) / f"mind-arena-{os.getuid()}" / FOLDER
    if not _is_usable(fallback):
        raise EntrantError(f"no folder to unpack submitted files into: {quoted(str(fallback))} is not ours to write")
    return fallback


def _is_usable(folder: Path) -> bool:
    """Return True if the folder is there, or can be made, and only we may write in it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
        return found.st_uid == os.getuid() and not found.st_mode & 0o022 and os.access(folder, os.W_OK)
    except OSError:
        return False


def unpacked(digest: str, fetch: Callable[[str], Bundle]) -> Path:
    """Return the folder with a bundle's files; `fetch` is called for the bundle if they are not there yet."""
    place = cache_folder() / digest
    if not place.is_dir():
        _unpack(fetch(digest), place)
    return place


def _unpack(bundle: Bundle, place: Path) -> None:
    """Write the files beside, then rename: two processes that do this at once leave one whole folder."""
    draft = Path(tempfile.mkdtemp(dir=place.parent, prefix="unpacking-"))
    try:
        for file in bundle.files:
            path = draft / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content)
            path.chmod(0o555 if file.is_executable else 0o444)
        for folder, _, _ in os.walk(draft, topdown=False):
            os.chmod(folder, 0o555)
        with suppress(OSError):  # another process was faster
            draft.rename(place)
    except OSError as problem:
        raise EntrantError(f"submitted files cannot be unpacked into {quoted(str(place.parent))}: {problem}") from None
    finally:
        if draft.is_dir():
            remove(draft)


def remove(folder: Path) -> None:
    """Delete a folder of read-only files."""
    for place, _, _ in os.walk(folder):
        os.chmod(place, 0o700)
    shutil.rmtree(folder, ignore_errors=True)
