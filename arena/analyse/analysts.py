"""Analysts: whoever judges positions, and those in threads of this process, each with an engine of its own."""

from concurrent.futures import Future, ThreadPoolExecutor
from threading import local
from types import TracebackType
from typing import Protocol

from arena.analyse.analyst import Analyst
from arena.analyse.judgement import Judge, Judgement

AHEAD = 2  # positions handed out for each engine, the one at work included


class Analysts(Protocol):
    """Engines that judge positions, on this machine or elsewhere."""

    @property
    def room(self) -> int:
        """The number of positions to be submitted in advance."""
        ...

    def submit(self, state: str) -> "Future[Judgement]":
        """Have a position judged; the future's result is the judgement."""
        ...


class ThreadAnalysts:
    """Judge positions at once, as many as there are workers; left by an exception, they stop at once."""

    def __init__(self, judge: Judge, workers: int, trusted: bool = False) -> None:
        self.judge, self.room, self.trusted = judge, AHEAD * workers, trusted
        self.pool = ThreadPoolExecutor(workers)
        self.of_thread = local()
        self.analysts: list[Analyst] = []

    def submit(self, state: str) -> "Future[Judgement]":
        """Have a position judged; the future's result is the judgement."""
        return self.pool.submit(self._judge, state)

    def _judge(self, state: str) -> Judgement:
        if not hasattr(self.of_thread, "analyst"):
            self.of_thread.analyst = Analyst(self.judge, self.trusted)
            self.analysts.append(self.of_thread.analyst)
        found: Judgement = self.of_thread.analyst.judge(state)
        return found

    def __enter__(self) -> "ThreadAnalysts":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            for analyst in self.analysts:
                analyst.stop()
        self.pool.shutdown()
        for analyst in self.analysts:
            analyst.close()
