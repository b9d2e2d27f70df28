"""The near end of a crew elsewhere: hands batches of jobs to an Executor, and gets every result back once.

A thread of its own does it all; events reach it by a queue. It adds what an Executor lacks: batches sized by measured
times, leases, another try for what was lost, a new Executor for a broken one, and checks of all answers.
"""

import queue
import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Future
from contextlib import suppress
from functools import partial
from time import monotonic
from types import TracebackType
from typing import Generic, TypeVar

from arena.crew.crew import LostJob
from arena.crew.flight import Flight
from arena.crew.link import Factory, Link
from arena.crew.messages import MAX_JOBS, Answer, Outcome, read_answer
from arena.crew.pace import Pace
from arena.crew.roll import Roll
from arena.crew.work import Named, Work
from arena.errors import BirthError, CrewError, KeeperError
from world.errors import printable
from world.record import WorkerIdentity

DEPTH, AHEAD = 2, 2  # batches in flight for each place, and others that the driver hands out before
LINGER = 0.01  # seconds to wait for more jobs before a small batch leaves
TICK = 0.25  # seconds between two looks at leases
MAX_SUBMISSIONS = 4  # of a batch without an answer
MAX_BREAKS = 2  # of the Executor with a batch in flight; then its jobs are done one by one
MAX_LOSSES, LOSING = 3, 5.0  # in a row, and seconds: then the Executor counts as broken if nobody is at work
MAX_BIRTHS = 20  # losses of a job of which the last is that no process can be made; one worker must not void them all
RETRY_PAUSE, LONGEST_RETRY_PAUSE = 0.5, 60.0  # seconds before a lost job is submitted again
MAX_HASTY = 1  # losses of a job, after which it is submitted no faster than jobs are done: see `_retry`
REFUSED_FOR = 15.0  # seconds after which nobody is waited for any more where everybody refuses
GIVE_UP = 600.0  # seconds without an Executor
TO_END = 5.0  # seconds
MAX_SAID = 1000  # lines on stderr

Job = TypeVar("Job", bound=Named)
Result = TypeVar("Result")


