"""The folder for compiled code: private, writable, and named after the sources it was compiled from."""

import hashlib
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

import llvmlite.binding

PACKAGE = Path(__file__).resolve().parent.parent
# The folders with compiled sources and their constants; a change elsewhere does not cause a recompilation.
COMPILED_FOLDERS = (
    "board",
    "evaluation/practical",
    "evaluation/plain",
    "evaluation/tuned",
    "evaluation/learned",
    "search",
    "engine",
)
COMPLETE = "complete"
MAX_FOLDERS = 4  # at 2.5 MB each


def digest() -> str:
    """A short name for everything the machine code depends on: sources, compilers, processor."""
    mark = hashlib.sha256()
    for name in ("numba", "llvmlite", "numpy"):
        mark.update(f"{name} {version(name)}\n".encode())
    mark.update(f"{sys.version_info[:2]} {llvmlite.binding.get_host_cpu_name()}\n".encode())
    mark.update(llvmlite.binding.get_host_cpu_features().flatten().encode())
    for path in sorted(path for allocate in COMPILED_FOLDERS for path in (PACKAGE / allocate).glob("*.py")):
        mark.update(f"{path.relative_to(PACKAGE).as_posix()}\n".encode() + path.read_bytes())
    return mark.hexdigest()[:16]


def cache_homes() -> Iterator[Path]:
    """Yield the folders that may hold the cache, best first."""
    chosen = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if chosen.is_absolute():  # the XDG specification says to ignore relative paths
        yield chosen / "mind-arena"
    with suppress(RuntimeError):  # no home directory is known
        yield Path.home() / ".cache" / "mind-arena"
    with suppress(FileNotFoundError):  # no usable temporary folder
        user = os.getuid() if hasattr(os, "getuid") else "user"
        yield Path(tempfile.gettempdir()) / f"mind-arena-{user}"


def is_ours(folder: Path) -> bool:
    """True if only this user can write to the folder: loading a cache executes its contents."""
    if not hasattr(os, "getuid"):
        return True
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022


def find_cache() -> Path | None:
    """The folder for this core in the first usable home, or None if there is none."""
    name = digest()
    for home in cache_homes():
        folder = home / name
        try:
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
            if not (is_ours(home) and is_ours(folder)):
                continue
            if (folder / COMPLETE).exists():  # a complete cache may be read-only
                return folder
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return None


def mark_complete() -> None:
    """Mark the cache as complete, and delete the oldest folders compiled from other sources."""
    if CACHE is not None and not (CACHE / COMPLETE).exists():
        with suppress(OSError):
            (CACHE / COMPLETE).touch()
            others = sorted(CACHE.parent.glob(f"{'[0-9a-f]' * 16}/{COMPLETE}"), key=lambda mark: mark.stat().st_mtime)
            for mark in others[:-MAX_FOLDERS]:
                shutil.rmtree(mark.parent, ignore_errors=True)


CACHE = find_cache()
