"""Teach a network from nothing: `python -m tests.drills.teach [--small] [--out DIR]`, an hour on two cores at most.

champion plays games against itself, a network learns from their scores, and then plays pst-engine at equal nodes. The
drill is passed if the 95 % interval of the network's Elo is above 0: what it has added to the piece-square tables, with
which pst-engine judges, is worth something. The commands are those of a user, and are printed. With --out the files
stay, and the same command goes on where it was stopped.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from arena import load
from tests.arena.command import ARENA
from tests.drills.processes import swept_folder

TEACHER, PUPIL, TABLES = "champion:hash=1", "pupil", "pst-engine:hash=1"
Words = list[str]


class Lesson(NamedTuple):
    """The size of a drill."""

    games: int  # to learn from
    nodes: int  # for each of their moves
    match: int  # games against the tables
    match_nodes: int


WHOLE = Lesson(games=20_000, nodes=4000, match=400, match_nodes=5000)
SMALL = WHOLE._replace(games=1500)


class School:
    """A lesson in a folder; `run` takes the words of a command and returns what it prints."""

    def __init__(self, lesson: Lesson, folder: Path, run: Callable[[Words], str]) -> None:
        self.lesson, self.run = lesson, run
        self.games, self.net, self.results = folder / "teacher.games", folder / "pupil.net", folder / "match"

    def steps(self) -> Iterator[tuple[str, str]]:
        """Take the steps; yield the name of each, and what came of it."""
        yield "play", self.play()
        yield "fit", self.fit()
        yield "match", self.match()

    def play(self) -> str:
        """Have the teacher play against itself."""
        options = ("--games", str(self.lesson.games), "--nodes", str(self.lesson.nodes))
        found = json.loads(self.run(["train", "play", TEACHER, "--out", str(self.games), *options, "--json"]))
        return f"{found['positions']:,} positions of {found['games']:,} games"

    def fit(self) -> str:
        """Train the network, unless an earlier call of the drill has done so."""
        if self.net.exists():
            return "the network is there already"
        found = json.loads(self.run(["train", "fit", str(self.games), "--out", str(self.net), "--json"]))
        errors = f"{found['validation_error']:.5f}, {found['error_without']:.5f} without the network"
        return f"{found['positions']:,} quiet positions, validation error {errors}"

    def match(self) -> str:
        """Have the network play the tables."""
        minds = (f"{PUPIL}=prodigy:hash=1,net={self.net}", f"tables={TABLES}")
        options = ("--games", str(self.lesson.match), "--nodes", str(self.lesson.match_nodes))
        endings = ("--resign", "3:1000", "--draw", "40:6:8")
        self.run(["run", *minds, *options, *endings, "--out", str(self.results)])
        elo, error = self.elo
        return f"Elo {elo:+.0f} ± {error:.0f} in {self.lesson.match} games"

    @property
    def elo(self) -> tuple[float, float]:
        """The Elo difference between the network and the tables, and half of its 95 % interval."""
        pairs = load(self.results).pairs.set_index("mind")
        return float(pairs["elo"][PUPIL]), float(pairs["elo_error"][PUPIL])

    @property
    def is_better(self) -> bool:
        """True if the network plays better than the tables beyond doubt."""
        elo, error = self.elo
        return elo - error > 0


def in_a_process(words: Words) -> str:
    """Run a command of the arena as a user does; end the drill if it fails."""
    print(f"{'':6}arena {shlex.join(words)}", flush=True)
    done = subprocess.run([ARENA, *words], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"arena {words[0]} ended with {done.returncode}")
    return done.stdout


def teach(school: School) -> int:
    """Take all steps, each with its line; return the exit code."""
    began = before = monotonic()
    for name, line in school.steps():
        now = monotonic()
        print(f"{name:6}{now - before:6.0f} s   {line}", flush=True)
        before = now
    processor = sum(os.times()[:4])
    print(f"all   {before - began:6.0f} s   {processor:.0f} s of processor time, load {os.getloadavg()[0]:.1f}")
    return 0 if school.is_better else 1


def main() -> int:
    """Read the options, and teach."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--small", action="store_true", help="play fewer games: some three minutes")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder for the files, which stay")
    options = parser.parse_args()
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
    with swept_folder() as folder:
        return teach(School(SMALL if options.small else WHOLE, options.out or folder, in_a_process))


if __name__ == "__main__":
    sys.exit(main())
