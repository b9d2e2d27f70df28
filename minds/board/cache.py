"""Where the compiled core is kept: a folder that is ours, writable, and named after what it was compiled from."""

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
# The rooms with compiled code, and the numbers that go into it; editing others costs nobody a compilation.
ROOMS = ("board", "evaluation/practical", "evaluation/plain", "evaluation/tuned", "search", "engine")
DONE = "complete"
KEPT = 4  # a folder is 2.5 MB; who changes the core often has many of them


def digest() -> str:
    """A short name for the sources, the compilers and the processor: whatever the machine code depends on."""
    mark = hashlib.sha256()
    for name in ("numba", "llvmlite", "numpy"):
        mark.update(f"{name} {version(name)}\n".encode())
    mark.update(f"{sys.version_info[:2]} {llvmlite.binding.get_host_cpu_name()}\n".encode())
    mark.update(llvmlite.binding.get_host_cpu_features().flatten().encode())
    for path in sorted(path for room in ROOMS for path in (PACKAGE / room).glob("*.py")):
        mark.update(f"{path.relative_to(PACKAGE).as_posix()}\n".encode() + path.read_bytes())
    return mark.hexdigest()[:16]


def homes() -> Iterator[Path]:
    """The folders that may hold our cache, best first."""
    chosen = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if chosen.is_absolute():  # its specification says to overlook others
        yield chosen / "mind-arena"
    with suppress(RuntimeError):  # nobody told us where home is
        yield Path.home() / ".cache" / "mind-arena"
    with suppress(FileNotFoundError):  # there is no folder for temporary files either
        user = os.getuid() if hasattr(os, "getuid") else "user"
        yield Path(tempfile.gettempdir()) / f"mind-arena-{user}"


def is_ours(folder: Path) -> bool:
    """Whether nobody else can put code there: what we load from a cache we execute."""
    if not hasattr(os, "getuid"):
        return True
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022


def find_cache() -> Path | None:
    """The first home that can be used, with this core's folder in it; None if the disk offers none."""
    name = digest()
    for home in homes():
        folder = home / name
        try:
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
            if not (is_ours(home) and is_ours(folder)):
                continue
            if (folder / DONE).exists():  # complete: it need not even be writable
                return folder
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return None


def mark_complete() -> None:
    """Remember that all is compiled and kept, and forget the oldest of what was compiled from other sources."""
    if CACHE is not None and not (CACHE / DONE).exists():
        with suppress(OSError):
            (CACHE / DONE).touch()
            others = sorted(CACHE.parent.glob(f"{'[0-9a-f]' * 16}/{DONE}"), key=lambda mark: mark.stat().st_mtime)
            for mark in others[:-KEPT]:
                shutil.rmtree(mark.parent, ignore_errors=True)


CACHE = find_cache()
