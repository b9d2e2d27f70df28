"""A seat for whoever holds its token: it waits for what comes over HTTP or WebSocket, and counts by the wall."""

from collections.abc import Callable
from threading import Condition
from time import perf_counter

from msgspec import Struct

from world.api import Ending, Fault, MindFailure, Reply, Run, State, Thoughts
from world.server.bell import Bell

Silent = Callable[[], BaseException]  # what is raised about a silence that no clock ends


class Question(Struct, frozen=True):
    """What the seat is asked now, and when that began."""

    number: int
    state: State
    since: float


class Said(Struct, frozen=True):
    """What came from outside, and when."""

    action: str
    thoughts: Thoughts | None
    at: float


class Seat:
    """A player of runs whose actions come from elsewhere. Its bell rings whenever there is something to tell."""

    def __init__(self, name: str, silent: Silent, idle: float, to_come: float = 0.0) -> None:
        self.name, self.silent, self.idle, self.to_come = name, silent, idle, to_come
        self.bell, self.changed = Bell(), Condition()
        self.run: Run | None = None
        self.begun = 0  # runs, so that who comes back knows whether this is still the one it was told of
        self.ready = 0  # of them, the one that somebody out there is ready for
        self.question: Question | None = None
        self.ending: Ending | None = None
        self.connection = 0  # the newest one; all older ones end
        self.closed = False
        self.told = 0  # letters, with all actions so far
        self._asked = 0
        self._said: Said | BaseException | None = None

    # The player's side, in the thread of the run

    def newrun(self, run: Run) -> None:
        """A run begins; where somebody has to come first, they are waited for."""
        with self.changed:
            self.run, self.ending, self.begun = run, None, self.begun + 1
            self.bell.ring()
            if self.to_come and not self.changed.wait_for(self._is_awaited_no_more, self.to_come):
                raise MindFailure(Fault("time", f"nobody came to this seat within {self.to_come:g} s"))
            if self.to_come and isinstance(self._said, BaseException):
                problem, self._said = self._said, None
                raise problem

    def _is_awaited_no_more(self) -> bool:
        return self.ready == self.begun or self._said is not None

    def getaction(self, state: State) -> Reply:
        """Wait for an action until the clock has run out, or for as long as anybody may be idle."""
        since, limit = perf_counter(), state.budget.seconds
        with self.changed:
            self._asked += 1
            self.question = Question(self._asked, state, since)
            self.bell.ring()
            try:
                most = self.idle if limit is None else limit + state.budget.margin
                if not self.changed.wait_for(lambda: self._said is not None, most):
                    raise self.silent() if limit is None else _too_late(most)
                said = self._take()
            finally:
                self.question = None
        if isinstance(said, Said):
            return Reply(said.action, said.at - since, said.thoughts)
        raise said

    def _take(self) -> "Said | BaseException":
        said, self._said = self._said, None
        assert said is not None
        return said

    def endrun(self, ending: Ending) -> None:
        """Nothing yet: what is not kept is not told. `dismiss` is, when it is."""

    def close(self) -> None:
        """The server ends: whoever is connected may come back when it is there again."""
        with self.changed:
            self.closed = True
        self.bell.ring()

    # The other side, from anywhere

    def answer(self, number: int, action: str, thoughts: Thoughts | None = None) -> bool:
        """Give the answer to a question; whether it was still the one that is asked."""
        with self.changed:
            if self.question is None or self.question.number != number or self._said is not None:
                return False
            self._said = Said(action, thoughts, perf_counter())
            self.changed.notify_all()
        return True

    def interrupt(self, problem: BaseException, only_now: bool = False) -> bool:
        """Have this raised instead of an answer, as soon as one is wanted, or only if one is wanted now."""
        with self.changed:
            if only_now and (self.question is None or self._said is not None):
                return False
            self._said = problem
            self.changed.notify_all()
        return True

    def is_ready(self, begun: int) -> None:
        """Somebody out there has been told of this run."""
        with self.changed:
            self.ready = begun
            self.changed.notify_all()

    def dismiss(self, ending: Ending) -> None:
        """The run is over, and kept: tell it."""
        with self.changed:
            self.ending = ending
        self.bell.ring()

    def connect(self) -> int:
        """Somebody has come over a WebSocket, in place of whoever was there before."""
        with self.changed:
            self.connection += 1
            number = self.connection
        self.bell.ring()
        return number


def _too_late(seconds: float) -> MindFailure:
    return MindFailure(Fault("time", f"no answer within {seconds:.3f} s", seconds=seconds))
