"""The far end of the wire: serves one mind, to a run in the same process or over the line protocol.

    python -m minds.host SPEC

speaks the wire on stdin and stdout. Whatever the mind itself prints goes to stderr, the log.
"""

import ctypes
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from time import perf_counter
from typing import Any, BinaryIO, TypeVar

import msgspec

from minds.api import Mind, State
from minds.games import prepare
from world.api import UNLIMITED, Budget, Ending, Fault, MindFailure, Reply, Run, Thoughts, quoted
from world.api import State as PlainState

# A reply of the wire has at most 4096 bytes.
LONGEST_ACTION = 500
LONGEST_THOUGHTS = 3000
LONGEST_FAULT = 4000
LONGEST_TRACEBACK = 3000
LONGEST_MESSAGE = 500
Result = TypeVar("Result")


class Host:
    """A mind as a player of runs. Its exceptions are faults, never ours."""

    def __init__(self, mind: Mind, name: str = "") -> None:
        self.mind, self.name = mind, name or mind.name or type(mind).__name__

    def newrun(self, run: Run) -> None:
        """Tell it that a run begins, with luck of its own that comes back with the seed."""
        self.mind.run, self.mind.rng = run, Random(f"{run.seed} {run.seat}")
        self.mind.thoughts = self.mind.ending = None
        prepare(run.world)
        self._call(self.mind.newrun)

    def getaction(self, state: PlainState) -> Reply:
        """Ask it."""
        self.mind.thoughts = None
        start = perf_counter()
        # A State of minds is one of the world that can do more.
        asked = State(state.text, state.world, state.seat, state.budget, state.history, state.start)
        answer = self._call(lambda: self.mind.getaction(asked))
        seconds = perf_counter() - start
        action = self._call(lambda: in_words(answer))
        return Reply(action, seconds, self._call(lambda: tellable(self.mind.thoughts)))

    def endrun(self, ending: Ending) -> None:
        """Tell it how the run ended."""
        self.mind.ending = ending
        self._call(self.mind.endrun)

    def _call(self, call: Callable[[], Result]) -> Result:
        with blamed():
            return call()


@contextmanager
def blamed() -> Iterator[None]:
    """Whatever a mind raises is a fault of its own."""
    try:
        yield
    except MemoryError as problem:
        raise MindFailure(Fault("memory", f"out of memory: {problem}", traceback=shorten())) from None
    except (Exception, SystemExit) as problem:
        message = f"{type(problem).__name__}: {problem}"[:LONGEST_MESSAGE]
        raise MindFailure(Fault("crash", message, traceback=shorten())) from None


def shorten() -> str:
    """The end of the traceback, where the reason is."""
    text = traceback.format_exc()
    return text if len(text) <= LONGEST_TRACEBACK else f"…{text[-LONGEST_TRACEBACK:]}"


def in_words(answer: object) -> str:
    """An answer as the World takes it: a string as it is, a move by its squares."""
    if isinstance(answer, str):
        return str(answer)
    action = getattr(answer, "action", None)
    if isinstance(action, str):
        return action
    raise TypeError(f'getaction returned {quoted(answer)}; expected a Move, or text such as "12,28"')


def tellable(thoughts: object) -> Thoughts | None:
    """Thoughts as JSON can hold them; numbers of numpy become numbers, moves their action."""
    if thoughts is None:
        return None
    if not isinstance(thoughts, dict):
        raise TypeError(f"thoughts are {quoted(thoughts)}; expected a dict")
    told: Thoughts = msgspec.json.decode(msgspec.json.encode(thoughts, enc_hook=_plain))
    return told


def _plain(thing: Any) -> Any:
    if isinstance(getattr(thing, "action", None), str):
        return thing.action
    if hasattr(thing, "item"):
        return thing.item()
    raise TypeError(f"thoughts hold {quoted(thing)}; expected numbers, text, lists")


# ── The wire ─────────────────────────────────────────────────────────────────────────────────


class Question(msgspec.Struct, frozen=True):
    """What comes with a state."""

    budget: Budget = UNLIMITED
    history: tuple[str, ...] = ()


class Told(msgspec.Struct, frozen=True):
    """How a run ended."""

    result: tuple[float, ...]
    ending: str


class Service:
    """Answers the questions of the wire, one after the other, for the mind that a spec names."""

    def __init__(self, spec: str) -> None:
        self.run = Run("", 0)
        self.host: Host | MindFailure
        try:
            with blamed():
                from minds.registry import load

                self.host = Host(load(spec))
        except MindFailure as failure:
            self.host = failure  # told when a run begins

    def answer(self, verb: bytes, fields: list[bytes]) -> bytes:
        """The answer's fields."""
        if isinstance(self.host, MindFailure):
            raise self.host
        if verb == b"newrun":
            self.run = msgspec.json.decode(fields[0], type=Run)
            self.host.newrun(self.run)
            return b"ready"
        if verb == b"getaction":
            return self._getaction(self.host, *fields)
        told = msgspec.json.decode(fields[0], type=Told)
        self.host.endrun(Ending(told.ending, told.result))
        return b"bye"

    def _getaction(self, host: Host, text: bytes, question: bytes) -> bytes:
        told = msgspec.json.decode(question, type=Question)
        run = self.run
        reply = host.getaction(PlainState(text.decode(), run.world, run.seat, told.budget, told.history, run.start))
        answer = reply.action.encode(errors="replace")
        if b"\t" in answer or b"\n" in answer or len(answer) > LONGEST_ACTION:
            raise MindFailure(Fault("protocol", f"{quoted(reply.action)} cannot be sent: it is no short line of text"))
        if reply.thoughts is None:
            return answer
        thoughts = msgspec.json.encode(reply.thoughts)
        if len(thoughts) > LONGEST_THOUGHTS:  # too much to tell, but no crime
            thoughts = msgspec.json.encode({"cut": f"thoughts of {len(thoughts)} bytes"})
        return answer + b"\t" + thoughts


def serve(service: Service, questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line until there are no more questions."""
    for line in questions:
        echo, verb, *fields = line.rstrip(b"\n").split(b"\t")
        try:
            answer = service.answer(verb, fields)
        except MindFailure as failure:
            answer = b"error\t" + in_bounds(failure.fault)
        answers.write(echo + b"\t" + answer + b"\n")
        answers.flush()


def in_bounds(fault: Fault) -> bytes:
    """A fault as the wire can carry it: of a long traceback the end."""
    traceback_told = fault.traceback
    while True:
        told = msgspec.json.encode({"kind": fault.kind, "message": fault.message, "traceback": traceback_told})
        if len(told) <= LONGEST_FAULT or not traceback_told:
            return told
        traceback_told = traceback_told[len(traceback_told) // 2 + 1 :]


def main() -> None:
    """Serve the mind that a spec names, on stdin and stdout."""
    die_with_parent()
    questions, answers = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what the mind prints is harmless: it goes to the log
    with os.fdopen(questions, "rb") as lines, os.fdopen(answers, "wb") as replies:
        serve(Service(sys.argv[1]), lines, replies)


def die_with_parent() -> None:
    """On Linux a mind ends with the arena that started it, however that ended."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


if __name__ == "__main__":
    main()
