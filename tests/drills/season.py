"""Run a course's season: `python -m tests.drills.season [--students N] [--minutes M] [--seed S]`, for half an hour.

Students hand in to a real `arena serve --course`, by the request that `arena submit` makes or by the command: good,
broken, hostile and hanging minds, new versions, late ones, floods and repeats. Two kill -9 of the server and one of its
background process come at random moments. In the end nothing that was confirmed may be missing or there twice, no
refused mind may have played, the ladder's games must be whole, processor time shared equally, and the ladder's order
must not contradict a round robin of the same versions.
"""

import argparse
import json
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic

from arena.course.people import Person
from arena.course.settings import read_course
from tests.arena.command import arena_process
from tests.drills.classroom import Step, baited
from tests.drills.course_server import CourseServer, make_course
from tests.drills.processes import swept_folder
from tests.drills.season_ladder import LadderWatch
from tests.drills.season_minds import CLOSES, Stories
from tests.drills.season_order import compare_orders
from tests.drills.season_register import judge_register
from tests.drills.season_shares import judge_shares
from tests.drills.season_students import HAND_INS_AN_HOUR, Students
from tests.drills.submissions import Bait
from tests.drills.table import report

PLAY = {"nodes": 200, "max_plies": 80, "patience": 0.25, "max_faults": 8, "concurrency": 1}
BASELINES = ("any-random-legal-move", "capture-priority-random-legal-move", "minimax:depth=1", "pst-engine")
SETTINGS = """
name = "Season"
baselines = {baselines}

[play]
{play}

[limits]
hand_ins_an_hour = {limit}
kibibytes = 64

[[season]]
name = "season"
opens = {opens:%Y-%m-%dT%H:%M:%SZ}
closes = {closes:%Y-%m-%dT%H:%M:%SZ}
"""
NAMES = {1: "=1+2", 3: "<script>alert(1)</script>"}  # of two students
KILLS = ((0.12, 0.3), (0.4, 0.48))  # shares of the time, between which the server is killed
TO_ASK = 0.05  # share of the time, in which a student is to hand in, before the server is killed anyway
REQUEST = 0.02  # seconds that a hand-in takes
BACKGROUND_KILL = (0.31, 0.39)
HANGS_FROM = 0.5  # share of the time, from which minds hang that have passed their check
INTERVAL = 3.0  # seconds between two looks at the ladder
TO_DRAIN = 900.0  # seconds for checks, and for games without which nothing can be judged, that are left at the end
MOST_MEMORY = 500  # MiB of the server
LONG = 5.0  # minutes of a season in which shares and orders must be comparable
GAMES = 4  # of each pairing in the round robin


