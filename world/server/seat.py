"""A seat of a served run: a player whose actions come over HTTP or WebSocket, timed by the wall."""

from collections.abc import Callable
from threading import Condition
from time import perf_counter

from msgspec import Struct

from world.api import Ending, Fault, MindFailure, Reply, Run, State, Thoughts
from world.server.bell import Bell

MakeError = Callable[[], BaseException]  # makes the error that ends a wait without a clock


class OpenQuestion(Struct, frozen=True):
    """The state that the seat is asked about now."""

    number: int
    state: State


class Given(Struct, frozen=True):
    """An action that came from outside, and when."""

    action: str
    thoughts: Thoughts | None
    at: float


class Seat:
    """A player of runs whose actions come from elsewhere; its bell rings whenever there is something to send."""

    def __init__(self, name: str, expired: MakeError, idle: float, to_come: float = 0.0) -> None:
        self.name, self.expired, self.idle, self.to_come = name, expired, idle, to_come
        self.bell, self.changed = Bell(), Condition()
        self.run: Run | None = None
        self.runs = 0  # begun so far: a connection compares it with the run that it was sent
        self.ready = 0  # the newest run that a connection is ready for
        self.question: OpenQuestion | None = None
        self.ending: Ending | None = None
        self.connection = 0  # the newest one; all older ones end
        self.closed = False
        self.thoughts_length = 0  # characters of all thoughts so far
        self._questions = 0
        self._given: Given | BaseException | None = None

    # The player's side, in the thread of the run

    def newrun(self, run: Run) -> None:
        """Begin a run; if the seat has a time to come, wait that long for a connection that is ready."""
        with self.changed:
            self.run, self.ending, self.runs = run, None, self.runs + 1
            self.bell.ring()
            if self.to_come and not self.changed.wait_for(self._is_taken, self.to_come):
                raise MindFailure(Fault("time", f"nobody came to this seat within {self.to_come:g} s"))
            if self.to_come and isinstance(self._given, BaseException):
                problem, self._given = self._given, None
                raise problem

    def _is_taken(self) -> bool:
        return self.ready == self.runs or self._given is not None

    def getaction(self, state: State) -> Reply:
        """Wait for an action until the clock has run out or, without a clock, the idle time is over."""
        since, limit = perf_counter(), state.budget.seconds
        with self.changed:
            self._questions += 1
            self.question = OpenQuestion(self._questions, state)
            self.bell.ring()
            try:
                most = self.idle if limit is None else limit + state.budget.margin
                if not self.changed.wait_for(lambda: self._given is not None, most):
                    raise self.expired() if limit is None else _too_late(most)
                given = self._take()
            finally:
                self.question = None
        if isinstance(given, Given):
            return Reply(given.action, given.at - since, given.thoughts)
        raise given

    def _take(self) -> "Given | BaseException":
        given, self._given = self._given, None
        assert given is not None
        return given

    def endrun(self, ending: Ending) -> None:
        """Do nothing: the end is sent by `dismiss`, after the run has been stored."""

    def close(self) -> None:
        """Close all connections, since the server ends; they may come back later."""
        with self.changed:
            self.closed = True
        self.bell.ring()

    # The other side, from anywhere

    def answer(self, number: int, action: str, thoughts: Thoughts | None = None) -> bool:
        """Answer a question; return False if it is no longer the open one."""
        with self.changed:
            if self.question is None or self.question.number != number or self._given is not None:
                return False
            self._given = Given(action, thoughts, perf_counter())
            self.changed.notify_all()
        return True

    @property
    def is_answered(self) -> bool:
        """True if the question has an answer, which the run has not taken yet."""
        with self.changed:
            return self.question is not None and self._given is not None

    def interrupt(self, problem: BaseException, only_now: bool = False) -> bool:
        """Raise an error instead of the next answer, or only of one awaited now; return True if it will be raised."""
        with self.changed:
            if only_now and (self.question is None or self._given is not None):
                return False
            self._given = problem
            self.changed.notify_all()
        return True

    def is_ready(self, run: int) -> None:
        """Note that a connection is ready for a run."""
        with self.changed:
            self.ready = run
            self.changed.notify_all()

    def dismiss(self, ending: Ending) -> None:
        """Send the end of the run, which has been stored."""
        with self.changed:
            self.ending = ending
        self.bell.ring()

    def connect(self) -> int:
        """Return the number of a new connection, which replaces the one before."""
        with self.changed:
            self.connection += 1
            number = self.connection
        self.bell.ring()
        return number


def _too_late(seconds: float) -> MindFailure:
    return MindFailure(Fault("time", f"no answer within {seconds:.3f} s", seconds=seconds))