class BatchCrew(Generic[Job, Result]):
    """A crew of workers that an Executor reaches, wherever they are; `most` batches at once, 0 for no bound."""

    def __init__(self, factory: Factory, work: Work[Job, Result], most: int = 0) -> None:
        self.link, self.pace, self.roll, self.work = Link(factory, most), Pace(MAX_JOBS), Roll(), work
        self.events: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self.waiting: deque[Job] = deque()
        self.delayed: deque[tuple[float, Job]] = deque()  # lost jobs, with the times to submit them again
        self.lost: dict[str, int] = {}  # how often each of these jobs was lost; each is a batch by itself
        self.next_retry = 0.0  # when a job that was lost more than MAX_HASTY times may be submitted again
        self.futures: dict[str, Future[Result]] = {}
        self.flights: dict[int, Flight[Job]] = {}
        self.last_number, self.accepted = 0, monotonic()
        self.losses, self.losing_since = 0, 0.0  # in a row
        self.said: set[str] = set()
        self.problem: CrewError | None = None  # that has ended it all
        self.is_open = True
        self.thread = threading.Thread(target=self._run, name="crew", daemon=True)

    @property
    def room(self) -> int:
        """The number of jobs to be submitted in advance."""
        return max(1, self.link.places) * (DEPTH + AHEAD) * self.pace.size

    def submit(self, job: Job) -> "Future[Result]":
        """Have a job done, such as a game played; the future's result is that of the job, such as its record."""
        future: Future[Result] = Future()
        self.events.put(partial(self._accept, job, future))
        return future

    def __enter__(self) -> "BatchCrew[Job, Result]":
        self.link.connect()
        self.thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.events.put(self._close)
        self.thread.join(TO_END)  # not for ever: it may be waiting for an Executor that hangs

    def _close(self) -> None:
        self.is_open = False

    # ── The thread ───────────────────────────────────────────────────────────────────────────

    def _run(self) -> None:
        looked = 0.0
        while self.is_open:
            try:
                self._take_event()
                if monotonic() - looked >= TICK:
                    looked = monotonic()
                    self._look_after()
            except Exception as problem:  # ours; nobody would wait for us otherwise
                self._end(CrewError(f"the crew's head has failed: {type(problem).__name__}: {problem}"))
        self.link.drop()

    def _take_event(self) -> None:
        """Wait for an event, and submit the batches that it has made possible."""
        try:
            event = self.events.get(timeout=LINGER if self.waiting else TICK)
        except queue.Empty:
            self._send(at_once=True)
        else:
            event()
            self._send(at_once=False)

    def _accept(self, job: Job, future: "Future[Result]") -> None:
        if self.problem is not None:
            future.set_exception(self.problem)
            return
        self.futures[job.name] = future
        if job.name in self.lost:
            self.delayed.append((monotonic() + RETRY_PAUSE, job))
        else:
            self.waiting.append(job)

    def _send(self, at_once: bool) -> None:
        """Submit batches to free places; small ones only `at_once`."""
        free = self.link.places * DEPTH - len(self.flights)
        while self.waiting and free > 0 and (at_once or len(self.waiting) >= self.pace.size):
            count = min(self.pace.size, -(-len(self.waiting) // free))
            self._fly([self.waiting.popleft() for _ in range(count)])
            free -= 1

    def _fly(self, jobs: list[Job]) -> None:
        self.last_number += 1
        if not self.flights:
            self.accepted = monotonic()  # nobody has been waited for so far
        payload = self.work.write(self.last_number, jobs)
        self.flights[self.last_number] = Flight(jobs, payload, self.pace.lease(len(jobs)))
        self._submit(self.last_number)

    def _submit(self, number: int) -> None:
        flight = self.flights.get(number)
        if flight is None or self.link.executor is None:
            return  # it was given up when the Executor broke, or is submitted to the next one
        flight.begin()
        try:
            future = self.link.submit(flight.payload)
        except Exception as problem:
            self._renew(problem)
            return
        arrived = partial(self._arrived, number, self.link.generation)
        future.add_done_callback(lambda done: self.events.put(partial(arrived, done)))

    # ── Answers ──────────────────────────────────────────────────────────────────────────────

    def _arrived(self, number: int, generation: int, future: "Future[bytes]") -> None:
        """Take an answer; the first one to a batch counts."""
        flight = self.flights.get(number)
        if flight is None:
            return
        is_present = generation == self.link.generation
        flight.outstanding -= is_present
        try:
            payload = future.result()
        except BaseException as problem:  # the worker's, such as its Ctrl-C
            if is_present:
                self._lose(number, problem)
            return
        try:
            answer = read_answer(payload, number, [job.name for job in flight.jobs])
        except CrewError as problem:
            self._complain(f"a worker answers rubbish: {problem}")
            self._lose(number, problem)
            return
        if answer.refusal:
            self._hear_refusal(number, flight, answer)
        else:
            self._take(number, flight, answer)

    def _take(self, number: int, flight: Flight[Job], answer: Answer) -> None:
        """Take the results of an answer; those that cannot be right are lost."""
        del self.flights[number]
        self.losses, self.accepted = 0, monotonic()
        self.pace.measure(len(flight.jobs), answer.seconds)
        self.roll.note(answer.worker)
        good = []
        for job, outcome in zip(flight.jobs, answer.results, strict=True):
            try:
                good.append((job, self._result(job, outcome, answer.worker)))
            except CrewError as problem:
                self.roll.note(answer.worker, rejected=1, reason=str(problem))
                self._complain(f"worker {answer.worker.name}: {problem}")
                self._fail(job, LostJob(str(problem)))
            except (BirthError, KeeperError, LostJob) as problem:
                self.roll.note(answer.worker, failed=1, reason=str(problem))
                is_final = not isinstance(problem, BirthError) or self.lost.get(job.name, 0) + 1 >= MAX_BIRTHS
                self._fail(job, problem if is_final else LostJob(str(problem)))
        for job, result in good:  # at once, so that they are stored together
            self.futures.pop(job.name).set_result(result)
        if words := self.work.warning(result for _, result in good):
            self._complain(words)

    def _result(self, job: Job, outcome: Outcome, worker: WorkerIdentity) -> Result:
        """Return the result of a job, checked; raise the reason why there is none."""
        if outcome.problem == "birth":
            raise BirthError(printable(outcome.reason))
        if outcome.problem == "keeper":
            raise KeeperError(printable(outcome.reason))
        if outcome.problem is not None:
            raise LostJob(printable(outcome.reason))
        return self.work.read(job, outcome, worker)

    def _hear_refusal(self, number: int, flight: Flight[Job], answer: Answer) -> None:
        if answer.refusal == "bundles" and not flight.has_bundles:
            flight.payload, flight.has_bundles = self.work.write(number, flight.jobs, with_bundles=True), True
            self._submit(number)
            return
        self.roll.note(answer.worker, refused=1, reason=answer.reason)
        words = f"worker {answer.worker.name} refuses the {self.work.jobs} ({answer.refusal}): {answer.reason}"
        self._complain(words)
        now = monotonic()
        if now - self.accepted > REFUSED_FOR and all(now - one.began < REFUSED_FOR for one in self.flights.values()):
            self._end(CrewError(f"no worker takes the {self.work.jobs}; {printable(words)}"))
        else:
            self._submit(number)

    def _fail(self, job: Job, problem: Exception) -> None:
        self.lost[job.name] = self.lost.get(job.name, 0) + 1
        self.futures.pop(job.name).set_exception(problem)

    def _lose(self, number: int, problem: BaseException) -> None:
        """Give up a submission that has failed, and its batch if there is no other one."""
        self.losing_since = self.losing_since if self.losses else monotonic()
        self.losses += 1
        is_losing = self.losses >= MAX_LOSSES and monotonic() - self.losing_since >= LOSING
        is_at_work = any(flight.outstanding > 0 for flight in self.flights.values())
        if isinstance(problem, BrokenExecutor | CancelledError) or (is_losing and not is_at_work):
            self._renew(problem)
        elif self.flights[number].outstanding <= 0:
            self._give_up(number, problem)

    def _give_up(self, number: int, problem: BaseException) -> None:
        words = f"{type(problem).__name__}: {str(problem)[:300]}"
        for job in self.flights.pop(number).jobs:
            self._fail(job, LostJob(printable(words)))

    # ── The Executor ─────────────────────────────────────────────────────────────────────────

    def _renew(self, problem: BaseException) -> None:
        """Drop a broken Executor. What is in flight is submitted to the next one, but not for ever."""
        self._complain(f"the workers are lost ({type(problem).__name__}); new ones are sought")
        self.link.drop()
        self.losses = 0
        for number, flight in list(self.flights.items()):
            flight.breaks, flight.outstanding = flight.breaks + 1, 0
            if flight.breaks > MAX_BREAKS:
                self._give_up(number, problem)

    def _look_after(self) -> None:
        """Do what is due: get an Executor, submit again what is silent or was lost."""
        if self.link.is_due:
            self._reconnect()
        try:
            self.link.count()
        except Exception as problem:
            self._renew(problem)
        now, places = monotonic(), self.link.places
        self._retry(now)
        if self.link.executor is not None and not places and (self.waiting or self.flights):
            self._complain("there are no workers yet; waiting for some")
        for number, flight in list(self.flights.items()) if places else ():
            if now - flight.began > flight.lease and flight.submissions < MAX_SUBMISSIONS:
                flight.lease *= 2
                self._submit(number)

    def _retry(self, now: float) -> None:
        """Submit lost jobs again whose time has come.

        A worker that fails at once is always free: it would take a job again and again while all others are busy. So
        these jobs come no faster than the workers do jobs, and the others are free as often.
        """
        places = self.link.places
        while self.delayed and self.delayed[0][0] <= now and len(self.flights) < places * DEPTH:
            job = self.delayed[0][1]
            if self.lost[job.name] > MAX_HASTY:
                if self.next_retry > now:
                    return
                oldest = max((now - flight.began for flight in self.flights.values()), default=0.0)
                self.next_retry = now + min(max(RETRY_PAUSE, self.pace.each, oldest), LONGEST_RETRY_PAUSE) / places
            self.delayed.popleft()
            self._fly([job])

    def _reconnect(self) -> None:
        try:
            self.link.connect()
        except Exception as problem:
            self._complain(f"{problem}; trying again")
            if monotonic() - self.link.broken_since > GIVE_UP:
                self._end(CrewError(f"{problem}; given up after {GIVE_UP:g} seconds"))
            return
        for number in list(self.flights):
            self._submit(number)

    def _end(self, problem: CrewError) -> None:
        """Fail all jobs, those to come included: nobody does them."""
        self.problem = self.problem or problem
        for future in self.futures.values():
            future.set_exception(self.problem)
        for jobs in (self.futures, self.flights, self.waiting, self.delayed):
            jobs.clear()

    def _complain(self, words: str) -> None:
        """Say something on stderr, once."""
        if words not in self.said and len(self.said) < MAX_SAID:
            self.said.add(words)
            with suppress(OSError):
                print(f"arena: {printable(words)}", file=sys.stderr)
