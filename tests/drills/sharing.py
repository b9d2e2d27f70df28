"""Share folders between arenas: `python -m tests.drills.sharing [--rounds N]`.

Two arenas play in one results folder, of which one must refuse with a sentence; an arena plays in the data folder of a
server; two arenas start with one empty cache, and compile and unpack into it at the same time. All games must be those
of an arena alone, and nothing may be left in the caches but whole folders.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from arena.entrants.cache import cache_folder
from tests.drills import processes
from tests.drills.logged import LoggedServer
from tests.drills.tournaments import games_in, run_command, write_stranger

OPTIONS = ("--nodes", "100", "--games", "4", "--max-plies", "30", "--concurrency", "1")
MAX_SECONDS = 300.0
REFUSALS = ("is being played by another arena",)
ASKED = ("/", "/results", "/live", "/runs")


@dataclass
class Counts:
    """The counts of a drill: tried, wrong, left over, lost."""

    tried: int = 0
    wrong: list[str] = field(default_factory=list)
    left_over: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


class Drill:
    """Arenas that play the same small tournament, each in the folder and with the cache that it is told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.minds = [str(write_stranger(folder)), "minimax:depth=1"]
        done = self.start(folder / "alone").communicate(timeout=MAX_SECONDS)
        self.games = games_in(folder / "alone")
        assert self.games, done

    def start(self, out: Path, cache: Path | None = None) -> "subprocess.Popen[str]":
        """Start the tournament."""
        changed = {"XDG_CACHE_HOME": str(cache)} if cache is not None else {}
        return subprocess.Popen(
            run_command(self.minds, out, *OPTIONS),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | changed,
        )

    def check_games(self, out: Path, counts: Counts) -> None:
        """Compare the games in a folder with those of an arena alone."""
        found = games_in(out)
        counts.lost += sorted(self.games.keys() - found.keys())
        counts.wrong += [f"game {name} differs" for name, game in found.items() if game != self.games.get(name)]

    def one_folder(self, number: int, counts: Counts) -> None:
        """Two arenas on one folder: one plays, the other refuses, or finds all games played."""
        out = self.folder / f"one-{number}"
        arenas = [self.start(out), self.start(out)]
        ends = [(arena.communicate(timeout=MAX_SECONDS)[1], arena.returncode) for arena in arenas]
        for said, code in ends:
            refused = code == 2 and any(words in said for words in REFUSALS) and len(said.splitlines()) <= 1
            if code != 0 and not refused:
                counts.wrong.append(f"exit code {code}: {said[-800:]}")
        if all(code for _, code in ends):
            counts.wrong.append("both have refused")
        self.check_games(out, counts)

    def with_a_server(self, number: int, counts: Counts) -> None:
        """An arena in a server's data folder, while pages are asked for."""
        data = self.folder / f"served-{number}"
        server = LoggedServer(data)
        server.read_log()
        try:
            arena = self.start(data / "cup")
            while arena.poll() is None:
                for path in (*ASKED, "/results/cup"):
                    status = server.ask("GET", path).status
                    if status >= 500:
                        counts.wrong.append(f"GET {path} was answered {status}")
                with suppress(subprocess.TimeoutExpired):
                    arena.wait(0.1)
            _, said = arena.communicate(timeout=MAX_SECONDS)
            if arena.returncode or "Traceback" in said:
                counts.wrong.append(f"exit code {arena.returncode}: {said[-800:]}")
        finally:
            server.stop()
        counts.wrong += server.faults()
        self.check_games(data / "cup", counts)

    def one_cache(self, number: int, counts: Counts) -> None:
        """Two arenas on one empty cache, which compile the same rules and unpack the same mind at once."""
        cache = self.folder / f"cache-{number}"
        self._share(cache, number, counts)
        self._check_cache(cache, counts)

    def one_bundle_cache(self, number: int, counts: Counts) -> None:
        """Two arenas on a cache that holds the compiled rules, and no bundle."""
        cache = self.folder / f"bundles-{number}"
        shutil.copytree(cache_folder().parent, cache / "mind-arena", ignore=shutil.ignore_patterns("bundles"))
        self._share(cache, number, counts)
        self._check_cache(cache, counts)

    def _share(self, cache: Path, number: int, counts: Counts) -> None:
        outs = [self.folder / f"{cache.name}-{which}" for which in "ab"]
        arenas = [self.start(out, cache) for out in outs]
        for arena, out in zip(arenas, outs, strict=True):
            _, said = arena.communicate(timeout=MAX_SECONDS)
            if arena.returncode or "Traceback" in said:
                counts.wrong.append(f"exit code {arena.returncode}: {said[-800:]}")
            self.check_games(out, counts)

    def _check_cache(self, cache: Path, counts: Counts) -> None:
        bundles = [path.name for path in (cache / "mind-arena" / "bundles").glob("*")]
        counts.left_over += [f"{name} in the cache" for name in bundles if name.startswith("unpacking-")]
        counts.left_over += [str(path) for path in cache.rglob("*") if path.suffix in (".tmp", ".new")]
        if len(bundles) != 1:
            counts.wrong.append(f"the cache holds the bundles {bundles}, expected one")


def run(drill: Drill, rounds: int, names: list[str] | None = None) -> int:
    """Run all parts of the drill; print a line for each, and return the number of faults."""
    parts: dict[str, Callable[[int, Counts], None]] = {
        "one folder": drill.one_folder,
        "arena and server": drill.with_a_server,
        "one empty cache": drill.one_cache,
        "one bundle cache": drill.one_bundle_cache,
    }
    faults = 0
    print(f"{'':18}{'tried':>7}{'wrong':>7}{'left over':>11}{'lost':>6}")
    for name in names or parts:
        counts, began = Counts(), monotonic()
        for number in range(rounds):
            counts.tried += 1
            parts[name](number, counts)
            counts.left_over += processes.left_over(10.0)
        found = [*counts.wrong, *counts.left_over, *counts.lost]
        print("\n".join(found), end="\n" if found else "")
        wrong, left, lost = len(counts.wrong), len(counts.left_over), len(counts.lost)
        print(f"{name:18}{counts.tried:7}{wrong:7}{left:11}{lost:6}   {monotonic() - began:.0f} s", flush=True)
        faults += len(found)
    return faults


def main() -> int:
    """Run the drill; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=10, help="rounds of each part (default: 10)")
    parser.add_argument("--part", action="append", help="name of the only part, such as 'one folder'")
    options = parser.parse_args()
    with processes.swept_folder() as folder:
        faults = run(Drill(folder), options.rounds, options.part)
    print(f"load {os.getloadavg()[0]:.1f}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
