"""Try every attack of `arena doctor` as every user, behind every jail: `python -m tests.drills.doctor [--jobs N]`.

The users are root and nobody (an ordinary user: that one alone), the jails those with namespaces and without, with
Landlock from its first version to the kernel's. A mind, a program and a UCI engine try each attack. The table has a
line for each user, jail and attacker: how many attacks were tried, got through, could not be tried, and need namespaces
to be held back, which this jail lacks. What could not be tried, as on a busy machine, is tried once more. It takes an
hour for the 28 cases on two cores; `--only WORD` and `--landlock N` choose attacks and a version.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from arena.cell.jail import landlock
from arena.cli.signals import ended_by_signals
from arena.doctor.attackers import ATTACKERS
from arena.doctor.catalogue import attacks
from minds.host import warm
from tests.conftest import ROOT
from tests.drills.users import as_nobody, copy_cache

MAX_SECONDS = 3600  # for one case
MAX_RETRIED = 20  # attacks of a case; more of them means that the case itself is wrong


@dataclass(frozen=True)
class User:
    """A user: the words before a command, and the variables that it needs."""

    name: str
    before: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)

    def run(self, words: Iterable[str]) -> "subprocess.CompletedProcess[str]":
        """Run a command as this user."""
        variables = os.environ | {"PYTHONPATH": str(ROOT)} | self.environment
        return subprocess.run(
            [*self.before, *words],
            capture_output=True,
            text=True,
            timeout=MAX_SECONDS,
            env=variables,
            cwd="/",
            check=False,
        )

    def has_namespaces(self) -> bool:
        """Return True if the system lets this user make namespaces."""
        return self.run(["unshare", "-Unui", "true"]).returncode == 0


@dataclass(frozen=True)
class Case:
    """A user behind a jail."""

    user: User
    namespaces: bool
    landlock: int

    def walls(self) -> str:
        """Return the jail's layers as the arena names them."""
        wall = "namespaces " if self.namespaces else ""
        return f"{wall}limits landlock:{self.landlock} seccomp"

    def outcomes(self, only: str) -> list[dict[str, Any]]:
        """Let the doctor try all attacks with a word in their name."""
        words = [sys.executable, "-P", "-m", "arena", "doctor", "--json", "--landlock", str(self.landlock)]
        words += ["--only", only] * bool(only) + ["--no-namespaces"] * (not self.namespaces)
        done = self.user.run(words)
        if not done.stdout:
            raise RuntimeError(f"{self.user.name}, {self.walls()}: {done.stderr[-2000:]}")
        found: list[dict[str, Any]] = json.loads(done.stdout)["attacks"]
        return found


@dataclass
class Result:
    """The outcomes of a case."""

    case: Case
    outcomes: list[dict[str, Any]]
    seconds: float = 0.0
    retried: int = 0

    def faults(self) -> list[str]:
        """Return all that got through, could not be tried or was tried behind other walls."""
        where, walls = f"{self.case.user.name}, {self.case.walls()}", self.case.walls()
        wrong = [one for one in self.outcomes if one["got_through"] or not one["tried"]]
        found = [f"{where}: {one['attack']} by {one['attacker']}: {one['answer']}" for one in wrong]
        others = {one["layers"] for one in self.outcomes if one["layers"]} - {walls}
        return found + [f"{where}: some were tried behind {other}" for other in others]

    def lines(self) -> Iterator[str]:
        """Yield a line of the table for each attacker."""
        for attacker in ATTACKERS:
            those = [one for one in self.outcomes if one["attacker"] == attacker]
            counts = [sum(map(bool, (one[key] for one in those))) for key in ("tried", "got_through", "lacking")]
            tried, through, lacking = counts
            walls = "with" if self.case.namespaces else "without"
            yield (
                f"{self.case.user.name:8}{walls:>10}{self.case.landlock:>10}  {attacker:9}"
                f"{tried:6}{through:9}{len(those) - tried:11}{lacking:18}"
            )


def try_case(case: Case, only: str) -> Result:
    """Try the attacks, and once more those that could not be tried."""
    began = time.monotonic()
    outcomes = case.outcomes(only)
    untried = {one["attack"] for one in outcomes if not one["tried"]}
    for attack in sorted(untried)[:MAX_RETRIED]:
        again = {one["attacker"]: one for one in case.outcomes(attack) if one["attack"] == attack}
        outcomes = [again[one["attacker"]] if one["attack"] == attack and not one["tried"] else one for one in outcomes]
    return Result(case, outcomes, time.monotonic() - began, len(untried))


@contextmanager
def users() -> Iterator[list[User]]:
    """Yield ourselves and, if we are root, nobody too."""
    with tempfile.TemporaryDirectory(prefix="mind-arena-drill-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        found = [User("root" if os.getuid() == 0 else "ourselves")]
        if os.getuid() == 0:
            environment = {"HOME": "/nonexistent", "XDG_CACHE_HOME": str(copy_cache(folder))}
            found.append(User("nobody", as_nobody(folder), environment))
        yield found


def drill(only: str = "", versions: Iterable[int] = (), jobs: int = 1) -> list[str]:
    """Try all cases, print the table, and return all that is wrong."""
    warm()  # compiles the core, so that each case finds it
    results, faults = [], []
    with users() as known, ThreadPoolExecutor(jobs) as pool:
        kinds = [(user, spaces) for user in known for spaces in (True, False) if not spaces or user.has_namespaces()]
        for user in known:
            if (user, True) not in kinds:
                print(f"{user.name} may make no namespaces here", flush=True)
        cases = [Case(*kind, version) for kind, version in product(kinds, versions or range(1, landlock.abi() + 1))]
        for result in pool.map(lambda case: try_case(case, only), cases):
            results.append(result)
            note = f"{result.seconds:.0f} s, {result.retried} attacks tried again, {len(result.faults())} faults"
            print(f"{result.case.user.name}, {result.case.walls()}: {note}", file=sys.stderr, flush=True)
    print(
        f"{'user':8}{'namespaces':>10}{'Landlock':>10}  {'attacker':9}{'tried':>6}{'through':>9}{'not tried':>11}"
        f"{'need namespaces':>18}"
    )
    for result in results:
        print("\n".join(result.lines()))
        faults += result.faults()
    outcomes = [one for result in results for one in result.outcomes]
    through, untried, lacking = (
        sum(map(bool, found))
        for found in zip(*((one["got_through"], not one["tried"], one["lacking"]) for one in outcomes), strict=True)
    )
    held = f"{lacking} that only namespaces hold back, in jails without"
    print(f"{len(outcomes)} attacks in {len(results)} cases: {through} through, {untried} not tried; {held}")
    expected = len(results) * len(ATTACKERS) * sum(only in attack.name for attack in attacks())
    return faults + [f"{len(outcomes)} outcomes; expected {expected}"] * (len(outcomes) != expected)


def main() -> int:
    """Run the drill; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", help="try only attacks with this word in their name")
    parser.add_argument("--landlock", type=int, action="append", default=[], help="use this version (may be repeated)")
    parser.add_argument("--jobs", type=int, default=1, help="cases at once (default: 1)")
    options = parser.parse_args()
    faults = drill(options.only, options.landlock, options.jobs)
    print("\n".join(faults) or "nothing else got through, and everything was tried")
    return 1 if faults else 0


if __name__ == "__main__":
    with ended_by_signals():
        sys.exit(main())
