"""The progress of an analysis on stderr: one line that changes in a terminal, a line every ten seconds elsewhere."""

import sys
from time import monotonic
from types import TracebackType

LINE_INTERVAL, TERMINAL_INTERVAL = 10.0, 0.5  # seconds
MIN_SECONDS = 0.5  # of work, from which a rate is known
CLEAR = "\r\x1b[K"


class Progress:
    """Positions judged, their rate, and the time left."""

    def __init__(self) -> None:
        self.is_terminal, self.began, self.printed_at = sys.stderr.isatty(), monotonic(), monotonic() - 1e9
        self.done = self.total = 0

    def update(self, done: int, total: int) -> None:
        """Take the number of positions that are judged and that are to be judged."""
        self.done, self.total = done, total
        if monotonic() - self.printed_at >= (TERMINAL_INTERVAL if self.is_terminal else LINE_INTERVAL):
            self.printed_at = monotonic()
            self._print(self.line)

    @property
    def line(self) -> str:
        """The present state as a line."""
        seconds, known = monotonic() - self.began, f"{self.done:,} of {self.total:,} positions"
        if seconds < MIN_SECONDS or not self.done:
            return known
        rate = self.done / seconds
        return f"{known}, {rate:.1f} a second, {_time((self.total - self.done) / rate)} left"

    def _print(self, line: str) -> None:
        print(f"{CLEAR}{line}" if self.is_terminal else line, end="" if self.is_terminal else "\n", file=sys.stderr)
        sys.stderr.flush()

    def __enter__(self) -> "Progress":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.total:
            kept = "" if kind is None else "; they are kept, and the same command goes on"
            seconds = _time(monotonic() - self.began)
            self._print(f"{self.done:,} of {self.total:,} positions judged in {seconds}{kept}")
            if self.is_terminal:
                print(file=sys.stderr)


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"
