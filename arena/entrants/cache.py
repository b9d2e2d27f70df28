"""The folder in which bundles lie unpacked, each under its digest, read-only, and made only once unless damaged."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arena.entrants.bundle import MAX_BYTES, Bundle, BundledFile
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
    """Return the folder with a bundle's files; `fetch` is called for the bundle if they are not there, or damaged."""
    place = cache_folder() / digest
    if not _is_whole(place, digest):
        bundle = fetch(digest)
        with _locked(place.parent):
            if not _is_whole(place, digest):  # another process was not faster
                _discard(place)
                _unpack(bundle, place)
    return place


def is_unpacked(digest: str) -> bool:
    """Return True if the files of a bundle are here as they were entered."""
    return _is_whole(cache_folder() / digest, digest)


def packed(digest: str) -> bytes:
    """Return the bytes of a bundle that is unpacked here, for another machine; raise EntrantError if it is not."""
    bundle = _bundle_in(cache_folder() / digest)
    if bundle is None or bundle.digest != digest:
        raise EntrantError(f"bundle {digest} is no longer in the cache")
    return bundle.pack()


def _is_whole(place: Path, digest: str) -> bool:
    """Return True if a folder holds the files of a bundle as they were entered, and nothing else."""
    bundle = _bundle_in(place)
    return bundle is not None and bundle.digest == digest


def _bundle_in(place: Path) -> Bundle | None:
    """Return the bundle of a folder's files; None if they cannot be those of a bundle."""
    try:
        paths = [path for path in place.rglob("*") if path.is_symlink() or not path.is_dir()]
        if any(path.is_symlink() or path.stat().st_size > MAX_BYTES for path in paths):
            return None
        return Bundle(tuple(sorted((_read(place, path) for path in paths), key=lambda file: file.path)))
    except OSError:
        return None


def _read(place: Path, path: Path) -> BundledFile:
    is_executable = bool(path.stat().st_mode & 0o111)
    return BundledFile(path.relative_to(place).as_posix(), is_executable, path.read_bytes())


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Let one process at a time replace what is in a folder."""
    number = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some network's file systems have no locks
            fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        os.close(number)


def _discard(place: Path) -> None:
    """Delete a damaged folder, if there is one."""
    if not place.is_dir() or place.is_symlink():
        place.unlink(missing_ok=True)
        return
    draft = Path(tempfile.mkdtemp(dir=place.parent, prefix="damaged-"))
    place.rename(draft)
    remove(draft)


def _unpack(bundle: Bundle, place: Path) -> None:
    """Write the files beside, then rename: who looks meanwhile finds a whole folder or none."""
    draft = Path(tempfile.mkdtemp(dir=place.parent, prefix="unpacking-"))
    try:
        for file in bundle.files:
            path = draft / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content)
            path.chmod(0o555 if file.is_executable else 0o444)
        for folder, _, _ in os.walk(draft, topdown=False):
            os.chmod(folder, 0o555)
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
