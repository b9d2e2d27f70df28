"""The progress of long work on stderr: a bar that grows in a terminal, a line every ten seconds elsewhere."""

import sys
from time import monotonic

LINE_INTERVAL, TERMINAL_INTERVAL = 10.0, 0.5  # seconds
MIN_SECONDS = 0.5  # of work, from which a rate is known
CLEAR, BAR = "\r\x1b[K", 20


class Progress:
    """The part that is done of something that is counted, and the time left."""

    def __init__(self, noun: str) -> None:
        self.noun, self.is_terminal = noun, sys.stderr.isatty()
        self.began, self.done_before, self.printed_at = monotonic(), -1, monotonic() - 1e9

    def update(self, done: int, total: int, note: str = "") -> None:
        """Show how much is done of how much, and a note, if it is time."""
        if self.done_before < 0:
            self.began, self.done_before = monotonic(), done
        if monotonic() - self.printed_at >= (TERMINAL_INTERVAL if self.is_terminal else LINE_INTERVAL):
            self.printed_at = monotonic()
            line = self.line(done, total) + (f"; {note}" if note else "")
            print(
                f"{CLEAR}{bar(done, total)} {line}" if self.is_terminal else line,
                end="" if self.is_terminal else "\n",
                file=sys.stderr,
            )
            sys.stderr.flush()

    def line(self, done: int, total: int) -> str:
        """Return how much is done, and the time left."""
        known, seconds = f"{done:,} of {total:,} {self.noun}", monotonic() - self.began
        if seconds < MIN_SECONDS or done <= self.done_before:
            return known
        return f"{known}, {as_time((total - done) * seconds / (done - self.done_before))} left"

    def end(self, text: str) -> None:
        """Show a last line in place of the bar."""
        print(f"{CLEAR if self.is_terminal else ''}{text}", file=sys.stderr, flush=True)

    @property
    def seconds(self) -> float:
        """Seconds since the first update."""
        return monotonic() - self.began


def bar(done: int, total: int) -> str:
    """Return a bar that is full when all is done."""
    full = BAR * done // max(total, 1)
    return f"[{'#' * full}{'-' * (BAR - full)}]"


def as_time(seconds: float) -> str:
    """Return seconds as minutes, or hours and minutes."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"
