"""Work that no request waits for, in a few threads, each with a process that computes."""

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from arena.web.results.calculator import Calculator

THREADS = 2
IDLE = 60.0  # seconds after which a process that is not needed is ended
Job = Callable[[Calculator], object]


class Background:
    """Does one job after the other; one that is wanted again meanwhile is done once.

    The threads end with the server, which does not wait for them.
    """

    def __init__(self, threads: int = THREADS) -> None:
        self.most, self.started, self.lock = threads, 0, Lock()
        self.jobs: SimpleQueue[tuple[Hashable, Job, Future[None]]] = SimpleQueue()
        self.pending: dict[Hashable, Future[None]] = {}

    def submit(self, key: Hashable, job: Job) -> "Future[None]":
        """Return the future of a job's end; the job is added unless one of the same key is pending."""
        with self.lock:
            if key in self.pending:
                return self.pending[key]
            future: Future[None] = Future()
            self.pending[key] = future
            if self.started < self.most:
                with suppress(RuntimeError):  # no thread can be started
                    Thread(target=self._work, daemon=True, name="arena-background").start()
                    self.started += 1
        self.jobs.put((key, job, future))
        if not self.started:
            self._do(Calculator(), *self.jobs.get())
        return future

    def _work(self) -> None:
        calculator = Calculator()
        while True:
            try:
                self._do(calculator, *self.jobs.get(timeout=IDLE if calculator.process else None))
            except Empty:
                calculator.close()

    def _do(self, calculator: Calculator, key: Hashable, job: Job, future: "Future[None]") -> None:
        if not future.set_running_or_notify_cancel():
            return
        problem: BaseException | None = None
        try:
            job(calculator)
        except BaseException as found:
            problem = found
        with self.lock:
            self.pending.pop(key, None)
        if problem is None:
            future.set_result(None)
        else:
            future.set_exception(problem)
