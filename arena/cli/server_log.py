"""The server's log on stderr: a message once a minute, and how often it came."""

import logging
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress

LOGGERS = ("arena.server", "world.server", "uvicorn", "asyncio")
PERIOD = 60.0  # seconds in which a message is written once
MAX_MESSAGES = 50  # different ones in that time
MAX_MESSAGE_LENGTH = 4000  # characters, with the traceback
OTHERS = "other messages"


class CountingHandler(logging.StreamHandler):  # type: ignore[type-arg]
    """Writes each message at once, and counts it when it comes again in the same minute."""

    def __init__(self, period: float = PERIOD) -> None:
        super().__init__()
        self.period, self.until = period, 0.0
        self.counts: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Write or count a message."""
        if time.monotonic() >= self.until:
            self.write_counts()
            self.until = time.monotonic() + self.period
        key = _key(record)
        if key not in self.counts and len(self.counts) >= MAX_MESSAGES:
            key = OTHERS
        self.counts[key] += 1
        if self.counts[key] == 1 and key != OTHERS:
            self._write(self.format(record))

    def write_counts(self) -> None:
        """Write how often each message came again, and begin to count anew."""
        self.acquire()
        try:
            for key, count in self.counts.items():
                again = count if key == OTHERS else count - 1
                if again:
                    self._write(f"{key}: {again} more")
            self.counts.clear()
        finally:
            self.release()

    def _write(self, text: str) -> None:
        if len(text) > MAX_MESSAGE_LENGTH:
            text = f"{text[: MAX_MESSAGE_LENGTH // 4]} […] {text[-MAX_MESSAGE_LENGTH // 4 * 3 :]}"
        prefix = "" if text.startswith("arena: ") else "arena: "
        with suppress(OSError, ValueError):  # nobody reads it any more
            self.stream.write(f"{prefix}{text}\n")
            self.flush()


def _key(record: logging.LogRecord) -> str:
    """Return the text by which a message is counted: its first line, and where its exception was raised."""
    text = record.getMessage().partition("\n")[0][:200]
    problem = record.exc_info[1] if record.exc_info else None
    if problem is None:
        return text
    trace = problem.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace is not None else ""
    return f"{text} ({type(problem).__name__}{place})"


@contextmanager
def bounded_log() -> Iterator[None]:
    """Write what the server and its libraries log during the `with` block; at the end, the last counts."""
    handler = CountingHandler()
    loggers = [logging.getLogger(name) for name in LOGGERS]
    for logger in loggers:
        logger.addHandler(handler)
        logger.propagate = False
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(handler)
            logger.propagate = True
        handler.write_counts()
