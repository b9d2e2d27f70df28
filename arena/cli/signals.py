"""SIGTERM and SIGHUP end a command as Ctrl-C does: what is open is closed, and the exit code is the signal's."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import NoReturn

NAMES = ("SIGTERM", "SIGHUP")  # not every system has both
SOON = 0.02  # seconds


class EndedBySignal(SystemExit):
    """A signal has come that ends the command."""

    def __init__(self, number: int) -> None:
        self.number, self.exit_code = number, 128 + number
        super().__init__(self.exit_code)
        self.name = signal.Signals(number).name


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Raise EndedBySignal in the body when one of the signals comes, unless it is ignored, as under nohup."""

    def end(number: int, _frame: object) -> NoReturn:
        for other in before:
            signal.signal(other, signal.SIG_IGN)  # one is enough
        raise EndedBySignal(number)

    before: dict[int, signal.Handlers] = {}
    if threading.current_thread() is threading.main_thread():
        numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
        before = {number: signal.SIG_DFL for number in numbers if signal.getsignal(number) == signal.SIG_DFL}
    with _raised_again(end) if before else nullcontext():
        for number in before:
            signal.signal(number, end)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


@contextmanager
def _raised_again(end: Callable[[int, object], NoReturn]) -> Iterator[None]:
    """Raise EndedBySignal again a moment after Python has ignored it, as it does in destructors and before forks."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    ignored, hook, handler = [0], sys.unraisablehook, signal.getsignal(signal.SIGALRM)

    def note(unraisable: "sys.UnraisableHookArgs") -> None:
        if not isinstance(unraisable.exc_value, EndedBySignal):
            hook(unraisable)
            return
        ignored[0] = unraisable.exc_value.number
        signal.setitimer(signal.ITIMER_REAL, SOON)

    sys.unraisablehook = note
    signal.signal(signal.SIGALRM, lambda _number, frame: end(ignored[0], frame))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, handler)
        sys.unraisablehook = hook
