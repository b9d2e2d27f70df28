"""A cell: a mind in its own process, as a player of runs. Whatever it does in there is a fault of its own."""

import secrets
from time import perf_counter
from typing import Any, NoReturn

import msgspec

from arena.cell.consult import Consultation, answer_to
from arena.cell.order import USUAL, WALLED, Jail, Limits
from arena.cell.patience import OwnTime, Patience
from arena.cell.view import order
from arena.cell.wire import Babble, Full, Gone, Silence, Wire, WireError
from arena.errors import CellError
from minds.registry import label, read_spec
from world.api import LONGEST_MEMORY, Ending, Fault, FaultKind, MindFailure, Reply, Run, State

PATIENCE = 60.0  # seconds that a mind may be silent where its budget names no time
TO_START = 60.0  # seconds, in which the core may have to be compiled
TO_END = 2.0
TRUSTED = "none: trusted"
SHOWN_REPLY = 1000
LONGEST_ESCAPED = 6 * LONGEST_MEMORY + 1000  # bytes of a memory as JSON writes it
ENCODE = msgspec.json.encode


class Trouble(msgspec.Struct):
    """What a mind tells of an error of its own."""

    kind: FaultKind = "crash"
    message: str = ""
    traceback: str = ""


class Cell:
    """The mind of a spec, in a process that serves until it fails or is closed; a stranger's, for one run only."""

    def __init__(
        self,
        spec: str,
        patience: float = PATIENCE,
        limits: Limits = USUAL,
        trusted: bool = False,
        walls: Jail = WALLED,
        depth: int = 0,
        stays: bool = False,
    ) -> None:
        self.spec, self.name = read_spec(spec), label(spec)
        self.patience, self.limits, self.trusted, self.walls = patience, limits, trusted, walls
        self.goes = self.spec.is_foreign and not stays  # after each run
        # Whoever can start no other process has all its time on its own clock. But who may use several processors at
        # once, as some of the house may, would pay for each of them there, and pays by the wall.
        crowded = self.spec.kind == "builtin" and self.spec.parameters.get("threads", "1") != "1"
        self.alone = (self.spec.kind == "builtin" and not crowded) or (self.spec.is_foreign and not trusted)
        self.to_start = TO_START
        self.consultation = Consultation(depth, patience, limits)
        self.wire: Wire | None = None
        self.layers, self.taken = "", 0.0

    def start(self) -> None:
        """Start the process, if there is none. It need not be waited for."""
        if self.wire is not None and self.wire.has_ended():
            self.close()  # by itself, between two runs
        if self.wire is None:
            self.layers = TRUSTED if self.spec.is_foreign and self.trusted else ""
            try:
                self.wire = Wire(order(self.spec, self.limits, self.trusted, self.walls))
            except (OSError, UnicodeError) as problem:
                raise CellError(f"no process can be made for {self.name}: {problem}") from None

    def newrun(self, run: Run) -> None:
        """Tell it that a run begins."""
        self.start()
        if self.wire is not None:
            self.wire.forget_log()
            if problem := self.wire.born.problem:
                self.close()
                raise CellError(f"no process can be made for {self.name}: {problem}")
            self.layers = self.wire.born.layers or self.layers
        self.consultation.newrun(run)
        answer, *_ = self._ask(Patience(self.to_start), b"newrun", ENCODE(run))
        if answer != b"ready":
            self._fail("protocol", f"expected ready, came {answer[:100]!r}", answer)
        self._take()

    def getaction(self, state: State) -> Reply:
        """Ask, wait as long as the budget allows, and take the time."""
        told = {"budget": state.budget, "history": state.history}
        question = ENCODE(told | ({"actions": state.actions} if state.actions else {}))
        patience, start = self._patience(state), perf_counter()
        answer, *rest = self._ask(patience, b"getaction", state.text.encode(), question)
        while answer == b"ask":
            words = self._consult(state, rest, patience)
            answer, *rest = self._ask(patience, *words)
        seconds, cpu = perf_counter() - start, self._take()
        asked = self.consultation.told()
        charged = cpu + sum(one.seconds for one in asked) if self.has_own_clock else None
        try:
            action = answer.decode()
            thoughts = msgspec.json.decode(rest[0], type=dict[str, Any]) if rest else None
        except (ValueError, msgspec.MsgspecError, RecursionError) as problem:
            self._fail("protocol", f"its reply cannot be read: {problem}", answer)
        return Reply(action, seconds, thoughts, cpu, charged, asked)

    def endrun(self, ending: Ending) -> str | None:
        """Tell it how the run ended; who has failed is dead, and who was interrupted in thinking would not listen."""
        if self.wire is not None and self.wire.owes:
            self.close()
        memory = None
        if self.wire is not None:
            told = ENCODE({"result": ending.result, "ending": ending.kind})
            answer, *rest = self._ask(Patience(TO_END), b"endrun", told, longest=LONGEST_ESCAPED)
            if answer != b"bye":
                self._fail("protocol", f"expected bye, came {answer[:100]!r}", answer)
            memory = self._memory(rest)
        self.consultation.endrun(ending)
        if self.goes:
            self.close()  # what it left in its process is gone before the next run
        return memory

    def close(self) -> None:
        """End the process, and those of all it has asked."""
        self.consultation.close()
        if self.wire is not None:
            wire, self.wire = self.wire, None
            wire.close(TO_END)

    @property
    def has_own_clock(self) -> bool:
        """Whether it pays the processor's time: where that cannot be known, it pays by the wall."""
        return self.alone and self.wire is not None and self.wire.has_clock

    def _take(self) -> float:
        """The processor's time since its last answer: also what it may have got between two questions."""
        before, self.taken = self.taken, self.wire.cpu() if self.wire is not None else 0.0
        return max(0.0, self.taken - before)

    def _patience(self, state: State) -> Patience:
        """How long this state may take, all questions to others included."""
        limit = state.budget.seconds
        if limit is None:
            return Patience(self.patience)
        left = limit + state.budget.margin
        if self.wire is not None and self.has_own_clock:
            return OwnTime(left, self.wire.cpu, self.wire.number)
        return Patience(left)

    def _consult(self, state: State, fields: list[bytes], patience: Patience) -> list[bytes]:
        """What another mind has to say; its time is the asker's, who has not slept meanwhile."""
        try:
            spec, text = (field.decode() for field in fields)
        except ValueError as problem:
            self._fail("protocol", f"what it asks cannot be read: {problem}", b"\t".join(fields))
        before, start = self.consultation.seconds, perf_counter()
        words = answer_to(self.consultation, spec, text, state)
        if self.has_own_clock:
            patience.pay(self.consultation.seconds - before, perf_counter() - start)
        return words

    def _memory(self, fields: list[bytes]) -> str | None:
        if not fields:
            return None
        try:
            memory = msgspec.json.decode(fields[0], type=str)
        except (ValueError, msgspec.MsgspecError) as problem:
            self._fail("protocol", f"what it remembers cannot be read: {problem}", fields[0])
        if len(memory.encode()) > LONGEST_MEMORY:
            self._fail("protocol", f"it remembers more than {LONGEST_MEMORY} bytes")
        return memory

    def _ask(self, patience: Patience, *fields: bytes, longest: int = 0) -> list[bytes]:
        """The fields of the answer behind the echoed word."""
        if self.wire is None:
            raise MindFailure(Fault("crash", "its process has ended"))
        word = secrets.token_hex(4).encode()
        try:
            said = self.wire.ask(b"\t".join((word, *fields)), patience, longest)
        except Silence as problem:
            self._fail("time", str(problem), seconds=patience.seconds)
        except Babble as problem:
            self._fail("protocol", str(problem), self.wire.heard)
        except Full as problem:
            self._fail("memory", str(problem))
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
        limit = f" ({self.limits.memory} MiB: --memory)" if kind == "memory" else ""
        raise MindFailure(Fault(kind, told.message[:500] + limit, traceback=told.traceback, log=log))

    def _fail(self, kind: FaultKind, message: str, reply: bytes = b"", seconds: float = 0.0) -> NoReturn:
        """It cannot be trusted to answer any more: kill it, and say what it did."""
        wire, self.wire = self.wire, None
        if wire is not None:
            wire.close()
        shown = reply[:SHOWN_REPLY].decode(errors="replace")
        raise MindFailure(Fault(kind, message, reply=shown, log=wire.log if wire else "", seconds=seconds))
