"""Kill and stop the processes of tournaments: `python -m tests.drills.kills [--strikes N] [--seed S] [--only T]`.

While a tournament is running, one game at a time or two, a process of each kind is struck, one after the other
at random moments: killed with SIGKILL, or stopped and then continued or killed. An arena that was killed is resumed.
In the end the games must be those of a tournament that nobody disturbed, to the byte; no process may be left, no zombie
while it lasts, and no temporary file. A mind or an engine that is killed loses its game, since it could have done that
itself: such a game is counted as charged. The seed and a tournament's number give the same strikes again.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep

from arena.errors import StoreError
from arena.store.store import open_store
from tests.arena.command import ARENA as COMMAND
from tests.drills import processes
from tests.drills.processes import ARENA, ENGINE, KEEPER, MIND, REPORTER, WORKER, ZYGOTE
from tests.drills.tournaments import FISH, games_in, minds_of_every_kind, run_command, start, write_stranger

ROLES = (ARENA, WORKER, KEEPER, ZYGOTE, MIND, ENGINE, REPORTER)
METHODS = KILL, CONTINUE, STOP_AND_KILL = ("kill", "stop and continue", "stop and kill")
SHARE = 0.3  # of the time that an undisturbed tournament takes: at most so much passes between two strikes
OPTIONS = ("--nodes", "400", "--games", "2", "--max-plies", "60")
RANDOM, SMALL = "any-random-legal-move", ("--nodes", "100", "--games", "60", "--max-plies", "30")
MAX_SECONDS = 240.0  # for a tournament or a resumption
MAX_STOP = 1.5  # seconds
TO_END = 10.0  # seconds until the processes of a killed arena must have ended
MAX_RESUMPTIONS = 3


@dataclass
class Strike:
    """A signal to a process of a role, so many seconds after the strike before."""

    role: str
    method: str
    delay: float
    is_done: bool = False

    @property
    def kills(self) -> bool:
        """True if it kills the process."""
        return self.method != CONTINUE


@dataclass
class Trial:
    """A tournament with its strikes, and what came of them."""

    number: int
    concurrency: int
    strikes: list[Strike]
    resumptions: int = 0
    wrong: list[str] = field(default_factory=list)
    left_over: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    charged: list[str] = field(default_factory=list)

    @property
    def may_charge(self) -> bool:
        """True if more minds and engines were killed than were charged for it."""
        return len(self.charged) < sum(one.is_done and one.kills and one.role in (MIND, ENGINE) for one in self.strikes)

    @property
    def faults(self) -> list[str]:
        """All that is wrong, left over or lost."""
        done = ", ".join(f"{one.method} {one.role} after {one.delay:.2f} s" for one in self.strikes if one.is_done)
        found = {"wrong": self.wrong, "left over": self.left_over, "lost": self.lost}
        about = f"tournament {self.number} (concurrency {self.concurrency}; {done})"
        return [f"{about}: {kind}: {text}" for kind, texts in found.items() for text in texts]


def trial_of(tournament: "Tournament", seed: int, number: int) -> tuple[Trial, random.Random]:
    """Return the strikes of a trial, and the source of what else is random in it."""
    luck, longest = random.Random(f"{seed} {number}"), SHARE * tournament.seconds
    chosen = luck.sample(tournament.roles, len(tournament.roles))
    strikes = [Strike(role, luck.choice(METHODS), luck.uniform(0.0, longest)) for role in chosen]
    strikes.sort(key=lambda one: one.role == REPORTER)  # which is there only towards the end
    return Trial(number, luck.choice((1, 2)), strikes), luck


class Tournament:
    """The tournament that is disturbed, and its games and files when it is not."""

    def __init__(self, folder: Path, is_small: bool) -> None:
        self.folder, self.options = folder, SMALL if is_small else OPTIONS
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        self.minds = [str(write_stranger(folder)), RANDOM] if is_small else minds_of_every_kind(folder)
        self.roles = tuple(role for role in ROLES if role != ENGINE or FISH in self.minds)
        began, out = monotonic(), folder / "undisturbed"
        self.wait(self.start(out, 2))
        self.seconds = monotonic() - began
        self.games, self.files = games_in(out), names_in(out)
        assert self.games, self.log.read_text(encoding="utf-8")

    @property
    def log(self) -> Path:
        """The file with all that the arenas have said since the last moment."""
        return self.folder / "log"

    def start(self, out: Path, concurrency: int) -> "subprocess.Popen[bytes]":
        """Start the tournament in a folder."""
        options = (*self.options, "--concurrency", str(concurrency))
        return start(run_command(self.minds, out, *options), self.temporary, self.log)

    def resume(self, out: Path, concurrency: int) -> "subprocess.Popen[bytes]":
        """Resume it; start it again if it was killed before there was anything to resume."""
        if not has_plan(out):
            return self.start(out, concurrency)
        command = [COMMAND, "resume", str(out), "--concurrency", str(concurrency)]
        return start(command, self.temporary, self.log)

    def wait(self, arena: "subprocess.Popen[bytes]", watch: processes.ZombieWatch | None = None) -> int | None:
        """Wait until an arena ends; return its exit code, or None if it does not."""
        end = monotonic() + MAX_SECONDS
        while monotonic() < end:
            with suppress(subprocess.TimeoutExpired):
                return arena.wait(0.2)
            processes.reap_orphans({arena.pid})
            if watch is not None:
                watch.look()
        arena.kill()
        arena.wait()
        return None


def has_plan(out: Path) -> bool:
    """Return True if a folder holds a tournament to which `arena resume` can be applied."""
    if not (out / "arena.sqlite").exists():
        return False
    with suppress(StoreError), open_store(out) as store:
        return store.has_plan
    return False


def names_in(folder: Path) -> set[str]:
    """Return the names of all files in a folder."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*")} if folder.exists() else set()


