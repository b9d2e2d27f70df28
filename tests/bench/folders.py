"""The time to the first byte of the lists, with very many tournaments: `python -m tests.bench.folders [FOLDERS]`.

The folders, 2,000 of them, share one small store, and a tenth as many more are empty. Each line is a page: its first
answer by a server that has just started, and the median and worst of later ones, in milliseconds.
"""

import os
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import sleep

from tests.bench.made import fill, made_plan
from tests.bench.pages import ask
from tests.world.server.serving import Server

PAGES = ("/", "/live", "/results", "/results?page=2", "/results.json")
ROUNDS, PAUSE = 12, 0.5  # and seconds between them, as of a page that refreshes itself


def make(data: Path, count: int) -> None:
    """Make the folders."""
    fill(data / "t0000", made_plan(4, games=2))
    for number in range(1, count):
        (data / f"t{number:04}").mkdir()
        os.link(data / "t0000" / "arena.sqlite", data / f"t{number:04}" / "arena.sqlite")
    for number in range(count // 10):
        (data / f"empty{number:04}").mkdir()


def main(count: int = 2000) -> None:
    """Print a line for each page."""
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder), count)
        server = Server(Path(folder))
        times: dict[str, list[float]] = {page: [] for page in PAGES}
        try:
            for _ in range(ROUNDS + 1):
                for page in PAGES:
                    times[page].append(ask(server, page).milliseconds)
                sleep(PAUSE)
        finally:
            server.end()
    print(f"{count:,} tournaments{'first':>21}{'later':>14}")
    for page, (first, *later) in times.items():
        print(f"{page:30}{first:8.0f}{f'{median(later):.0f} ({max(later):.0f})':>14}")
    print(f"machine: {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