class Season:
    """A course, its students, and the time that they have."""

    def __init__(self, home: Path, students: int, minutes: float, seed: int, bait: Bait) -> None:
        self.is_long = minutes >= LONG
        self.folder, self.temporary, self.luck = home / "course", home / "temporary", random.Random(seed)
        self.seconds, self.step, self.memory, self.cut_off = 60 * minutes, Step("kill -9"), 0.0, 0
        self.temporary.mkdir()
        os.environ["TMPDIR"] = str(self.temporary)  # of all that is started
        closes = datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=CLOSES * self.seconds)
        self.tokens = make_course(self.folder, _settings(closes), _people(students))
        stories = Stories(bait, time.time() + HANGS_FROM * self.seconds, seed).all(students)
        told = dict(zip(self.tokens, stories, strict=True))
        self.students = Students(home, told, self.tokens, self.seconds, closes.timestamp())
        self.watch = LadderWatch(self.folder)

    def run(self) -> None:
        """Let the season pass, and what it leaves to be done."""
        self.server = CourseServer(self.folder)
        try:
            self.students.begin(self.server)
            self._pass()
            self.students.end(TO_DRAIN)
            self._finish()
        finally:
            self.students.stopped.set()
            self.server.stop()
        for fault in self.server.faults:
            self.step.expect(False, fault)
        left = [str(path.relative_to(self.temporary)) for path in self.temporary.rglob("*")]
        self.step.expect(not left, f"{len(left)} files are left in the temporary folder, such as {left[:3]}")
        self.step.expect(self.memory <= MOST_MEMORY, f"the server had {self.memory:.0f} MiB")
        self.step.figures = f"{self.cut_off} while a student handed in; the server had at most {self.memory:.0f} MiB"

    def _pass(self) -> None:
        """Look at the ladder, and kill processes at random moments, until the season's time is over."""
        moments = [(self.luck.uniform(*span), "server") for span in KILLS]
        moments = sorted([*moments, (self.luck.uniform(*BACKGROUND_KILL), "background")])
        while (now := monotonic() - self.students.began) < self.seconds or moments:
            if moments and now / self.seconds > moments[0][0]:
                self._kill(moments.pop(0)[1])
            self._look()
            time.sleep(min(INTERVAL, self.seconds / 100))

    def _look(self) -> None:
        self.watch.look()
        self.server.check_ended()
        with suppress(OSError, IndexError):
            self.memory = max(self.memory, self.server.server.memory() / (1 << 20))

    def _kill(self, process: str) -> None:
        if process == "server":
            self._await_request()
        after, load = monotonic() - self.students.began, os.getloadavg()[0]
        print(f"{after:6.0f} s  kill -9 of the {process}; {len(self.watch.games)} games, load {load:.1f}", flush=True)
        if process == "server":
            self.server.kill_and_start()
        else:
            self.step.expect(self.server.kill_background(), "there is no background process")
        self.step.tried += 1

    def _await_request(self) -> None:
        """Wait until a student hands in, and stop the server while it takes, keeps or confirms a mind."""
        if self.students.asked.wait(self.seconds * TO_ASK):
            time.sleep(self.luck.uniform(0.0, REQUEST))
            os.kill(self.server.number, signal.SIGSTOP)
            self.cut_off += self.students.asked.is_set()

    def _finish(self) -> None:
        """Wait until every hand-in is checked and every version has played, in a long season often enough to judge.

        Then pause, and wait for the games under way.
        """
        began = monotonic()
        while not self._is_drained() and monotonic() - began < TO_DRAIN:
            self._look()
            time.sleep(1)
        print(f"{monotonic() - self.students.began:6.0f} s  drained; {len(self.watch.games)} games", flush=True)
        self.step.expect(self.watch.is_checked(), "hand-ins were never checked")
        self.step.expect(self.watch.has_played(), "versions have never played")
        done = arena_process("course", "pause", str(self.folder))
        self.step.expect(done.returncode == 0, f"arena course pause: {done.stderr}")
        self.watch.await_rest()

    def _is_drained(self) -> bool:
        is_enough = self.watch.can_be_judged() or not self.is_long
        return is_enough and self.watch.is_checked() and self.watch.has_played()


def _settings(closes: datetime) -> str:
    play = "\n".join(f"{name} = {value}" for name, value in PLAY.items())
    opens, baselines = closes - timedelta(days=1), json.dumps(BASELINES)
    return SETTINGS.format(baselines=baselines, play=play, limit=HAND_INS_AN_HOUR, opens=opens, closes=closes)


def _people(count: int) -> list[Person]:
    return [Person(NAMES.get(number, f"Student {number}"), f"s{number:02}") for number in range(1, count + 1)]


def drill(students: int, minutes: float, seed: int) -> Iterator[Step]:
    """Let a season pass; yield the judgements on it."""
    with swept_folder() as home, baited(home) as (bait, attacks):
        season = Season(home, students, minutes, seed, bait)
        season.run()
        yield season.step
        yield season.students.step
        yield judge_register(season.folder, season.students.confirmed)
        yield season.watch.judge_games()
        yield judge_shares(season.watch.looks, season.is_long)
        yield compare_orders(season.watch.place, read_course(season.folder).plan, home, GAMES, season.is_long)
    yield attacks


def main() -> int:
    """Run the drill, print its table, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--students", type=int, default=40, help="students (default: 40)")
    parser.add_argument("--minutes", type=float, default=20.0, help="time of the season (default: 20)")
    parser.add_argument("--seed", type=int, default=1, help="seed of minds and moments (default: 1)")
    options = parser.parse_args()
    began = monotonic()
    code = report(drill(options.students, options.minutes, options.seed), f"{'season':14}{'tried':>6}{'wrong':>6}")
    print(f"{monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}")
    return code


if __name__ == "__main__":
    sys.exit(main())