def disturb(tournament: Tournament, trial: Trial, luck: random.Random) -> None:
    """Play the tournament, strike, resume it whenever it was killed, and note in the trial what came of it."""
    out = tournament.folder / f"out-{trial.number}"
    tournament.log.write_bytes(b"")
    watch, waiting = processes.ZombieWatch(), list(trial.strikes)
    arena = tournament.start(out, trial.concurrency)
    while True:
        was_killed = False
        while waiting and not was_killed and await_role(arena, waiting[0]):
            strike = waiting.pop(0)
            hit(arena.pid, strike, luck)
            was_killed = strike.is_done and strike.role == ARENA and strike.kills
        code = tournament.wait(arena, watch)
        if code != (-signal.SIGKILL if was_killed else 0):
            may_charge = "killed by SIGKILL" in last_line(tournament.log) and trial.may_charge
            (trial.charged if may_charge else trial.wrong).append(f"exit code {code}: {last_line(tournament.log)}")
        trial.left_over += processes.left_over(TO_END)
        if code == 0 or trial.resumptions == MAX_RESUMPTIONS:
            break
        trial.resumptions += 1
        arena = tournament.resume(out, trial.concurrency)
    judge(tournament, trial, out)
    trial.left_over += set(watch.found.values())
    shutil.rmtree(out, ignore_errors=True)


def await_role(arena: "subprocess.Popen[bytes]", strike: Strike) -> bool:
    """Wait for a strike's moment and for a process of its role; return False if the arena has ended before."""
    end = monotonic() + strike.delay
    while arena.poll() is None:
        if monotonic() >= end and found_in(strike.role, arena.pid):
            return True
        sleep(processes.INTERVAL)
    return False


def hit(arena: int, strike: Strike, luck: random.Random) -> None:
    """Strike a process of the role."""
    found = found_in(strike.role, arena)
    if not found:
        return
    number, strike.is_done = luck.choice(found), True
    with suppress(ProcessLookupError):
        if strike.method != KILL:
            os.kill(number, signal.SIGSTOP)
            sleep(luck.uniform(0.05, MAX_STOP))
        os.kill(number, signal.SIGKILL if strike.kills else signal.SIGCONT)


