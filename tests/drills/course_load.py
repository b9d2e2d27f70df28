"""Put a course under load: `python -m tests.drills.course_load [--students N] [--watchers N]`, for some minutes.

The ladder has 30,000 games, which nobody has played, and goes on with real ones. A hundred students sign in, hand in
and reload their pages; five hundred watchers look at the ladder, its games and the live page, for 60 seconds, all on
the loopback. The report gives the latency of each page, errors, and the memory of the server and its background; 99 in
100 answers must come within 300 ms, and the memory must stay below 500 MB.
"""

import argparse
import os
import random
import resource
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import combinations, islice
from pathlib import Path
from statistics import quantiles
from threading import Event
from time import monotonic

from arena.course.ladder.ladder import Ladder
from arena.course.ladder.roster import versions
from arena.course.participants.members import Members
from arena.course.people import Person
from arena.course.register import Register
from arena.course.settings import read_course
from arena.entrants.bundle import Bundle, bundle_file
from arena.store.store import open_store
from arena.tournament.schedule import Task, pairing
from tests.bench.made import AT_ONCE, made_record
from tests.drills.classroom import Step
from tests.drills.course_server import CourseServer, make_course
from tests.drills.crowd import Crowd, Timings
from tests.drills.memory import MemoryWatch
from tests.drills.processes import swept_folder
from tests.drills.server import waited_by
from tests.drills.submissions import decent
from tests.drills.table import report

MOST_LATENCY = 0.3  # seconds, of 99 in 100 answers
MOST_MEMORY = 500  # MB, of the server and its background
MOST_ERRORS = 8  # of different words, that are printed
FEW = 50  # answers, of which no p99 is judged
BASELINES = ("any-random-legal-move", "capture-priority-random-legal-move", "minimax", "alphabeta", "pst-engine")
SETTINGS = f"""
name = "Load"
baselines = [{", ".join(f'"{one}"' for one in BASELINES)}]

[play]
nodes = 300
max_plies = 80
concurrency = 1

[[season]]
name = "season"
opens = 2026-01-01 00:00:00
closes = 2126-01-01 00:00:00
"""
NOT_RATED = "ratings are being computed"  # on a page of standings
TO_WARM = 120.0  # seconds
MORE_FILES = 400  # of this process, besides connections


