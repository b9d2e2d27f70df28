"""A cell: a mind in its own process, as a player of runs. Whatever it does in there is a fault of its own."""

import secrets
import shlex
import sys
from time import perf_counter
from typing import Any, NoReturn

import msgspec

from arena.cell.wire import MEMORY, Babble, Gone, Silence, Wire, WireError
from minds.registry import label, read_spec
from world.api import Ending, Fault, FaultKind, MindFailure, Reply, Run, State

PATIENCE = 60.0  # seconds that a mind may be silent where its budget names no time
TO_START = 60.0  # seconds, in which the core may have to be compiled
TO_END = 2.0
SHOWN_REPLY = 1000
ENCODE = msgspec.json.encode


class Trouble(msgspec.Struct):
    """What a mind tells of an error of its own."""

    kind: FaultKind = "crash"
    message: str = ""
    traceback: str = ""


class Cell:
    """The mind of a spec, in a process that is started at its first run and serves until it fails or is closed."""

    def __init__(self, spec: str, patience: float = PATIENCE, memory: int = MEMORY) -> None:
        self.spec, self.name = read_spec(spec), label(spec)
        self.patience, self.memory = patience, memory
        self.wire: Wire | None = None
        self.problem = "its process has ended"

    def start(self) -> None:
        """Start the process, if there is none. It need not be waited for."""
        if self.wire is not None and self.wire.process.poll() is not None:
            self.close()  # it has ended by itself between two runs
        if self.wire is None:
            try:
                self.wire = Wire(self._command(), self.memory)
            except (OSError, ValueError) as problem:
                self.problem = f"cannot be started: {problem}"

    def newrun(self, run: Run) -> None:
        """Tell it that a run begins."""
        self.start()
        if self.wire is not None:
            self.wire.forget_log()
        answer, *_ = self._ask(TO_START, b"newrun", ENCODE(run))
        if answer != b"ready":
            self._fail("protocol", f"expected ready, came {answer[:100]!r}", answer)

    def getaction(self, state: State) -> Reply:
        """Ask, wait as long as the budget allows, and take the time."""
        limit = state.budget.seconds
        patience = self.patience if limit is None else limit + state.budget.margin
        told = {"budget": state.budget, "history": state.history}
        question = ENCODE(told | ({"actions": state.actions} if state.actions else {}))
        cpu, start = self._cpu(), perf_counter()
        answer, *rest = self._ask(patience, b"getaction", state.text.encode(), question)
        seconds, cpu = perf_counter() - start, self._cpu() - cpu
        try:
            action = answer.decode()
            thoughts = msgspec.json.decode(rest[0], type=dict[str, Any]) if rest else None
        except (ValueError, msgspec.MsgspecError, RecursionError) as problem:
            self._fail("protocol", f"its reply cannot be read: {problem}", answer)
        return Reply(action, seconds, thoughts, max(0.0, cpu))

    def endrun(self, ending: Ending) -> None:
        """Tell it how the run ended; who has failed is dead, and who was interrupted in thinking would not listen."""
        if self.wire is not None and self.wire.owes:
            self.close()
        if self.wire is not None:
            told = ENCODE({"result": ending.result, "ending": ending.kind})
            answer, *_ = self._ask(TO_END, b"endrun", told)
            if answer != b"bye":
                self._fail("protocol", f"expected bye, came {answer[:100]!r}", answer)

    def close(self) -> None:
        """End the process."""
        if self.wire is not None:
            self.wire.close(TO_END)
            self.wire = None

    def _cpu(self) -> float:
        return self.wire.cpu() if self.wire is not None else 0.0

    def _command(self) -> list[str]:
        if self.spec.kind == "cmd":
            return shlex.split(self.spec.target)
        return [sys.executable, "-P", "-m", "minds.host", self.spec.text]

    def _ask(self, seconds: float, *fields: bytes) -> list[bytes]:
        """The fields of the answer behind the echoed word."""
        if self.wire is None:
            raise MindFailure(Fault("crash", self.problem))
        word = secrets.token_hex(4).encode()
        try:
            said = self.wire.ask(b"\t".join((word, *fields)), seconds)
        except Silence as problem:
            self._fail("time", str(problem), seconds=seconds)
        except Babble as problem:
            self._fail("protocol", str(problem), self.wire.heard)
        except (Gone, WireError, OSError) as problem:
            self._fail("crash", str(problem))
        echo, *answer = said.split(b"\t")
        if echo != word or not answer:
            self._fail("protocol", "its reply does not begin with the word it was asked with", said)
        if answer[0] == b"error":
            self._report(answer[1:])
        return answer

    def _report(self, fields: list[bytes]) -> NoReturn:
        """An exception in the mind: it lives, and will hear of the end."""
        try:
            told = msgspec.json.decode(fields[0], type=Trouble) if fields else Trouble()
        except (msgspec.MsgspecError, ValueError) as problem:
            self._fail("protocol", f"its error cannot be read: {problem}", b"\t".join(fields))
        kind: FaultKind = told.kind if told.kind in ("memory", "protocol") else "crash"
        log = self.wire.log if self.wire else ""
        raise MindFailure(Fault(kind, told.message[:500], traceback=told.traceback, log=log))

    def _fail(self, kind: FaultKind, message: str, reply: bytes = b"", seconds: float = 0.0) -> NoReturn:
        """It cannot be trusted to answer any more: kill it, and say what it did."""
        wire, self.wire = self.wire, None
        if wire is not None:
            wire.close()
        shown = reply[:SHOWN_REPLY].decode(errors="replace")
        raise MindFailure(Fault(kind, message, reply=shown, log=wire.log if wire else "", seconds=seconds))
