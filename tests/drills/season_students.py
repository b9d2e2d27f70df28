"""The students of a season: each hands in by a story, and tries again while the server is away."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import NamedTuple

from arena.entrants.bundle import Bundle, bundle_file
from tests.drills.classroom import Step
from tests.drills.course_server import PAUSE, CourseServer, submit
from tests.drills.season_minds import Act, Story
from tests.world.server.serving import Answer

HAND_INS_AN_HOUR = 6  # of each student
FLOOD, REPEATS = 40, 12  # hand-ins of one student at once
RUBBISH = (b"rubbish", b"", bytes(1_000_000), b"PK\x03\x04" + bytes(100))
OK, REFUSED, TOO_MANY, NO_ANSWER = 200, (400, 413, 422), 429, (0, 503)


class Confirmed(NamedTuple):
    """A hand-in that the server has confirmed."""

    person: str
    digest: str
    act: Act
    number: int
    is_late: bool


class Students:
    """Threads that hand in; `confirmed` is what the server has said that it keeps, by number."""

    def __init__(
        self, home: Path, stories: Mapping[str, Story], tokens: Mapping[str, str], seconds: float, closes: float
    ) -> None:
        self.home, self.stories, self.tokens = home, stories, tokens
        self.seconds, self.closes = seconds, closes  # the second one by the system's clock
        self.confirmed: dict[int, Confirmed] = {}
        self.step, self.stopped, self.lock = Step("hand in"), Event(), Lock()
        self.sending, self.asked = 0, Event()  # requests under way, and if there is one
        self.retries = self.refused = 0

    def begin(self, server: CourseServer) -> None:
        """Let the season begin."""
        self.server, self.began = server, monotonic()
        self.threads = [Thread(target=self._live, args=pair, daemon=True) for pair in self.stories.items()]
        for thread in self.threads:
            thread.start()

    def end(self, seconds: float) -> None:
        """Wait until all have done what is told of them, then stop them."""
        end = monotonic() + seconds
        for thread in self.threads:
            thread.join(max(0.0, end - monotonic()))
        self._expect(not any(thread.is_alive() for thread in self.threads), "a student never got an answer")
        self.stopped.set()
        self.step.figures = f"{len(self.confirmed)} confirmed, {self.refused} refused, {self.retries} sent again"

    def _live(self, person: str, story: Story) -> None:
        for number, act in enumerate(story):
            self.stopped.wait(self.began + act.at * self.seconds - monotonic())
            if self.stopped.is_set():
                return
            self._do(person, act, number)

    def _do(self, person: str, act: Act, number: int) -> None:
        if act.way == "rubbish":
            for packed in RUBBISH:
                answer = self._send(person, packed)
                self._expect(answer.status in REFUSED, f"{person}: rubbish is answered {answer.status}")
            return
        path = self.home / "minds" / person / str(number) / "mind.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(act.text, encoding="utf-8")
        if act.way == "flood":
            self._flood(person, act, path)
        elif act.way == "command":
            self._confirm(person, act, bundle_file(path), time.time(), self._command(person, path))
        else:
            for _ in range(REPEATS if act.way == "again and again" else 1):
                bundle = bundle_file(path)
                self._confirm(person, act, bundle, time.time(), self._send(person, bundle.pack()))

    def _flood(self, person: str, act: Act, path: Path) -> None:
        """Hand in many minds at once; as many as allowed are taken."""
        taken = 0
        for number in range(FLOOD):
            path.write_text(f"{act.text}# {number}\n", encoding="utf-8")
            bundle = bundle_file(path)
            sent, answer = time.time(), self._send(person, bundle.pack())
            taken += answer.status == OK
            if answer.status == OK:
                self._confirm(person, act, bundle, sent, answer)
            else:
                self._expect("an hour are allowed" in answer.text, f"{person}: {answer.status} {answer.text[:200]}")
        self._expect(taken == HAND_INS_AN_HOUR, f"{person}: {taken} of {FLOOD} hand-ins were taken")

    # ── Requests ─────────────────────────────────────────────────────────────────────────────

    def _send(self, person: str, packed: bytes) -> Answer:
        def ask() -> Answer:
            with self._noted():
                return self.server.ask("POST", "/hand-ins", packed, self.tokens[person])

        return self._patiently(ask)

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """Note that a request is under way."""
        with self.lock:
            self.sending += 1
            self.asked.set()
        try:
            yield
        finally:
            with self.lock:
                self.sending -= 1
                if not self.sending:
                    self.asked.clear()

    def _command(self, person: str, path: Path) -> Answer:
        return self._patiently(lambda: submit(self.server.server.url, path, self.tokens[person]))

    def _patiently(self, ask: Callable[[], Answer]) -> Answer:
        """Send a request until it is answered."""
        while True:
            answer = ask()
            if answer.status not in (*NO_ANSWER, TOO_MANY) or self.stopped.is_set():
                with self.lock:
                    self.refused += answer.status in REFUSED
                return answer
            with self.lock:
                self.retries += 1
            time.sleep(PAUSE)

    def _confirm(self, person: str, act: Act, bundle: Bundle, sent: float, answer: Answer) -> None:
        self._expect(answer.status == OK, f"{person}: {answer.status} {answer.text[:300]}")
        if answer.status != OK:
            return
        found = Confirmed(person, bundle.digest, act, answer.json["number"], answer.json["is_late"])
        before = self.confirmed.setdefault(found.number, found)
        is_same = (before.person, before.digest) == (found.person, found.digest)
        self._expect(is_same, f"hand-in {found.number} was confirmed for {before.person} and {person}")
        if before is found and (sent > self.closes or time.time() < self.closes):  # else nobody knows
            self._expect(found.is_late == (sent > self.closes), f"hand-in {found.number} is late: {found.is_late}")

    def _expect(self, is_so: object, said: str) -> None:
        with self.lock:
            self.step.expect(is_so, said)
