"""The progress of a training on stderr: one line that changes in a terminal, a line every ten seconds elsewhere."""

import sys
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from minds.training.network.trainer import Training

LINE_INTERVAL, TERMINAL_INTERVAL = 10.0, 0.5  # seconds
MIN_SECONDS = 0.5  # of work, from which a rate is known
CLEAR = "\r\x1b[K"


class Progress:
    """Epochs done, the errors, positions a second, and the time left."""

    def __init__(self) -> None:
        self.is_terminal, self.printed_at = sys.stderr.isatty(), monotonic() - 1e9
        self.began, self.seen_before = monotonic(), -1

    def update(self, training: "Training") -> None:
        """Show a training's state, if it is time."""
        if self.seen_before < 0:
            self.began, self.seen_before = monotonic(), training.seen
        at_end = training.step == training.steps
        if at_end or monotonic() - self.printed_at >= (TERMINAL_INTERVAL if self.is_terminal else LINE_INTERVAL):
            self.printed_at = monotonic()
            line = self.line(training)
            print(f"{CLEAR}{line}" if self.is_terminal else line, end="" if self.is_terminal else "\n", file=sys.stderr)
            if self.is_terminal and at_end:
                print(file=sys.stderr)
            sys.stderr.flush()

    def line(self, training: "Training") -> str:
        """Return a training's state as a line."""
        total = training.settings.epochs * len(training.examples)
        epoch = min(training.settings.epochs, 1 + training.step // training.steps_an_epoch)
        known = f"epoch {epoch} of {training.settings.epochs}, {100 * training.seen / total:.0f} %"
        known += f", validation error {training.validation_error:.6f}"
        seconds, seen = monotonic() - self.began, training.seen - self.seen_before
        if seconds < MIN_SECONDS or not seen:
            return known
        left = (total - training.seen) * seconds / seen
        return f"{known}, {seen / seconds:,.0f} positions a second, {_time(left)} left"


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"
