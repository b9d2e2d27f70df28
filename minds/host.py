"""The far end of the wire: serves one mind over the line protocol.

    python -m minds.host SPEC

speaks the wire on stdin and stdout. Whatever the mind itself prints goes to stderr, the log.
"""

import os
import sys
from importlib import import_module
from io import FileIO, TextIOWrapper
from pkgutil import walk_packages
from threading import Lock
from typing import BinaryIO

import msgspec

from minds.errors import AskError
from minds.player import MindPlayer as MindPlayer
from minds.player import blamed
from minds.sight import narrow
from minds.sight import seen as seen
from minds.spec import Spec, read_spec
from world.api import LONGEST_REPLY, UNLIMITED, Budget, Ending, Fault, MindFailure, Reply, Run, quoted
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
    reason: str = ""  # of a forfeit, where it is told


class Service:
    """Answers the questions of the wire, one after the other, for the mind that a spec names."""

    def __init__(self, spec: Spec, questions: BinaryIO, answers: BinaryIO) -> None:
        self.questions, self.answers, self.word = questions, answers, b""
        self.verb, self.lock = b"", Lock()
        self.run = Run("", 0)
        self.host: MindPlayer | MindFailure
        try:
            with blamed():
                from minds.registry import load

                self.host = MindPlayer(load(spec), asker=self.ask)
        except MindFailure as failure:
            self.host = failure  # told when a run begins

    def serve(self) -> None:
        """Answer line by line until there are no more questions."""
        while fields := self._read():
            self.verb, *rest = fields
            try:
                answer = self.answer(self.verb, rest)
            except MindFailure as failure:
                answer = b"error\t" + in_bounds(failure.fault)
            with self.lock:
                self.verb = b""
                self._write(answer)

    def _read(self) -> list[bytes]:
        """The fields of the next question, whose word is to be echoed."""
        line = self.questions.readline()
        self.word, *fields = line.rstrip(b"\n").split(b"\t")
        return fields

    def _write(self, answer: bytes) -> None:
        self.answers.write(self.word + b"\t" + answer + b"\n")
        self.answers.flush()

    def ask(self, spec: str, state: PlainState) -> Reply:
        """What another mind would do: the arena is asked for it, instead of being answered."""
        for said in (spec, state.text):
            if not said.isprintable():
                raise AskError(f"{quoted(said)} cannot be sent; expected a line of text")
        with self.lock:  # a mind may have several threads, but there is one wire
            if self.verb != b"getaction":
                raise AskError(f"{quoted(spec)} cannot be asked now; expected a question within getaction")
            self._write(b"\t".join((b"ask", spec.encode(), state.text.encode())))
            verb, *fields = self._read() or [b""]
        if verb != b"answer":
            raise AskError(fields[0].decode() if fields else "the arena has not answered")
        told = msgspec.json.decode(fields[1]) if len(fields) > 1 else None
        return Reply(fields[0].decode(), 0.0, told)

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
        memory = self.host.endrun(Ending(told.ending, told.result))
        return b"bye" if memory is None else b"bye\t" + msgspec.json.encode(memory)

    def _getaction(self, host: MindPlayer, text: bytes, question: bytes) -> bytes:
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


def in_bounds(fault: Fault) -> bytes:
    """A fault as the wire can carry it: of a long traceback the end."""
    traceback_told = fault.traceback
    while True:
        told = msgspec.json.encode({"kind": fault.kind, "message": fault.message, "traceback": traceback_told})
        if len(told) <= LONGEST_FAULT or not traceback_told:
            return told
        traceback_told = traceback_told[len(traceback_told) // 2 + 1 :]


PASSED_ON = ("PYTHONPATH", "XDG_CACHE_HOME", "HOME", "TMPDIR", "LANG")


def zygotes_see() -> dict[str, str]:
    """The environment of a process that minds are forked from: where to find the house, and nothing else."""
    kept = {name: value for name, value in os.environ.items() if name in PASSED_ON or name.startswith("NUMBA_")}
    return kept | {"PYTHONHASHSEED": "0"}  # a mind that goes by the order of a set goes the same way again


def warm() -> None:
    """Load all that minds think with, so that what is forked from this process need not, and in the jail could not."""
    import minds

    for module in walk_packages(minds.__path__, "minds."):
        if not module.name.startswith(("minds.students", "minds.training")):
            import_module(module.name)
    seen()


def run(spec: Spec, jailed: bool) -> None:
    """Serve the mind of a spec, on stdin and stdout."""
    if jailed:
        narrow()
    questions, answers = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what the mind prints is harmless: it goes to the log
    sys.stdout, sys.stderr = (
        TextIOWrapper(FileIO(number, "w", closefd=False), "utf-8", "replace", line_buffering=True) for number in (1, 2)
    )
    with os.fdopen(questions, "rb") as lines, os.fdopen(answers, "wb") as replies:
        Service(spec, lines, replies).serve()


def main() -> None:
    """Serve the mind that a spec names."""
    run(read_spec(sys.argv[1]), jailed=False)


if __name__ == "__main__":
    main()
