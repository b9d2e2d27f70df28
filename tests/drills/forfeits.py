"""Kill arenas whose minds forfeit: `python -m tests.drills.forfeits [--trials N] [--seed S] [--small]`, ten minutes.

Some minds forfeit every game, some games by chance, or take longer than --init to get ready, so that they are
disqualified while games are being played. The arena is killed with SIGKILL at random moments and resumed, at random
concurrencies. In the end the games must be, to the byte, those of a tournament that nobody disturbed at concurrency 1,
and at concurrency 2; so must everybody's standing, and no process may be left.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from arena.store.store import open_store
from tests.arena.command import ARENA
from tests.drills.kills import MAX_SECONDS, TO_END, has_plan, last_line
from tests.drills.processes import left_over, swept_folder
from tests.drills.submissions import decent, flawed, write
from tests.drills.table import report
from tests.drills.tournaments import games_in, run_command, start

OPTIONS = ("--nodes", "100", "--max-plies", "20", "--max-faults", "3", "--init", "0.3", "--games")
GAMES, SMALL_GAMES = "8", "2"
MAX_KILLS, SHARES = 5, (0.15, 0.6)  # in one tournament, and of the time it takes, between two of them
LEGAL = "        return here.legal_moves()[0]\n"
BY_CHANCE = f"        if self.rng.random() < 0.1:\n            raise RuntimeError('no luck')\n{LEGAL}"
LONG_START = "    def newrun(self):\n        while True: pass\n\n"
FLAWED = [
    flawed("crashes", "        raise RuntimeError('no idea')\n", "crash", ""),
    flawed("by-chance", BY_CHANCE, "crash", ""),
    flawed("long-start", LEGAL, "time", "", LONG_START),
]
Games = dict[str, str]


@dataclass
class Part:
    """Some tournaments that were killed, or that nobody disturbed, and what came of them."""

    name: str
    tried: int = 0
    kills: int = 0
    wrong: list[str] = field(default_factory=list)
    lost: int = 0
    figures: str = ""

    def fault(self, said: str) -> None:
        """Count and print what is wrong."""
        self.wrong.append(said)
        print(f"{self.name}: {said}", flush=True)

    def line(self) -> str:
        """Return the line of the table."""
        return f"{self.name:14}{self.tried:6}{self.kills:7}{len(self.wrong):7}{self.lost:6}   {self.figures}"


class Tournament:
    """The tournament that is killed, with its games and standings when it is not."""

    def __init__(self, home: Path, is_small: bool) -> None:
        self.home, self.log, self.temporary = home, home / "log", home / "temporary"
        self.temporary.mkdir()
        self.is_small = is_small
        entrants = [*FLAWED, decent("ann.py", "ann"), decent("bob.py", "bob", random.Random(2))]
        write(home / "minds", entrants)
        self.minds = [f"{one.name}={home / 'minds' / one.path}" for one in entrants]
        self.options = (*OPTIONS, SMALL_GAMES if is_small else GAMES)
        self.games: Games = {}
        self.standings: dict[str, str] = {}
        self.seconds = 0.0

    def arena(self, out: Path, concurrency: int) -> "subprocess.Popen[bytes]":
        """Start the tournament in a folder, or resume it if it has begun there."""
        at_once = ("--concurrency", str(concurrency))
        if has_plan(out):
            return start([ARENA, "resume", str(out), *at_once], self.temporary, self.log)
        return start(run_command(self.minds, out, *self.options, *at_once), self.temporary, self.log)

    def undisturbed(self) -> Part:
        """Play it at concurrency 1 and, unless it is small, at 2, each to the end."""
        part = Part("undisturbed")
        for concurrency in (1,) if self.is_small else (1, 2):
            out, began = self.home / f"concurrency-{concurrency}", monotonic()
            self.finish(part, self.arena(out, concurrency))
            if concurrency == 1:
                self.games, self.standings = games_in(out), standings_in(out)
            self.judge(part, out)
            self.seconds = monotonic() - began
        out_now = sorted(name for name, standing in self.standings.items() if standing == "disqualified")
        if not {"crashes", "long-start"} <= set(out_now):
            part.fault(f"only {out_now} are disqualified")
        forfeits = sum('[Termination "rules infraction"]' in game or "forfeit" in game for game in self.games.values())
        part.figures = f"{len(self.games)} games, {forfeits} forfeited; out: {', '.join(out_now)}"
        return part

    def killed(self, trials: int, seed: int) -> Part:
        """Kill it in so many trials at random moments, and resume it each time."""
        part = Part("killed")
        for number in range(trials):
            luck, out = random.Random(f"{seed} {number}"), self.home / f"out-{number}"
            for _ in range(1 if self.is_small else luck.randint(1, MAX_KILLS)):
                arena = self.arena(out, luck.choice((2, 3)))
                with suppress(subprocess.TimeoutExpired):
                    arena.wait(luck.uniform(*SHARES) * self.seconds)
                if arena.poll() is not None:
                    break
                part.kills += 1
                arena.send_signal(signal.SIGKILL)
                arena.wait()
                for one in left_over(TO_END):
                    part.fault(f"trial {number}: left over: {one}")
            self.finish(part, self.arena(out, luck.choice((1, 2))))
            self.judge(part, out)
            shutil.rmtree(out, ignore_errors=True)
        return part

    def finish(self, part: Part, arena: "subprocess.Popen[bytes]") -> None:
        """Wait for the end of an arena."""
        code: int | None = None
        with suppress(subprocess.TimeoutExpired):
            code = arena.wait(MAX_SECONDS)
        arena.kill()
        if code != 0:
            part.fault(f"exit code {code}: {last_line(self.log)}")

    def judge(self, part: Part, out: Path) -> None:
        """Compare games and standings with the undisturbed ones."""
        part.tried += 1
        games, standings = games_in(out), standings_in(out)
        part.lost += len(self.games.keys() - games.keys())
        for name in sorted(self.games.keys() | games.keys()):
            if games.get(name) != self.games.get(name):
                part.fault(f"{out.name}: game {name} differs: {games.get(name, 'not played')[-300:]!r}")
        if standings != self.standings:
            part.fault(f"{out.name}: standings {standings}")
        if b"Traceback" in self.log.read_bytes():
            part.fault(f"{out.name}: a traceback: {last_line(self.log)}")


def standings_in(out: Path) -> dict[str, str]:
    """Return the standing of every entrant of a tournament."""
    with open_store(out) as store:
        return {entrant.name: entrant.standing for entrant in store.entrants()}


def drill(trials: int, seed: int, is_small: bool) -> Iterator[Part]:
    """Play the tournament undisturbed, and then kill it."""
    with swept_folder() as home:
        tournament = Tournament(home, is_small)
        yield tournament.undisturbed()
        yield tournament.killed(trials, seed)


def main() -> int:
    """Run the drill, print its table, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--trials", type=int, default=25, help="tournaments that are killed (default: 25)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the moments (default: 1)")
    parser.add_argument("--small", action="store_true", help="play a quarter of the games, and kill once")
    options = parser.parse_args()
    began = monotonic()
    heading = f"{'tournaments':14}{'tried':>6}{'kills':>7}{'wrong':>7}{'lost':>6}"
    code = report(drill(options.trials, options.seed, options.small), heading)
    print(f"{monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}")
    return code


if __name__ == "__main__":
    sys.exit(main())
