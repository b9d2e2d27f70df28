"""The work of a course, in a process of its own: checks what is handed in, and plays the ladder at low priority.

`python -m arena.course.background FOLDER` works until its standard input ends, so that it ends with the server that
started it, however that ends. A line on standard input says that something is new; commands such as `arena course
pause` are noticed without one.
"""

import os
import sqlite3
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Set
from contextlib import contextmanager
from functools import partial
from math import inf
from pathlib import Path
from time import monotonic

from msgspec import Struct
from msgspec.structs import replace

from arena.course.administration.forgetting import erase_from, is_to_erase
from arena.course.child import FAILED, WRONG_COURSE
from arena.course.hand_ins.examination import SECONDS, examine
from arena.course.handin import HandIn
from arena.course.ladder.begun import FOLDER, check_begun
from arena.course.ladder.files import note_lost_files
from arena.course.ladder.ladder import Ladder
from arena.course.ladder.practice import begin_next
from arena.course.ladder.roster import Climber, climbers, versions
from arena.course.ladder.sitting import play
from arena.course.live_settings import LiveSettings
from arena.course.notices import Notices
from arena.course.participants.members import Members
from arena.course.register import Register
from arena.course.seasons.finisher import TO_STOP, play_wished_end
from arena.errors import ArenaError, CourseError
from arena.niceness import lower_session
from arena.store.store import Store, open_store
from arena.turns import USUAL_TURN, ask_for_turns
from world.errors import printable

CHECKS, GAMES = 5, 10  # niceness: pages are answered first, then minds are checked, then games are played
POLL = 5.0  # seconds between two looks at the queue without news
INTERVAL = 1.0  # seconds between two looks whether another process has changed the register
LOST_FILES_INTERVAL = 10.0  # seconds between two looks whether files that were lost are back
PAUSE = 5.0  # seconds after a check that failed for no fault of the mind
MAX_FAILURES = 3  # of a check, before the hand-in is refused
MORE_TIME = 4  # times as many seconds for a check that failed before: the machine may have been busy


class Wishes(Struct, frozen=True):
    """All that decides how the ladder goes on."""

    is_paused: bool
    versions: tuple[Climber, ...]
    reinstatements: tuple[int, ...]  # numbers of hand-ins
    is_to_erase: bool  # something, because somebody was forgotten

    @property
    def is_urgent(self) -> bool:
        """True if the ladder is to stop as soon as the games under way are over, and not to play on with others."""
        return self.is_paused or self.is_to_erase

    def is_like(self, other: "Wishes") -> bool:
        """Return True if the ladder goes on in the same way; a nomination, for example, changes nothing for it."""
        shown = [[(one.number, one.name) for one in climbers(wishes.versions)] for wishes in (self, other)]
        rest = [replace(wishes, versions=()) for wishes in (self, other)]
        return shown[0] == shown[1] and rest[0] == rest[1]


