"""The time to the first byte, and the bytes, of each page: `python -m tests.bench.pages [ROUNDS [MINDS]]`.

Two tournaments are made in a temporary folder, or the one of so many minds: a round robin of 40 with 3,120 games, and a
swiss of 1,000 with 11,000. Each page is asked for from a server that has just started; then while the second half of
the games is added, some at a time, in a process of its own; and after the last game, once its ratings are computed. The
server runs in a process of its own. Times are medians and, in brackets, the worst of all rounds, in milliseconds.
"""

import gzip
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from threading import Thread
from time import perf_counter, sleep
from typing import NamedTuple

from arena.store.store import open_store
from arena.tournament.formats import total
from arena.tournament.live import BulletinWriter
from arena.tournament.plan import Plan
from tests.bench.made import begin_bulletin, made_plan, played
from tests.world.server.serving import Server

PAGES = ("", "/crosstable", "/games", "/games?mind=m0003&search=mate&order=longest", "/plots", "/minds", "/plan")
PAGES += ("/minds/m0003", "/minds/m0003/against/m0007", "/games/{game}")
PLANS: dict[int, Callable[[], Plan]] = {
    40: lambda: made_plan(40, games=4),
    1000: lambda: made_plan(1000, format="swiss", games=2),
}
FIRST_SHARE = 0.5  # of the games, before pages are asked for
PAUSE = 1.0  # seconds between the transactions of a tournament that is played
WAIT = 600.0  # seconds for ratings


class Answer(NamedTuple):
    """The time until the first byte of an answer in milliseconds, and its body."""

    milliseconds: float
    body: bytes


def ask(server: Server, path: str) -> Answer:
    """Ask for a page on a new connection."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=120)
    connection.connect()
    began = perf_counter()
    connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
    response = connection.getresponse()
    milliseconds = 1000 * (perf_counter() - began)
    body = response.read()
    connection.close()
    if response.status != 200:
        raise SystemExit(f"{path}: {response.status} {body[:200]!r}")
    return Answer(milliseconds, body)


def add_games(folder: Path, minds: int, share: float, pause: float) -> None:
    """Add games up to a share of all, with a pause after each transaction, as a tournament that is being played."""
    plan = PLANS[minds]()
    writer = BulletinWriter(folder) if pause else None
    if writer is not None:
        begin_bulletin(writer, plan)
    folder.mkdir(parents=True, exist_ok=True)
    with open_store(folder, must_exist=False) as store:
        for _ in played(store, plan, share):
            sleep(pause)
    if writer is not None:
        writer.close()
        writer.path.unlink(missing_ok=True)


def in_process(*arguments: object) -> Thread:
    """Add games in a process of their own, and return a thread that ends with it."""
    process = get_context("spawn").Process(target=add_games, args=arguments)
    process.start()
    thread = Thread(target=process.join)
    thread.start()
    return thread


def measure(data: Path, minds: int, rounds: int) -> Iterator[str]:
    """Yield a line for each page of a tournament."""
    folder, at = data / "t", "/results/t"
    add_games(folder, minds, FIRST_SHARE, 0.0)
    with open_store(folder, read_only=True) as store:
        game = store.db.execute("SELECT name FROM games").fetchone()[0]
    pages = [at + page.format(game=game) for page in PAGES]
    cold = [_cold(data, page) for page in pages]
    server = Server(data)
    try:
        for page in pages:
            ask(server, page)
        adding = in_process(folder, minds, 1.0, PAUSE)
        during: dict[str, list[Answer]] = {page: [] for page in pages}
        while adding.is_alive():
            for page in pages:
                during[page].append(ask(server, page))
        _await_ratings(server, at)
        after = {page: [ask(server, page) for _ in range(rounds)] for page in pages}
    finally:
        server.end()
    for page, first in zip(pages, cold, strict=True):
        packed = after[page][-1].body
        plain = gzip.decompress(packed) if packed[:2] == b"\x1f\x8b" else packed
        yield (
            f"{page.removeprefix(at) or '/':44}{first.milliseconds:8.0f}{_summary(during[page]):>16}"
            f"{_summary(after[page]):>16}{len(plain):10,}{len(packed):9,}"
        )


def _cold(data: Path, page: str) -> Answer:
    server = Server(data)
    try:
        return ask(server, page)
    finally:
        server.end()


def _await_ratings(server: Server, at: str) -> None:
    end = perf_counter() + WAIT
    while b"As of " in (body := gzip.decompress(ask(server, at).body)) or b"being computed" in body:
        if perf_counter() > end:
            raise SystemExit(f"no ratings within {WAIT:g} s")
        sleep(0.5)


def _summary(answers: list[Answer]) -> str:
    times = [answer.milliseconds for answer in answers]
    return f"{median(times):.0f} ({max(times):.0f})"


def main(rounds: int = 9, *only: int) -> None:
    """Print a table for each tournament."""
    for minds in only or PLANS:
        with tempfile.TemporaryDirectory() as folder:
            print(f"{minds:,} minds, {total(PLANS[minds]()):,} games")
            print(f"{'':44}{'cold':>8}{'while played':>16}{'after':>16}{'bytes':>10}{'gzip':>9}")
            for line in measure(Path(folder), minds, rounds):
                print(line, flush=True)
    print(f"machine: {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