def found_in(role: str, arena: int) -> list[int]:
    """Return the processes of a role."""
    return sorted(number for number, one in processes.roles(arena).items() if one == role)


def judge(tournament: Tournament, trial: Trial, out: Path) -> None:
    """Compare the games and the files with those of the undisturbed tournament."""
    games, said = games_in(out), tournament.log.read_text(encoding="utf-8", errors="replace")
    trial.lost += sorted(tournament.games.keys() - games.keys())
    for name, game in games.items():
        if game != tournament.games.get(name):
            is_charged = "killed by SIGKILL" in " ".join(game.split()) and trial.may_charge
            (trial.charged if is_charged else trial.wrong).append(f"game {name} differs: {game[-200:]!r}")
    if "Traceback" in said:
        trial.wrong.append(f"a traceback: {said[-1500:]}")
    trial.left_over += [f"file {name}" for name in sorted(names_in(out) ^ tournament.files)]
    trial.left_over += [f"temporary file {name}" for name in sorted(names_in(tournament.temporary))]


def last_line(log: Path) -> str:
    """Return the last line that the arena has said."""
    return (log.read_text(encoding="utf-8", errors="replace").splitlines() or [""])[-1]


@contextmanager
def new_tournament(is_small: bool) -> Iterator[Tournament]:
    """Prepare a tournament in a folder that is removed in the end."""
    with processes.swept_folder() as folder:
        yield Tournament(folder, is_small)


def drill(tournament: Tournament, seed: int, strikes: int, only: int | None = None) -> list[Trial]:
    """Strike so many times, or only in one tournament of the drill."""
    trials: list[Trial] = []
    while sum(one.is_done for trial in trials for one in trial.strikes) < strikes and len(trials) < strikes:
        number = len(trials) if only is None else only
        trial, luck = trial_of(tournament, seed, number)
        disturb(tournament, trial, luck)
        trials.append(trial)
        print("\n".join(trial.faults), end="\n" if trial.faults else "", flush=True)
        if only is not None:
            break
    return trials


def print_report(trials: list[Trial]) -> int:
    """Print the strikes by role, and all counts; return the number of faults."""
    strikes = [one for trial in trials for one in trial.strikes]
    print(f"{'':10}" + "".join(f"{method:>19}" for method in METHODS))
    for role in ROLES:
        counts = [
            sum(one.is_done and (one.role, one.method) == (role, method) for one in strikes) for method in METHODS
        ]
        print(f"{role:10}" + "".join(f"{count:19}" for count in counts))
    kinds = ("wrong", "left_over", "lost", "charged")
    counted = ", ".join(f"{sum(len(getattr(one, kind)) for one in trials)} {kind.replace('_', ' ')}" for kind in kinds)
    done, resumed = sum(one.is_done for one in strikes), sum(trial.resumptions for trial in trials)
    print(f"{done} tried in {len(trials)} tournaments, {len(strikes) - done} missed, {resumed} resumptions: {counted}")
    return sum(len(one.faults) for one in trials)


def main() -> int:
    """Run the drill; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--strikes", type=int, default=200, help="strikes (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the strikes (default: 1)")
    parser.add_argument("--only", type=int, metavar="T", help="number of the only tournament, to repeat it")
    parser.add_argument("--small", action="store_true", help="play few games, without an engine")
    options = parser.parse_args()
    began = monotonic()
    with new_tournament(options.small) as tournament:
        print(f"{len(tournament.games)} games in {tournament.seconds:.1f} s; load {os.getloadavg()[0]:.1f}", flush=True)
        trials = drill(tournament, options.seed, options.strikes, options.only)
    faults = print_report(trials)
    print(f"{monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
