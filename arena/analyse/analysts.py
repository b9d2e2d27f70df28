"""Analysts in threads of this process, each with an engine of its own."""

from concurrent.futures import Future, ThreadPoolExecutor
from threading import local
from types import TracebackType

from arena.analyse.analyst import Analyst, judge_batch
from arena.analyse.judgement import Judge


class ThreadAnalysts:
    """Judge batches at once, as many as there are workers; left by an exception, they stop at once."""

    def __init__(self, judge: Judge, workers: int, trusted: bool = False) -> None:
        self.judge, self.workers, self.trusted = judge, workers, trusted
        self.pool = ThreadPoolExecutor(workers)
        self.of_thread = local()
        self.analysts: list[Analyst] = []

    def submit(self, batch: bytes) -> "Future[bytes]":
        """Have a batch judged; the future's result are its judgements."""
        return self.pool.submit(self._judge, batch)

    def _judge(self, batch: bytes) -> bytes:
        if not hasattr(self.of_thread, "analyst"):
            self.of_thread.analyst = Analyst(self.judge, self.trusted)
            self.analysts.append(self.of_thread.analyst)
        return judge_batch(batch, self.of_thread.analyst)

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
