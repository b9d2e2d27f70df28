"""What is being played: each worker keeps a small file of its game in the tournament's folder, for whoever looks on.

A file is replaced as a whole and at most ten times a second, by a thread of its own, so that a ply costs the game next
to nothing and a full disk nothing at all. Who was killed leaves its file behind: a bulletin counts as long as the
process lives that wrote it.
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

from world.api import Ending, Thoughts, World
from world.record import Ply

FOLDER = "live"
OFTEN = 0.1  # seconds between two writes
FRESH = 30.0  # seconds that a file from another machine is believed
LONGEST = 4_000_000  # bytes of a bulletin


class Bulletin(Struct, frozen=True, omit_defaults=True):
    """A game under way; when it is over, how it ended."""

    world: str
    game: str
    minds: tuple[str, ...]
    began: float  # seconds since 1970
    start: str = ""
    seed: int = 0
    actions: tuple[str, ...] = ()
    left: tuple[float | None, ...] = ()  # on the clocks, by seat
    seconds: float = 0.0  # that the last action took
    thoughts: Thoughts | None = None  # about the last action
    ending: Ending | None = None
    worker: str = ""
    process: int = 0
    born: str = ""  # when that process was: its number may be another's by now
    machine: str = ""


_numbers = itertools.count(1)  # of the workers in one process


class Teller:
    """Keeps one worker's file."""

    def __init__(self, folder: Path) -> None:
        self.worker = f"{os.getpid()}-{next(_numbers)}"
        self.folder, self.path = folder / FOLDER, folder / FOLDER / f"{self.worker}.json"
        self.bulletin: Bulletin | None = None
        self.plies: list[Ply] = []
        self.news = Event()
        Thread(target=self._write_on, daemon=True).start()

    def begin(self, bulletin: Bulletin) -> None:
        """Another game has begun."""
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
        self.news.set()

    def watch(self, _world: World, ply: Ply) -> None:
        """An action was taken. This is on the game's time."""
        self.plies.append(ply)
        if not self.news.is_set():
            self.news.set()

    def end(self, ending: Ending) -> None:
        """The game is over; why a mind failed is not for bystanders."""
        assert self.bulletin is not None
        self.bulletin = msgspec.structs.replace(self.bulletin, ending=Ending(ending.kind, ending.result))
        self.news.set()

    def close(self) -> None:
        """There is nothing to tell any more."""
        self.bulletin = None

    def _write_on(self) -> None:
        while self.news.wait():
            self.news.clear()
            with suppress(OSError):  # a disk that is full, or may not be written on
                self._write()
            time.sleep(OFTEN)

    def _write(self) -> None:
        bulletin, plies = self.bulletin, tuple(self.plies)
        if bulletin is None:
            return
        left = {ply.seat: ply.left for ply in plies[-4:]}
        told = msgspec.structs.replace(
            bulletin,
            actions=tuple(ply.action for ply in plies),
            left=tuple(left.get(seat) for seat in range(len(bulletin.minds))),
            seconds=plies[-1].seconds if plies else 0.0,
            thoughts=plies[-1].thoughts if plies else None,
        )
        self.folder.mkdir(exist_ok=True)
        draft = self.path.with_suffix(".new")
        draft.write_bytes(msgspec.json.encode(told))
        draft.replace(self.path)


@contextmanager
def cleared(folder: Path) -> Iterator[None]:
    """Nothing is left of earlier games before, nor of these ones after."""
    shutil.rmtree(folder / FOLDER, ignore_errors=True)
    try:
        yield
    finally:
        shutil.rmtree(folder / FOLDER, ignore_errors=True)


def bulletins(folder: Path) -> Iterator[Bulletin]:
    """The games under way in a tournament's folder, by whoever plays it."""
    for path in sorted((folder / FOLDER).glob("*.json")):
        with suppress(OSError, msgspec.MsgspecError, ValueError, RecursionError):  # gone meanwhile, or none of ours
            bulletin = _decoder.decode(_content(path))
            if _is_alive(bulletin, path):
                yield bulletin


def _content(path: Path) -> bytes:
    """What is in a file, if it is one: a pipe or a device would never end."""
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))
    with open(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise OSError(f"{path} is no file")
        return file.read(LONGEST + 1)[:LONGEST]


_decoder = msgspec.json.Decoder(Bulletin)


def _is_alive(bulletin: Bulletin, path: Path) -> bool:
    if bulletin.machine != _machine():
        return time.time() - path.stat().st_mtime < FRESH
    return bool(bulletin.born) and _birth(bulletin.process) == bulletin.born


def _birth(process: int) -> str:
    """When a process began, as the system counts; nothing if there is none."""
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
    """Where the numbers of processes mean the same."""
    with suppress(OSError):
        return f"{platform.node()} {os.readlink('/proc/self/ns/pid')}"
    return platform.node()
