"""Tournaments of a killed arena: with games in SQLite's second file, and with some of them already in the first."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from tests.arena.command import ARENA

FILE = "arena.sqlite"
ENOUGH_GAMES = 16  # after which the arena is killed
GAMES, ALL = ("--games", "12"), 36  # for each pairing, of which there are three
WRITE_BACK = """
import os, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA wal_checkpoint(PASSIVE)")
os._exit(0)
"""


def killed_tournament(home: Path, folder: Path) -> tuple[Path, Path]:
    """Play on in a copy of a tournament, and kill the arena amid it; return that folder, and one half written back."""
    live, half = home / "live", home / "half"
    live.mkdir()
    shutil.copy(folder / FILE, live)
    process = subprocess.Popen(
        [ARENA, "resume", str(live), *GAMES, "--concurrency", "1"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + 300
    while games_in(live) < ENOUGH_GAMES:
        assert process.poll() is None, "the arena ended too early"
        assert time.monotonic() < deadline, "the arena plays no games"
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert games_in(live) < ALL, "the arena was killed too late"
    shutil.copytree(live, half)
    subprocess.run([sys.executable, "-c", WRITE_BACK, str(half / FILE)], check=True)
    return live, half


def games_in(folder: Path) -> int:
    """Return how many games a folder's store has, while another process plays there."""
    with closing(sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True, timeout=10)) as db:
        try:
            return int(db.execute("SELECT count(*) FROM games").fetchone()[0])
        except sqlite3.OperationalError:  # "locking protocol": the other one is just opening it
            return 0
