"""Games of files as records, read through their world on all processors, in the order of the files."""

import ctypes
import os
import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import chain, islice
from multiprocessing import get_context
from pathlib import Path

from msgspec import Struct

from arena.errors import StoreError
from minds.errors import quoted
from world.errors import RecordError, printable
from world.pgn import MAX_LINE_LENGTH, GameText, games_in
from world.record import Record, read_record
from world.registry import find

GAMES_OF_A_BATCH = 64
BATCHES_AHEAD = 3  # of each process, so that none waits
MAX_SECONDS = 120.0  # for a batch
MAX_REASON_LENGTH = 300
PR_SET_PDEATHSIG = 1


class Source(Struct, frozen=True):
    """The place of a game: a file, and the line on which it begins."""

    file: str
    line: int


class LeftOut(Struct, frozen=True):
    """A game that cannot be read, and the reason."""

    file: str
    line: int
    reason: str


Game = tuple[Source, Record | LeftOut]
Batch = list[tuple[Source, GameText]]
Answer = list[tuple[bytes, str]]  # for each game its record as JSON, or the reason why there is none


def read_games(world: str, files: Sequence[Path], processes: int) -> Iterator[Game]:
    """Yield the games of files, in order; few of them are read in this process."""
    games = _texts(files)
    batches = iter(lambda: list(islice(games, GAMES_OF_A_BATCH)), [])
    first = next(batches, [])
    second = next(batches, [])
    if processes < 2 or not second:
        for batch in chain([first], [second], batches):
            yield from _unpacked(batch, read_batch(world, [text for _, text in batch]))
        return
    yield from _read_aside(world, chain([first, second], batches), processes)


def _texts(files: Sequence[Path]) -> Iterator[tuple[Source, GameText]]:
    for path in files:
        for game in games_in(_lines(path)):
            yield Source(str(path), game.line), game


def _lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file in UTF-8; a line that is something else is read as Latin-1."""
    try:
        with path.open(encoding="utf-8", errors="surrogateescape") as file:
            for line in iter(lambda: file.readline(MAX_LINE_LENGTH), ""):
                yield line if line.isascii() else _decoded(line)
    except OSError as problem:
        raise StoreError(f"{quoted(str(path))} cannot be read: {problem.strerror}") from None


def _decoded(line: str) -> str:
    try:
        line.encode()
    except UnicodeEncodeError:
        return line.encode("utf-8", "surrogateescape").decode("latin-1")
    return line


def read_batch(world: str, texts: Iterable[GameText]) -> Answer:
    """Return the record of each game as JSON, or the reason why there is none."""
    reader = _world(world)
    found: Answer = []
    for text in texts:
        try:
            if text.problem:
                raise RecordError(text.problem)
            found.append((reader.readrecord(text.text).to_json().encode(), ""))
        except RecordError as problem:
            found.append((b"", printable(str(problem))[:MAX_REASON_LENGTH]))
    return found


_world = cache(find)  # which looks for installed worlds every time


def _read_aside(world: str, batches: Iterator[Batch], processes: int) -> Iterator[Game]:
    """Yield the games of batches that other processes read."""
    from pebble import ProcessExpired, ProcessPool

    waiting: deque[tuple[Batch, Future[Answer]]] = deque()
    pool = ProcessPool(max_workers=processes, initializer=_begin, initargs=[os.getpid()], context=get_context("spawn"))
    try:
        while True:
            for batch in islice(batches, processes * BATCHES_AHEAD - len(waiting)):
                arguments = [world, [text for _, text in batch]]
                waiting.append((batch, pool.schedule(read_batch, args=arguments, timeout=MAX_SECONDS)))
            if not waiting:
                break
            batch, future = waiting.popleft()
            yield from _unpacked(batch, future.result())
        pool.close()  # type: ignore[no-untyped-call]
    except (ProcessExpired, BrokenProcessPool, TimeoutError) as problem:
        line = batch[0][0]
        raise StoreError(
            f"a process that read {quoted(line.file)} from line {line.line} on was lost: {problem}"
        ) from None
    finally:
        pool.stop()  # type: ignore[no-untyped-call]
        pool.join()


def _begin(arena: int) -> None:
    """Set up a process that reads; `arena` is the number of the process that has started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the arena, which ends its workers
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != arena:  # which has ended before the line above
        os._exit(0)


def _unpacked(batch: Batch, answer: Answer) -> Iterator[Game]:
    for (source, _), (record, reason) in zip(batch, answer, strict=True):
        yield source, (LeftOut(source.file, source.line, reason) if reason else read_record(record))
