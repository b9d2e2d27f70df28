"""The length of a thread's turns of a processor."""

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

import pytest

from arena.turns import SHORT_TURN, USUAL_TURN, Attributes, ask_for_turns, turns

Value = TypeVar("Value")


def in_thread(work: Callable[[], Value]) -> Value:
    """Do something in a thread of its own, which leaves this one as it is."""
    found: list[Value] = []
    thread = Thread(target=lambda: found.append(work()))
    thread.start()
    thread.join()
    return found[0]


def asked(seconds: float) -> tuple[bool, Attributes | None, Attributes | None]:
    """Ask for turns; return whether that was granted, and the turns of this thread and of one that it starts."""
    return ask_for_turns(seconds), turns(), in_thread(turns)


def test_threads_have_the_turns_that_were_asked_for() -> None:
    """Threads that a thread starts have turns as short as its own; niceness and policy stay as they are."""
    before = turns()
    is_granted, own, started = in_thread(lambda: asked(SHORT_TURN))
    if not is_granted or own is None or own.runtime == (before.runtime if before else 0):
        pytest.skip("this system has turns of one length")
    assert own.runtime == round(SHORT_TURN * 1e9)
    assert started == own
    assert before is not None
    assert own._replace(runtime=before.runtime) == before
    assert turns() == before


def test_usual_turns_come_back() -> None:
    """A thread that asks for the usual turns again has those of before."""

    def there_and_back() -> Attributes | None:
        ask_for_turns(SHORT_TURN)
        ask_for_turns(USUAL_TURN)
        return turns()

    assert in_thread(there_and_back) == turns()


def test_another_system_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is asked for on machines whose numbers of the calls are not known."""
    monkeypatch.setattr("platform.machine", lambda: "z80")
    assert turns() is None
    assert not ask_for_turns(SHORT_TURN)
