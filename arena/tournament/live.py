"""Bulletins: each worker keeps a small file about its present game in the tournament's folder, for others to follow.

A thread of its own replaces the file, at most ten times a second, so that a ply costs the game next to nothing and a
full disk does no harm. A killed worker leaves its file behind, so a bulletin counts only while its process lives.
"""

import itertools
import os
import platform
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Event, Thread

import msgspec
from msgspec import Struct

from world.api import Ending, World
from world.record import Ply

FOLDER = "live"
INTERVAL = 0.1  # seconds between two writes
FRESH = 30.0  # seconds for which a file from another machine counts
MAX_BYTES = 4_000_000  # of a bulletin
SHOWN = ("score", "mate")  # of a mind's thoughts


class Bulletin(Struct, frozen=True, omit_defaults=True):
    """A game in progress; once it is over, also its ending."""

    world: str
    game: str
    minds: tuple[str, ...]
    began: float  # seconds since 1970
    start: str = ""
    seed: int = 0
    opening: int = 0  # plies given by the opening
    plies: tuple[Ply, ...] = ()  # with those of their thoughts that followers are shown
    ending: Ending | None = None
    worker: str = ""
    process: int = 0
    born: str = ""  # when that process began: its number may belong to another by now
    machine: str = ""

    @property
    def actions(self) -> tuple[str, ...]:
        """All actions so far."""
        return tuple(ply.action for ply in self.plies)


_numbers = itertools.count(1)  # of the workers in one process


class BulletinWriter:
    """Writes the bulletins of one worker."""

    def __init__(self, folder: Path) -> None:
        self.worker = f"{os.getpid()}-{next(_numbers)}"
        self.folder, self.path = folder / FOLDER, folder / FOLDER / f"{self.worker}.json"
        self.bulletin: Bulletin | None = None
        self.plies: list[Ply] = []
        self.changed = Event()
        with suppress(RuntimeError):  # no thread can be started: then the games cannot be followed
            Thread(target=self._write_on, daemon=True).start()

    def begin(self, bulletin: Bulletin) -> None:
        """Start the bulletin of a new game."""
        process = os.getpid()
        self.plies = []
        self.bulletin = msgspec.structs.replace(
            bulletin,
            began=time.time(),
            worker=self.worker,
            process=process,
            born=_birth(process),
            machine=_machine(),
        )
        self.changed.set()

    def watch(self, _world: World, ply: Ply) -> None:
        """Add a ply. The game waits for this call."""
        self.plies.append(ply)
        if not self.changed.is_set():
            self.changed.set()

    def end(self, ending: Ending) -> None:
        """Add the ending, without the fault: why a mind failed is not public."""
        assert self.bulletin is not None
        self.bulletin = msgspec.structs.replace(self.bulletin, ending=Ending(ending.kind, ending.result))
        self.changed.set()

    def close(self) -> None:
        """Write no more."""
        self.bulletin = None

    def _write_on(self) -> None:
        while self.changed.wait():
            self.changed.clear()
            with suppress(OSError):  # the disk is full, or read-only
                self._write()
            time.sleep(INTERVAL)

    def _write(self) -> None:
        bulletin, plies = self.bulletin, tuple(map(_brief, self.plies))
        if bulletin is None:
            return
        latest = msgspec.structs.replace(bulletin, plies=plies)
        self.folder.mkdir(exist_ok=True)
        draft = self.path.with_suffix(".new")
        draft.write_bytes(msgspec.json.encode(latest))
        draft.replace(self.path)


def _brief(ply: Ply) -> Ply:
    """Return a ply without what followers are not shown: a file is written ten times a second."""
    known = {name: value for name, value in (ply.thoughts or {}).items() if name in SHOWN}
    thoughts = {name: value for name, value in known.items() if isinstance(value, int | float)}
    return Ply(ply.seat, ply.action, round(ply.seconds, 3), left=ply.left, thoughts=thoughts or None)


@contextmanager
def cleared(folder: Path) -> Iterator[None]:
    """Remove all bulletins of a folder, now and at the end."""
    shutil.rmtree(folder / FOLDER, ignore_errors=True)
    try:
        yield
    finally:
        shutil.rmtree(folder / FOLDER, ignore_errors=True)


def bulletins(folder: Path) -> Iterator[Bulletin]:
    """Yield the bulletins of the games in progress in a tournament's folder."""
    if not os.path.isdir(f"{folder}/{FOLDER}"):  # as in most of thousands of folders
        return
    for path in sorted((folder / FOLDER).glob("*.json")):
        with suppress(
            OSError, msgspec.MsgspecError, ValueError, RecursionError
        ):  # removed meanwhile, or not a bulletin
            bulletin = _decoder.decode(_content(path))
            if _is_alive(bulletin, path):
                yield bulletin


def is_playing(folder: Path) -> bool:
    """Return True while games are played in a tournament's folder, also between two of them."""
    return any(True for _ in bulletins(folder))


def _content(path: Path) -> bytes:
    """Return the content of a regular file; a pipe or a device might never end."""
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))
    with open(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise OSError(f"{path} is not a regular file")
        return file.read(MAX_BYTES + 1)[:MAX_BYTES]


_decoder = msgspec.json.Decoder(Bulletin)


def _is_alive(bulletin: Bulletin, path: Path) -> bool:
    if bulletin.machine != _machine():
        return time.time() - path.stat().st_mtime < FRESH
    return bool(bulletin.born) and _birth(bulletin.process) == bulletin.born


def _birth(process: int) -> str:
    """Return when a process began, in the system's units; "" if there is no such process."""
    try:
        with open(f"/proc/{process:d}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        pass
    with suppress(OSError):  # a system without /proc
        os.kill(process, 0)
        return "lives" if not Path("/proc/self").exists() else ""
    return ""


@cache
def _machine() -> str:
    """Return a name for this machine and its process numbers, which differ between containers."""
    with suppress(OSError):
        return f"{platform.node()} {os.readlink('/proc/self/ns/pid')}"
    return platform.node()
