"""The work of a course, in a process of its own: checks what is handed in, and plays the ladder at low priority.

`python -m arena.course.background FOLDER` works until its standard input ends, so that it ends with the server that
started it, however that ends. A line on standard input says that something was handed in.
"""

import os
import sys
import threading
from pathlib import Path

from arena.course.examination import examine
from arena.course.handin import HandIn
from arena.course.ladder import FOLDER, Ladder
from arena.course.people import read_people, team_names
from arena.course.register import Register
from arena.course.roster import Climber, climbers
from arena.course.settings import Course, read_course
from arena.course.sitting import play
from arena.entrants.bundle import Bundle
from arena.errors import ArenaError, CourseError
from arena.store.store import open_store
from world.errors import printable

NICENESS = 10
FAILED, WRONG_COURSE = 1, 2  # exit codes: after the first, such as on a full disk, the server starts it again
POLL = 5.0  # seconds between two looks at the register without a line on standard input, for `arena course invite`
PAUSE = 5.0  # seconds after a check that failed for no fault of the mind
MAX_FAILURES = 3  # of a check, before the hand-in is refused


class Background:
    """The work of one course's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.register = folder, Register(folder)
        self.course: Course = read_course(folder)
        self.names = team_names(read_people(folder))
        self.failures = 0  # in a row, of the check of one hand-in
        self.news, self.stopped, self.changed = threading.Event(), threading.Event(), threading.Event()

    def listen(self) -> None:
        """Note lines on standard input; stop at its end."""
        for _ in sys.stdin:
            self.news.set()
        self.stopped.set()
        self.news.set()

    def check(self) -> None:
        """Check what is handed in, one after the other; a full disk, or a check that fails, only delays it."""
        while not self.stopped.is_set():
            try:
                self._check_next()
            except (ArenaError, OSError) as problem:
                _say(str(problem))
                self.stopped.wait(PAUSE)

    def _check_next(self) -> None:
        """Check the next hand-in, or wait for one."""
        hand_in = self.register.next_waiting()
        if hand_in is None:
            self.news.wait(POLL)
            self.news.clear()
            return
        try:
            self._decide(hand_in)
            self.failures = 0
        except CourseError as problem:
            self.failures += 1
            if self.failures >= MAX_FAILURES:
                words = f"it could not be checked: {problem}; hand it in again, or ask the organiser"
                self.register.decide(hand_in.number, "rejected", words)
                self.failures = 0
            raise

    def _decide(self, hand_in: HandIn) -> None:
        verdict = examine(hand_in, self.register.bundle_of(hand_in), self.course.plan)
        self.register.decide(hand_in.number, "accepted" if verdict.is_accepted else "rejected", verdict.words)
        _say(f"hand-in {hand_in.number}: {'accepted' if verdict.is_accepted else 'rejected'}")
        if verdict.is_accepted:
            self.changed.set()

    def climb(self) -> None:
        """Play the ladder, one sitting after the other."""
        folder = self.folder / FOLDER
        folder.mkdir(exist_ok=True)
        with open_store(folder, must_exist=False) as store, store.alone():
            ladder = Ladder(store, self.course.plan)
            while not self.stopped.is_set():
                self.changed.clear()
                ladder.admit(climbers(self.register.hand_ins(), self.names), self._bundle_of)
                play(ladder, lambda: self.changed.is_set() or self.stopped.is_set(), self.stopped.is_set)

    def _bundle_of(self, climber: Climber) -> Bundle:
        return self.register.bundle_of(climber.hand_in)

    def run(self) -> None:
        """Work until standard input ends."""
        for work in (self.listen, self.check):
            threading.Thread(target=work, name=work.__name__, daemon=True).start()
        os.nice(NICENESS)  # of this thread and what it starts: who has handed in waits for the check
        self.climb()


def _say(words: str) -> None:
    print(f"arena: {printable(words)}", file=sys.stderr, flush=True)


def main() -> int:
    """Work for the course in the folder that is named."""
    try:
        Background(Path(sys.argv[1])).run()
    except ArenaError as problem:
        _say(str(problem))
        return WRONG_COURSE if isinstance(problem, CourseError) else FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main())