class Background:
    """The work of one course's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.register = folder, Register(folder)
        self.settings = LiveSettings(folder)
        self.course = self.settings.course  # of which it uses only what is fixed
        self.notices = Notices(self.register)
        check_begun(folder, self.course)
        self.members = Members(folder, self.register, self.course.names)
        self.notices.stand_still("")
        self.tries = Counter[int]()  # of checks that did not end, by the numbers of hand-ins
        self.news, self.stopped, self.changed = threading.Event(), threading.Event(), threading.Event()
        self.woken = threading.Event()  # of the watch
        self.wishes = self._wishes()  # that the present sitting of the ladder grants
        self.admitted = -inf  # when versions came last

    def listen(self) -> None:
        """Note lines on standard input; stop at its end."""
        for _ in sys.stdin:
            self.woken.set()
        self.stopped.set()
        for event in (self.news, self.changed, self.woken):
            event.set()

    def watch(self) -> None:
        """Wake the checks when somebody has changed the register or people.csv, and the ladder when it is to change."""
        seen, told = self._stamp, ""
        while not self.stopped.is_set():
            is_woken = self.woken.wait(INTERVAL)
            self.woken.clear()
            with _tolerant(self.stopped):
                stamp, told = self._stamp, self._tell_settings(told)
                if stamp[1] != seen[1] and self.members.problem:
                    _say(f"{self.members.problem}; the people of before stay")
                if is_woken or stamp != seen:
                    self.news.set()
                    self._compare(self._wishes())
                seen = stamp

    def _tell_settings(self, told: str) -> str:
        """Say what is wrong with course.toml, if that is new, and return it."""
        if (problem := self.settings.problem) not in ("", told):
            _say(problem)
        return problem

    def _compare(self, wishes: Wishes) -> None:
        """Have the ladder change if something else is wished for than its sitting grants."""
        if not wishes.is_like(self.wishes):
            self.changed.set()

    @property
    def _stamp(self) -> tuple[int, tuple[int, int]]:
        """A pair that changes when another process has written to the register, or somebody to people.csv."""
        self.members.refresh()
        return self.register.stamp, self.members.stamp

    def _wishes(self) -> Wishes:
        """Return all that decides how the ladder goes on."""
        known = versions(self.register.hand_ins(), self.members.shown)
        reinstatements, erasing = self.register.reinstatements(), is_to_erase(self.register, FOLDER)
        return Wishes(self.notices.is_paused, tuple(known), tuple(reinstatements), erasing)

    def check(self) -> None:
        """Check what is handed in, one after the other; a full disk, or a check that fails, only delays it."""
        os.nice(CHECKS)  # of this thread and what it starts
        while not self.stopped.is_set():
            with _tolerant(self.stopped):
                self._check_next()

    def _check_next(self) -> None:
        """Check the next hand-in, or wait for one."""
        hand_in = self.register.next_waiting(self.tries)
        if hand_in is None or self.notices.is_paused:
            self.news.wait(POLL)
            self.news.clear()
            return
        self.tries[hand_in.number] += 1
        try:
            self._decide(hand_in)
        except CourseError as problem:
            if self.tries[hand_in.number] < MAX_FAILURES:
                raise
            words = f"it could not be checked: {problem}; ask the organiser to have it checked again"
            self.register.decide(hand_in.number, "rejected", words)
            del self.tries[hand_in.number]
            raise
        del self.tries[hand_in.number]

    def _decide(self, hand_in: HandIn) -> None:
        seconds = SECONDS * (MORE_TIME if self.tries[hand_in.number] > 1 else 1)
        verdict = examine(hand_in, self.register.bundle_of(hand_in), self.course.plan, seconds)
        self.register.decide(hand_in.number, "accepted" if verdict.is_accepted else "rejected", verdict.words)
        _say(f"hand-in {hand_in.number}: {'accepted' if verdict.is_accepted else 'rejected'}")
        if verdict.is_accepted:
            self.changed.set()

    def finish(self) -> None:
        """Play the ends of seasons that the organiser's page asks for."""
        os.nice(GAMES)  # of this thread and what it starts
        while not self.stopped.is_set():
            with _tolerant(self.stopped):
                if words := play_wished_end(self.folder, self.notices, self.stopped):
                    _say(words)
            self.stopped.wait(INTERVAL)

    def climb(self) -> None:
        """Play the ladder, one sitting after the other."""
        folder = self.folder / FOLDER
        folder.mkdir(exist_ok=True)
        with open_store(folder, must_exist=False) as store, store.alone():
            ladder = self._ladder(store)
            while not self.stopped.is_set():
                self.changed.clear()
                self.wishes = self._wishes()
                if self.wishes.is_to_erase:
                    erase_from(store, self.register)
                    ladder = self._ladder(store)
                    self.wishes = replace(self.wishes, is_to_erase=False)
                self._admit(ladder)
                if self.wishes.is_paused or not ladder.matchmaker.teams:
                    self.changed.wait(LOST_FILES_INTERVAL if ladder.files.lost else None)
                else:
                    play(ladder, partial(self.is_over, ladder), self.stopped.is_set)

    def is_over(self, ladder: Ladder) -> bool:
        """Let versions come and go; return True if the sitting of the ladder is to end, whose workers take seconds."""
        if self.changed.is_set() or (ladder.files.lost and monotonic() - self.admitted >= LOST_FILES_INTERVAL):
            self.changed.clear()
            self.wishes = self._wishes()
            if not self.wishes.is_urgent:
                self._admit(ladder)
        return self.stopped.is_set() or self.wishes.is_urgent or not ladder.matchmaker.teams

    def _ladder(self, store: Store) -> Ladder:
        ladder = Ladder(store, self.course.plan, self.course.names)
        ladder.practice_of = self._practice_of
        return ladder

    def _practice_of(self, ready: Set[int]) -> tuple[int, str] | None:
        found = begin_next(self.register, ready)
        return (found.hand_in, found.baseline) if found else None

    def _admit(self, ladder: Ladder) -> None:
        """Let the versions play that are to, also those that the organiser has forgiven."""
        wishes = self.wishes
        if wishes.is_paused:
            ladder.rename(wishes.versions)
            return
        ladder.admit(wishes.versions, self.register.bundle_of)
        for number in wishes.reinstatements:
            ladder.reinstate(number)
            self.register.have_reinstated(number)
        if wishes.reinstatements:
            self.wishes = replace(wishes, reinstatements=())
            ladder.admit(wishes.versions, self.register.bundle_of)
        self.admitted = monotonic()
        note_lost_files(self.register, ladder.files.lost)

    def run(self) -> None:
        """Work until standard input ends."""
        works = (self.listen, self.watch, self.check, self.finish)
        threads = [threading.Thread(target=work, name=work.__name__, daemon=True) for work in works]
        for thread in threads:
            thread.start()
        lower_session(CHECKS)
        os.nice(GAMES)  # of this thread and what it starts: who has handed in waits for the check
        self.climb()
        threads[-1].join(TO_STOP)  # it ends the command that it has started


@contextmanager
def _tolerant(stopped: threading.Event) -> Iterator[None]:
    """Say what fails, such as on a full disk, and wait a moment; the work goes on."""
    try:
        yield
    except (ArenaError, OSError, sqlite3.Error) as problem:
        _say(str(problem))
        stopped.wait(PAUSE)


def _say(words: str) -> None:
    print(f"arena: {printable(words)}", file=sys.stderr, flush=True)


def _work(folder: Path) -> int:
    """Work for a course until standard input ends; note the mistake in its files that the organiser is to mend."""
    try:
        Background(folder).run()
    except CourseError as problem:
        _say(str(problem))
        with Register(folder) as register:
            Notices(register).stand_still(str(problem))
        return WRONG_COURSE
    return 0


def main() -> int:
    """Work for the course in the folder that is named."""
    ask_for_turns(USUAL_TURN)  # not the server's, whose requests come first
    try:
        return _work(Path(sys.argv[1]))
    except ArenaError as problem:
        _say(str(problem))
        return FAILED


if __name__ == "__main__":
    sys.exit(main())
