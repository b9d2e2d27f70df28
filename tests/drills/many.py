"""Play very many short games in one tournament: `python -m tests.drills.many [--games N] [--minutes M]`.

Two jailed minds, one of the house and an engine play chess, a few plies after an opening. Meanwhile the memory, open
files and number of the arena's processes are sampled. None of them may grow with the games: the report gives each
slope, over the second half of the time, and the size of the store for a game. If the time is over before the games are,
the arena is ended.
"""

import argparse
import os
import signal
import sqlite3
import sys
from collections import Counter, defaultdict
from contextlib import closing, suppress
from pathlib import Path
from statistics import linear_regression
from time import monotonic, sleep

from tests.drills import processes
from tests.drills.kills import RANDOM
from tests.drills.processes import ARENA, ENGINE, KEEPER, MIND, REPORTER, WORKER, ZYGOTE
from tests.drills.tournaments import FISH, run_command, start, write_stranger

WATCHED = (ARENA, WORKER, ZYGOTE, KEEPER, MIND, ENGINE)
ONE_BY_ONE = (ARENA, WORKER, ZYGOTE)  # which live as long as the tournament does
MAX_KIB = {ARENA: 2.0, WORKER: 0.2, ZYGOTE: 0.05}  # of growth for a game; the arena holds all results
MAX_FILES = 0.001  # of growth for a game
MOST = {ARENA: 1, WORKER: 2, ZYGOTE: 2, KEEPER: 8, MIND: 8, ENGINE: 2}  # processes at once, two games at a time
MAX_STORE = 4096.0  # bytes for a game
INTERVAL = 2.0  # seconds between two samples


class Samples:
    """The figures of an arena's processes, by their roles, against the number of games."""

    def __init__(self) -> None:
        self.games: list[int] = []
        self.memory: dict[str, list[float]] = defaultdict(list)  # KiB of the largest process of a role
        self.files: dict[str, list[float]] = defaultdict(list)
        self.most: Counter[str] = Counter()
        self.largest_report = 0.0

    def take(self, arena: int, games: int) -> None:
        """Take a sample."""
        members: dict[str, list[int]] = defaultdict(list)
        for number, role in processes.roles(arena).items():
            members[role].append(number)
        self.largest_report = max([self.largest_report, *map(memory_of, members[REPORTER])])
        for role in WATCHED:
            self.most[role] = max(self.most[role], len(members[role]))
        figures = {role: [(memory_of(one), files_of(one)) for one in members[role]] for role in ONE_BY_ONE}
        if all(figures.values()):
            self.games.append(games)
            for role, found in figures.items():
                self.memory[role].append(max(memory for memory, _ in found))
                self.files[role].append(max(files for _, files in found))

    def slope(self, figures: list[float]) -> float:
        """Return by how much a figure has grown for each game, in the second half."""
        half = len(self.games) // 2
        if len(set(self.games[half:])) < 2:
            return 0.0
        return linear_regression(self.games[half:], figures[half:]).slope


def memory_of(number: int) -> float:
    """Return the KiB of memory that a process has for itself."""
    with suppress(OSError):
        status = Path(f"/proc/{number}/status").read_text(encoding="ascii", errors="replace")
        return float(next((line.split()[1] for line in status.splitlines() if line.startswith("RssAnon")), 0))
    return 0.0


def files_of(number: int) -> int:
    """Return how many files a process has open."""
    with suppress(OSError):
        return len(os.listdir(f"/proc/{number}/fd"))
    return 0


def games_in(folder: Path) -> int:
    """Return how many games are stored."""
    path = folder / "arena.sqlite"
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        return int(db.execute("SELECT max(number) FROM games").fetchone()[0] or 0)
    return 0


def play(folder: Path, games: int, seconds: float, with_engine: bool) -> tuple[Samples, int, list[str]]:
    """Play the games, or as many as the time allows; return the samples, the number of games and the faults."""
    minds = [str(write_stranger(folder)), f"second={folder / 'stranger.py'}", RANDOM, *([FISH] if with_engine else [])]
    pairs, out, temporary = len(minds) * (len(minds) - 1) // 2, folder / "out", folder / "temporary"
    temporary.mkdir()
    options = ("--games", str(2 * -(-games // (2 * pairs))), "--nodes", "1", "--max-plies", "12", "--concurrency", "2")
    arena = start(run_command(minds, out, *options), temporary, folder / "log")
    samples, watch, end, was_ended = Samples(), processes.ZombieWatch(), monotonic() + seconds, False
    while arena.poll() is None:
        samples.take(arena.pid, games_in(out))
        watch.look()
        processes.reap_orphans({arena.pid})
        if monotonic() > end and not was_ended:
            was_ended = True
            arena.send_signal(signal.SIGTERM)
        sleep(INTERVAL if games > 1000 else INTERVAL / 20)
    faults = [*watch.found.values(), *processes.left_over(10.0), *map(str, temporary.rglob("*"))]
    if arena.returncode != (128 + signal.SIGTERM if was_ended else 0):
        faults.append(f"exit code {arena.returncode}: {(folder / 'log').read_text(encoding='utf-8')[-500:]}")
    return samples, games_in(out), faults


def judge(samples: Samples, games: int, size: int) -> list[str]:
    """Print the figures; return those that are not flat."""
    faults = []
    for role in WATCHED:
        line = f"{role:8} {samples.most[role]:3} processes at most"
        if samples.most[role] > MOST[role]:
            faults.append(f"{samples.most[role]} processes of role {role}, expected {MOST[role]}")
        if role in ONE_BY_ONE and samples.games:
            memory, files = samples.slope(samples.memory[role]), samples.slope(samples.files[role])
            line += f", {memory:8.4f} KiB a game (from {samples.memory[role][0]:.0f} to {samples.memory[role][-1]:.0f})"
            line += f", {files:8.5f} files a game (at most {max(samples.files[role]):.0f})"
            faults += [f"{role}: {memory:.3f} KiB a game"] * (memory > MAX_KIB[role] and games > 1000)
            faults += [f"{role}: {files:.4f} files a game"] * (files > MAX_FILES and games > 1000)
        print(line)
    print(f"reporter {samples.largest_report:.0f} KiB at most")
    print(f"store    {size / max(1, games):.0f} bytes a game")
    return faults + [f"{size / games:.0f} bytes a game"] * (games > 1000 and size / games > MAX_STORE)


def main() -> int:
    """Run the drill; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=50_000, help="games to play (default: 50000)")
    parser.add_argument("--minutes", type=float, default=20.0, help="time for them (default: 20)")
    parser.add_argument("--no-engine", action="store_true", help="play without an engine")
    options = parser.parse_args()
    began = monotonic()
    with processes.swept_folder() as folder:
        samples, games, faults = play(folder, options.games, 60 * options.minutes, not options.no_engine)
        size = sum(path.stat().st_size for path in (folder / "out").glob("arena.sqlite*"))
    took = monotonic() - began
    print(f"{games} games in {took:.0f} s, {len(samples.games)} samples; load {os.getloadavg()[0]:.1f}")
    faults += judge(samples, games, size)
    print("\n".join(faults) or "nothing grows, nothing is left over")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
