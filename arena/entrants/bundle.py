"""A bundle: the files of a submitted mind, read once, bounded, and named by their digest.

A bundle holds no modification times, owners or links, so that the same files give the same digest on every machine.
"""

import hashlib
import os
import stat
import zlib
from collections.abc import Iterator
from functools import cached_property
from itertools import islice, pairwise
from pathlib import Path, PurePosixPath
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from arena.errors import EntrantError
from minds.errors import quoted

MAX_FILES = 200
MAX_BYTES = 16 << 20  # of all files together
MAX_ENTRIES = 5000  # in all folders, those that are skipped included
MAX_PATH_LENGTH = 200  # letters
MAX_NAME_BYTES = 255  # of a file or folder, as file systems have it
SKIPPED_FOLDERS = ("__pycache__", "node_modules", "venv", "env")


class BundledFile(Struct, frozen=True, array_like=True):
    """A file's path below the bundle's folder, whether it may be executed, and its content."""

    path: str
    is_executable: bool
    content: bytes


class Bundle(Struct, frozen=True, array_like=True, dict=True):
    """The files of one mind, in the order of their paths."""

    files: Annotated[tuple[BundledFile, ...], Meta(max_length=MAX_FILES)]

    @cached_property
    def digest(self) -> str:
        """The name by which stores, caches and other machines know this bundle."""
        return hashlib.sha256(msgspec.msgpack.encode(self)).hexdigest()[:32]

    @property
    def size(self) -> int:
        """Bytes of all files together."""
        return sum(len(file.content) for file in self.files)

    def pack(self) -> bytes:
        """Return the bundle as compressed bytes, the same for the same files."""
        return zlib.compress(msgspec.msgpack.encode(self), 6)


def unpack(packed: bytes, digest: str) -> Bundle:
    """Return the bundle that was packed; an EntrantError if it is damaged or not the one the digest names."""
    try:
        bundle = received(packed)
    except EntrantError as problem:
        raise EntrantError(f"bundle {digest} is damaged: {problem}") from None
    if bundle.digest != digest:
        raise EntrantError(f"bundle {digest} is damaged: its files have the digest {bundle.digest}")
    return bundle


def received(packed: bytes, most: int = 2 * MAX_BYTES) -> Bundle:
    """Return the bundle that anybody has packed, of at most so many bytes.

    Raise EntrantError if it is longer, is none, or would leave its folder.
    """
    try:
        plain = zlib.decompressobj().decompress(packed, most + 1)
        if len(plain) > most:
            raise ValueError(f"they are longer than {most >> 10} KiB")
        bundle = msgspec.msgpack.decode(plain, type=Bundle)
    except (zlib.error, msgspec.MsgspecError, ValueError) as problem:
        raise EntrantError(f"no packed files: {problem}") from None
    check_paths(bundle)
    return bundle


def check_paths(bundle: Bundle) -> None:
    """Raise EntrantError if a path would lead out of the folder it is unpacked into, or if not all can be there."""
    paths = [file.path for file in bundle.files]
    for path in paths:
        found = PurePosixPath(path)
        is_below = found.parts and not found.is_absolute() and ".." not in found.parts and str(found) == path
        if not is_below or not path.isprintable() or len(path) > MAX_PATH_LENGTH:
            raise EntrantError(f"a bundle holds the path {quoted(path)}; expected one below its folder")
        if any(len(part.encode()) > MAX_NAME_BYTES for part in found.parts):
            raise EntrantError(f"a bundle holds the path {quoted(path)}; expected names of {MAX_NAME_BYTES} bytes")
    if len(set(paths)) < len(paths):
        raise EntrantError("a bundle holds two files of the same path")
    for one, other in pairwise(sorted(PurePosixPath(path).parts for path in paths)):
        if other[: len(one)] == one:
            raise EntrantError(
                f"a bundle holds {quoted('/'.join(one))} as a file and as a folder; expected one of both"
            )


def bundle_file(path: Path) -> Bundle:
    """Return the bundle of a mind that is one file."""
    return _bundle(path.parent.resolve(), iter([path]))


def bundle_folder(folder: Path) -> Bundle:
    """Return the bundle of a folder: hidden files, caches and virtual environments are left out."""
    root = folder.resolve()
    return _bundle(root, _walk(root))


def _bundle(root: Path, paths: Iterator[Path]) -> Bundle:
    files: list[BundledFile] = []
    left = MAX_BYTES
    for path in paths:
        if len(files) == MAX_FILES:
            raise EntrantError(f"{quoted(str(root))} holds more than {MAX_FILES} files")
        file = _read(root, path, left)
        left -= len(file.content)
        files.append(file)
    if not files:
        raise EntrantError(f"{quoted(str(root))} holds no file to enter")
    return Bundle(tuple(sorted(files, key=lambda file: file.path)))


def _walk(root: Path) -> Iterator[Path]:
    """Yield the files below a folder that belong to a mind."""
    folders, seen = [root], 0
    while folders:
        with os.scandir(folders.pop()) as listing:
            entries = list(islice(listing, MAX_ENTRIES + 1 - seen))
        seen += len(entries)
        if seen > MAX_ENTRIES:
            raise EntrantError(f"{quoted(str(root))} holds more than {MAX_ENTRIES} files and folders")
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                folders += [Path(entry.path)] * (not _is_skipped(entry))
            elif not is_left_out(entry.name):
                yield Path(entry.path)


def _is_skipped(folder: "os.DirEntry[str]") -> bool:
    """Return True for folders that tools make: hidden ones, caches and virtual environments."""
    return is_left_out(folder.name) or os.path.exists(f"{folder.path}/pyvenv.cfg")


def is_left_out(path: str) -> bool:
    """Return True for hidden files and folders, caches and virtual environments, by their names alone."""
    return any(part.startswith(".") or part in SKIPPED_FOLDERS for part in PurePosixPath(path).parts)


def _read(root: Path, path: Path, most: int) -> BundledFile:
    """Read one file, which must be a regular one below the root and no longer than what is left."""
    name = path.name if path.parent.resolve() == root else path.relative_to(root).as_posix()
    if not name.isprintable() or len(name) > MAX_PATH_LENGTH:
        raise EntrantError(f"{quoted(name)} cannot be entered; expected a printable name of {MAX_PATH_LENGTH} letters")
    real = Path(os.path.realpath(path))  # Path.resolve raises a RuntimeError for a link to itself
    if not real.is_relative_to(root):
        raise EntrantError(f"{quoted(name)} is a link that leads out of {quoted(str(root))}")
    try:
        # Not blocking: a pipe would keep us waiting. Not following: the link was resolved above.
        number = os.open(real, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    except OSError as problem:
        raise EntrantError(f"{quoted(name)} cannot be read: {problem.strerror}") from None
    found = os.fstat(number)
    if not stat.S_ISREG(found.st_mode):
        os.close(number)
        raise EntrantError(f"{quoted(name)} is no file; expected files and folders only")
    with open(number, "rb") as file:
        content = file.read(most + 1) if found.st_size <= most else None
    if content is None or len(content) > most:
        raise EntrantError(f"{quoted(str(root))} holds more than {MAX_BYTES >> 20} MiB")
    return BundledFile(name, bool(found.st_mode & 0o111), content)
