"""The far end of the wire: serves one mind over the line protocol.

    python -m minds.host SPEC

speaks the wire on stdin and stdout. Whatever the mind itself prints goes to stderr, the log.
"""

import os
import sys
from typing import BinaryIO

import msgspec

from minds.player import Host as Host
from minds.player import blamed
from world.api import LONGEST_REPLY, UNLIMITED, Budget, Ending, Fault, MindFailure, Run, quoted
from world.api import State as PlainState

# A reply is a word to echo, an action or "error", and something to tell.
LONGEST_ACTION, LONGEST_THOUGHTS, LONGEST_FAULT = 500, LONGEST_REPLY - 1000, LONGEST_REPLY - 100


class Question(msgspec.Struct, frozen=True):
    """What comes with a state."""

    budget: Budget = UNLIMITED
    history: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()


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
        state = PlainState(text.decode(), run.world, run.seat, told.budget, told.history, run.start, told.actions)
        reply = host.getaction(state)
        answer = reply.action.encode()
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
    questions, answers = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what the mind prints is harmless: it goes to the log
    with os.fdopen(questions, "rb") as lines, os.fdopen(answers, "wb") as replies:
        serve(Service(sys.argv[1]), lines, replies)


if __name__ == "__main__":
    main()
