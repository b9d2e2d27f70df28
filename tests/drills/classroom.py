"""Run a class of sixty: `python -m tests.drills.classroom [--small]`, some twenty minutes on two busy cores.

An organiser checks the folder of submissions, plays a round robin by nodes, presses Ctrl-C, resumes, and makes the
report again. It must end in ranks, tiers and a fault sheet that says of each student's mistake what it is; what plays
must play, and the hanging mind may cost no more than a minute. The hostile one attacks a process, files and a port.
"""

import argparse
import csv
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep

from tests.arena.command import ARENA
from tests.drills.processes import left_over, swept_folder
from tests.drills.submissions import REJECTED, Bait, Submission, class_of, small_class, write
from tests.drills.table import report

SIZE, SMALL_SIZE = 60, 8
PLAN = ("--nodes", "1000", "--games", "2", "--max-plies", "60")
SMALL = ("--nodes", "100", "--games", "2", "--max-plies", "20", "--patience", "0.3")
MAX_HANGING = 60.0  # seconds that the hanging mind may cost in all
MAX_SECONDS = 3000.0  # for one command
SLEEPER = "sleeps"
SECONDS = """
SELECT coalesce(sum(incidents.seconds), 0) FROM incidents JOIN games ON games.number = incidents.game
JOIN minds ON minds.number = CASE incidents.seat WHEN 0 THEN games.first ELSE games.second END WHERE minds.name = ?
"""


@dataclass
class Step:
    """A step of the organiser's work, and what is wrong with it."""

    name: str
    tried: int = 0
    wrong: list[str] = field(default_factory=list)
    figures: str = ""

    def expect(self, is_so: object, said: str) -> None:
        """Count an expectation; print it if it is not met."""
        self.tried += 1
        if not is_so:
            self.wrong.append(said)
            print(f"{self.name}: {said}", flush=True)

    def line(self) -> str:
        """Return the line of the table."""
        return f"{self.name:14}{self.tried:6}{len(self.wrong):6}   {self.figures}"