class Load:
    """A course with a long ladder, and the people in front of it."""

    def __init__(self, home: Path, students: int, games: int) -> None:
        self.home, self.folder = home, home / "course"
        people = [Person(f"Student {n}", f"s{n:03}") for n in range(1, students + 1)]
        self.tokens = make_course(self.folder, SETTINGS, people)
        luck = random.Random(1)
        self.minds = {one.id: [self._mind(one.id, version, luck) for version in (1, 2)] for one in people}
        self._accept(people)
        self._fill(games)

    def _mind(self, person: str, version: int, luck: random.Random) -> Bundle:
        path = self.home / "minds" / person / f"{version}" / "mind.py"
        path.parent.mkdir(parents=True)
        path.write_text(decent("mind.py", person, luck, f" {version}").text, encoding="utf-8")
        return bundle_file(path)

    def _accept(self, people: list[Person]) -> None:
        """Take the first minds in, as if they had been checked."""
        course, now = read_course(self.folder), datetime.now(UTC)
        with Register(self.folder) as register:
            for person in people:
                first = self.minds[person.id][0]
                taken = register.hand_in(person, first, course.season[0], course.limits, now)
                register.decide(taken.number, "accepted", "ready")

    def _fill(self, games: int) -> None:
        """Make the ladder's games."""
        course, place = read_course(self.folder), self.folder / "ladder"
        place.mkdir()
        with Register(self.folder) as register, open_store(place, must_exist=False) as store, store.alone():
            ladder = Ladder(store, course.plan)
            found = versions(register.hand_ins(), Members(self.folder, register, "real").shown)
            ladder.admit(found, register.bundle_of)
            tasks, names = _tasks(ladder, games), ladder.names
            while batch := list(islice(tasks, AT_ONCE)):
                store.add((task, made_record(ladder.plan, task, names)) for task in batch)
            self.names = [task.name for task in islice(_tasks(ladder, games), 0, games, max(1, games // 100))]

    def run(self, watchers: int, seconds: float) -> Iterator[Step]:
        """Serve it to all people; yield the judgements."""
        server = CourseServer(self.folder)
        try:
            before = _games_in(self.folder)
            self._warm(server, before)
            crowd = Crowd(server.port, seconds)
            crowd.games = self.names
            students = [
                (self.tokens[id_], f"Student%20{int(id_[1:])}@1", minds[1]) for id_, minds in self.minds.items()
            ]
            packed = [(token, name, bundle.files[0].content) for token, name, bundle in students]
            used, waited, began = server.server.cpu(), waited_by(server.server), monotonic()
            with MemoryWatch(server) as memory:
                timings = crowd.run(packed, watchers)
            took = monotonic() - began
            used, waited = server.server.cpu() - used, waited_by(server.server) - waited
            yield from judge_pages(timings)
            yield memory.judge(MOST_MEMORY)
            yield self._judge_play(_games_in(self.folder) - before, timings)
            print(f"the server: processor {used / took:.0%}, and waited for one {waited / took:.0%}", flush=True)
        finally:
            server.stop()
        left = Step("server")
        left.wrong = server.faults
        yield left

    def _warm(self, server: CourseServer, games: int) -> None:
        """Wait until ratings are there and games are played, as on any day after a course has begun."""
        end = monotonic() + TO_WARM
        while monotonic() < end:
            pages = [server.ask("GET", path) for path in ("/results/ladder", "/results/ladder/games", "/live", "/")]
            if all(page.status == 200 for page in pages) and NOT_RATED not in pages[0].text:
                if _games_in(self.folder) > games:
                    return
            Event().wait(1.0)

    def _judge_play(self, games: int, timings: Timings) -> Step:
        step = Step("background")
        step.expect(games > 0, "the ladder has played no game")
        lag = quantiles(timings.lags, n=100)[98] if len(timings.lags) > 1 else 0.0
        step.figures = f"{games} games were played meanwhile; {timings.most_streams} streams of events at once, "
        step.figures += f"{timings.full} refused; this program woke up {1000 * lag:.0f} ms late (p99)"
        return step


def _tasks(ladder: Ladder, games: int) -> Iterator[Task]:
    """Yield so many games of the ladder, an opening after the other for all pairings."""
    count, pairs = len(ladder.names), list(combinations(range(len(ladder.names)), 2))
    rounds = -(-games // (2 * len(pairs)))
    found = (pairing(ladder.plan, ladder.openings, pair, n, n - 1, 2) for n in range(1, rounds + 1) for pair in pairs)
    yield from islice((task for both in found for task in both), games) if count > 1 else ()


def _games_in(folder: Path) -> int:
    with open_store(folder / "ladder", read_only=True) as store:
        return int(store.db.execute("SELECT count(*) FROM games").fetchone()[0])


def judge_pages(timings: Timings) -> Iterator[Step]:
    """Yield a judgement on each page."""
    for page, seconds in sorted(timings.seconds.items()):
        step = Step(page)
        step.tried = len(seconds)
        cut = quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else seconds * 99
        figures = (1000 * one for one in (cut[49], cut[98], max(seconds)))
        step.figures = "p50 {:5.0f} ms, p99 {:5.0f} ms, worst {:5.0f} ms".format(*figures)
        if cut[98] > MOST_LATENCY and len(seconds) >= FEW:
            step.wrong.append(f"{page}: p99 is {1000 * cut[98]:.0f} ms")
        step.wrong += [error for error in timings.errors if error.startswith(f"{page}: ")]
        yield step
    others = Step("other errors")
    others.wrong = [one for one in timings.errors if one.partition(": ")[0] not in timings.seconds]
    yield others
    for words, count in Counter(timings.errors).most_common(MOST_ERRORS):
        print(f"{count} × {words[:200]}", flush=True)


def drill(students: int, watchers: int, seconds: float, games: int) -> Iterator[Step]:
    """Make the course, and put it under load."""
    with swept_folder() as home:
        (home / "temporary").mkdir()
        os.environ["TMPDIR"] = str(home / "temporary")
        began = monotonic()
        load = Load(home, students, games)
        print(f"{games} games made in {monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}", flush=True)
        yield from load.run(watchers, seconds)


def main() -> int:
    """Run the drill, print its table, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--students", type=int, default=100, help="students (default: 100)")
    parser.add_argument("--watchers", type=int, default=500, help="watchers (default: 500)")
    parser.add_argument("--seconds", type=float, default=60.0, help="time of the load (default: 60)")
    parser.add_argument("--games", type=int, default=30_000, help="games of the ladder (default: 30000)")
    options = parser.parse_args()
    wanted = 2 * (options.students + options.watchers) + MORE_FILES
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
    parts = drill(options.students, options.watchers, options.seconds, options.games)
    code = report(parts, f"{'page':14}{'tried':>6}{'wrong':>6}")
    print(f"load {os.getloadavg()[0]:.1f}")
    return code


if __name__ == "__main__":
    sys.exit(main())
