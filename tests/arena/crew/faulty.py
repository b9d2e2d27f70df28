"""An Executor that spoils answers on their way."""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

Change = Callable[[int, bytes], bytes]  # of the number of an answer, from 1, and the answer


class Faulty(Executor):
    """A thread that does batches, and does something to the answer to some of them."""

    places = 1

    def __init__(self, change: Change = lambda _number, answer: answer) -> None:
        self.pool, self.change, self.count = ThreadPoolExecutor(1), change, 0

    def submit(self, fn: Any, /, *args: Any, **_options: Any) -> "Future[Any]":
        self.count += 1
        number = self.count
        return self.pool.submit(lambda: self.change(number, fn(*args)))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.pool.shutdown(wait, cancel_futures=cancel_futures)