class Classroom:
    """A folder of submissions, and the tournament between them."""

    def __init__(self, home: Path, is_small: bool, bait: Bait) -> None:
        self.home, self.is_small, self.bait = home, is_small, bait
        self.folder, self.out = home / "submissions", home / "out"
        self.known = small_class(bait) if is_small else class_of(SIZE, bait)
        write(self.folder, self.known)
        self.playing = [one for one in self.known if one.fault != REJECTED]

    def command(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run a command as the organiser does."""
        command = [ARENA, *words]
        return subprocess.run(command, capture_output=True, text=True, timeout=MAX_SECONDS, check=False)

    def check(self) -> Step:
        """Check the folder: each mistake has its own words."""
        step = Step("check")
        done = self.command("check", str(self.folder), "--nodes", "1000", "--json")
        verdicts = {one["name"]: one for one in json.loads(done.stdout or "[]")}
        step.expect(done.returncode == 1, f"exit code {done.returncode}: {done.stderr[-500:]}")
        for one in self.known:
            found = verdicts.get(one.name, {"is_ready": None, "says": "no verdict"})
            step.expect(found["is_ready"] is (not one.fault) and one.says in found["says"], f"{one.name}: {found}")
        step.figures = f"{sum(one['is_ready'] for one in verdicts.values())} of {len(verdicts)} are ready"
        return step

    def interrupt(self) -> Step:
        """Start the tournament, and press Ctrl-C in the midst."""
        step, log = Step("run, Ctrl-C"), self.home / "log"
        plan = SMALL if self.is_small else PLAN
        command = [ARENA, "run", "--entrants", str(self.folder), *plan, "--out", str(self.out), "--concurrency", "2"]
        with log.open("wb") as said:
            arena = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        enough = 4 if self.is_small else 300
        while arena.poll() is None and self.count("SELECT count(*) FROM games") < enough:
            sleep(0.02)
        arena.send_signal(signal.SIGINT)
        code, text = arena.wait(60), log.read_text(encoding="utf-8", errors="replace")
        step.expect(code == 130, f"exit code {code}: {text[-500:]}")
        step.expect("resume with: arena resume" in text and "Traceback" not in text, f"it says {text[-500:]!r}")
        for one in self.known:
            skipped = f"skipped {one.name}: " in text and one.says in text
            step.expect(skipped == (one.fault == REJECTED), f"{one.name} is {'' if skipped else 'not '}skipped")
        step.figures = f"{int(self.count('SELECT count(*) FROM games'))} games"
        return step

    def resume(self) -> Step:
        """Resume it to its end."""
        step, before = Step("resume"), self.count("SELECT count(*) FROM games")
        done = self.command("resume", str(self.out))
        step.expect(done.returncode == 0, f"exit code {done.returncode}: {done.stderr[-500:]}")
        after, hanging = self.count("SELECT count(*) FROM games"), self.count(SECONDS, SLEEPER)
        step.expect(after > before, f"{before} games before, {after} after")
        step.expect(0 < hanging <= MAX_HANGING, f"the hanging mind cost {hanging:.1f} s")
        step.figures = f"{int(after)} games; the hanging mind cost {hanging:.1f} s"
        return step

    def ranks(self) -> Step:
        """Make the report again; look at ranks and tiers."""
        step = Step("report")
        if not self.is_small:
            done = self.command("report", str(self.out))
            step.expect(done.returncode == 0, f"exit code {done.returncode}: {done.stderr[-500:]}")
        rows = self.table("standings.csv")
        step.expect(set(rows) == {one.name for one in self.playing}, "the standings have others than those who play")
        tiers = [int(row["tier"]) for row in rows.values()]
        step.expect(tiers == sorted(tiers), f"tiers {tiers}")
        last = {name for name, row in rows.items() if int(row["tier"]) == tiers[-1]}
        out = {one.name for one in self.playing if one.is_out}
        step.expect(out <= last and len(set(tiers)) > 1, f"in the last tier are {last}")
        copies = {row["tier"] for name, row in rows.items() if name.startswith("copy")}
        step.expect(len(copies) == 1, f"the copies of one program are in tiers {copies}")
        step.figures = f"{len(rows)} ranked, {len(set(tiers))} tiers"
        return step

    def sheets(self) -> Step:
        """Look for each student's mistake on the fault sheet."""
        step, rows = Step("fault sheet"), self.table("faults.csv")
        page = (self.out / "faults.html").read_text(encoding="utf-8")
        step.expect(set(rows) == {one.name for one in self.known}, "the sheet has others than those who handed in")
        for one in self.known:
            for told in _misjudged(one, rows.get(one.name, {})):
                step.expect(False, f"{one.name}: {told}")
            step.expect((f"<h3>{one.name} " in page) == bool(one.fault), f"{one.name} on the page")
        step.figures = f"{sum(bool(one.fault) for one in self.known)} with faults, {len(rows)} in all"
        return step

    def count(self, query: str, *values: str) -> float:
        """Return the number that a query of the tournament's store gives; 0 as long as there is none."""
        with (
            suppress(sqlite3.Error),
            closing(sqlite3.connect(f"{(self.out / 'arena.sqlite').as_uri()}?mode=ro", uri=True)) as db,
        ):
            return float(db.execute(query, values).fetchone()[0])
        return 0.0

    def table(self, name: str) -> dict[str, dict[str, str]]:
        """Return the rows of a table of the report, by mind."""
        path = self.out / name
        if not path.exists():
            return {}
        with path.open(encoding="utf-8", newline="") as file:
            return {row["mind"]: row for row in csv.DictReader(file)}


def _misjudged(one: Submission, row: dict[str, str]) -> Iterator[str]:
    """Yield what a row of the fault sheet says wrongly about a submission."""
    kinds = {
        name.removeprefix("forfeits_") for name, count in row.items() if name.startswith("forfeits_") and int(count)
    }
    if kinds != ({one.fault} - {"", REJECTED}):
        yield f"forfeits by {kinds or 'nothing'}"
    standing = REJECTED if one.fault == REJECTED else "disqualified" if one.is_out else row.get("standing")
    if row.get("standing") != standing or (not one.fault and standing != "playing"):
        yield f"it is {row.get('standing')}"
    if one.says not in row.get("mend", ""):
        yield f"it says {row.get('mend')!r}"


@contextmanager
def baited(home: Path) -> Iterator[tuple[Bait, Step]]:
    """Lay out the targets of the hostile mind; in the end nothing may have happened to them."""
    step, trace, secret = Step("attacks"), home / "trace", home / "secret"
    secret.write_text("42", encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        command = [sys.executable, "-I", "-S", "-c", "import sys; sys.stdin.read()"]
        with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
            yield Bait(process.pid, trace, secret, listener.getsockname()[1]), step
            step.expect(process.poll() is None, "the bait was killed")
            process.kill()
        step.expect(not trace.exists(), "a file was written")
        with suppress(BlockingIOError):
            listener.accept()
            step.expect(False, "a port was reached")
    step.expect(not (left := left_over(10.0)), f"left over: {left}")
    step.figures = "nothing was reached" if not step.wrong else ""


def drill(is_small: bool) -> Iterator[Step]:
    """Do the organiser's work; yield its steps."""
    with swept_folder() as home, baited(home) as (bait, attacks):
        classroom = Classroom(home, is_small, bait)
        yield from () if is_small else (classroom.check(),)
        yield classroom.interrupt()
        yield classroom.resume()
        yield classroom.ranks()
        yield classroom.sheets()
    yield attacks


def main() -> int:
    """Run the drill, print its table, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--small", action="store_true", help="a class of eight, not checked before")
    options = parser.parse_args()
    began, size = monotonic(), SMALL_SIZE if options.small else SIZE
    code = report(drill(options.small), f"{f'class of {size}':14}{'tried':>6}{'wrong':>6}")
    print(f"{monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}")
    return code


if __name__ == "__main__":
    sys.exit(main())
