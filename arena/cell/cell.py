"""A cell: a player of runs whose mind has a process of its own; whatever goes wrong there is a fault of the mind."""

from time import perf_counter
from typing import NoReturn

from arena.cell.consult import Consultation
from arena.cell.order import DEFAULT_JAIL, DEFAULT_LIMITS, Jail, Limits
from arena.cell.patience import CpuPatience, Patience
from arena.cell.prepare import prepare
from arena.cell.process import Ended, MindProcess, NoAnswer, ProcessError, TooMuchMemory, TooMuchOutput
from arena.errors import CellError
from minds.registry import label, read_spec
from world.api import Ending, Fault, FaultKind, MindFailure, Reply, Run, State
from world.wire import MAX_BYE_BYTES, Acted, Ask, Bye, EndRun, Failed, Message, Request, Response, Sender

PATIENCE = 60.0  # seconds that a mind may take where its budget names no time
TO_START = 60.0  # seconds, in which the core may have to be compiled
TO_END = 2.0
TRUSTED = "none: trusted"
MAX_REPLY_LENGTH = 1000  # characters of a reply that a fault shows


class Cell:
    """The mind of a spec in a process of its own; a foreign mind's process lives for one run only."""

    def __init__(
        self,
        spec: str,
        patience: float = PATIENCE,
        limits: Limits = DEFAULT_LIMITS,
        trusted: bool = False,
        jail: Jail = DEFAULT_JAIL,
        depth: int = 0,
        stays: bool = False,
        name: str = "",
    ) -> None:
        self.spec, self.name = read_spec(spec), name or label(spec)
        self.patience, self.limits, self.trusted, self.jail = patience, limits, trusted, jail
        self.ends_with_run = self.spec.is_foreign and not stays
        # A mind that can start no other process uses time on its own clock alone. One of ours that uses several
        # threads would pay for each of them there, and pays by the wall.
        has_threads = self.spec.kind == "builtin" and self.spec.parameters.get("threads", "1") != "1"
        self.is_alone = (self.spec.kind == "builtin" and not has_threads) or (self.spec.is_foreign and not trusted)
        self.to_start = TO_START
        self.consultation = Consultation(depth, lambda spec: Cell(spec, patience, limits, depth=depth + 1))
        self.sender = Sender(Run("", 0))
        self.process: MindProcess | None = None
        self.layers, self.cpu_used = "", 0.0

    @property
    def log(self) -> str:
        """The end of what the mind has printed."""
        return self.process.log if self.process is not None else ""

    def start(self) -> None:
        """Start the process if there is none, without waiting for it."""
        if self.process is not None and self.process.has_ended():
            self.close()  # it ended by itself between two runs
        if self.process is None:
            self.layers = TRUSTED if self.spec.is_foreign and self.trusted else ""
            try:
                self.process = MindProcess(prepare(self.spec, self.limits, self.trusted, self.jail))
            except (OSError, UnicodeError) as problem:
                raise CellError(f"no process can be made for {self.name}: {problem}") from None

    def newrun(self, run: Run) -> None:
        """Begin a run."""
        self.start()
        if self.process is not None:
            self.process.clear_log()
            if problem := self.process.launched.problem:
                self.close()
                raise CellError(f"no process can be made for {self.name}: {problem}")
            self.layers = self.process.launched.layers or self.layers
        self.consultation.newrun(run)
        self.sender = Sender(run)
        self._ask(Request(run), Patience(self.to_start))
        self._take_cpu()

    def getaction(self, state: State) -> Reply:
        """Return the mind's action, and the time that it took."""
        request = Request(self.sender.getaction(state))
        patience, start = self._patience(state), perf_counter()
        response = self._ask(request, patience)
        while isinstance(response, Ask):
            response = self._ask(Request(self._consult(response, state, patience)), patience)
        seconds, cpu = perf_counter() - start, self._take_cpu()
        asked = self.consultation.end_move()
        charged = cpu + sum(one.seconds for one in asked) if self.has_own_clock else None
        assert isinstance(response, Acted)
        return Reply(response.action, seconds, response.thoughts, cpu, charged, asked)

    def endrun(self, ending: Ending) -> str | None:
        """End the run; return what the mind wants to remember. A mind that was interrupted is not told."""
        if self.process is not None and self.process.owes_answer:
            self.close()
        memory = None
        if self.process is not None:
            bye = self._ask(Request(EndRun.of(ending)), Patience(TO_END), MAX_BYE_BYTES)
            memory = bye.memory if isinstance(bye, Bye) else None
        self.consultation.endrun(ending)
        if self.ends_with_run:
            self.close()
        return memory

    def close(self) -> None:
        """End the process, and those of all minds that it has asked."""
        self.consultation.close()
        if self.process is not None:
            process, self.process = self.process, None
            process.close(TO_END)

    @property
    def has_own_clock(self) -> bool:
        """True if the mind pays processor time; where that cannot be measured, it pays by the wall."""
        return self.is_alone and self.process is not None and self.process.has_clock

    def _take_cpu(self) -> float:
        """Return the processor time since the last call: also what it may have used between two questions."""
        before, self.cpu_used = self.cpu_used, self.process.cpu() if self.process is not None else 0.0
        return max(0.0, self.cpu_used - before)

    def _patience(self, state: State) -> Patience:
        """Return how long the mind may take for a state, with all its questions to others."""
        limit = state.budget.seconds
        if limit is None:
            return Patience(self.patience)
        left = limit + state.budget.margin
        if self.process is not None and self.has_own_clock:
            return CpuPatience(left, self.process.cpu, self.process.number)
        return Patience(left)

    def _consult(self, question: Ask, state: State, patience: Patience) -> Message:
        """Return another mind's answer; the asking mind pays for it, and was not idle meanwhile."""
        before, start = self.consultation.seconds, perf_counter()
        answer = self.consultation.answer(question, state)
        if self.has_own_clock:
            patience.pay(self.consultation.seconds - before, perf_counter() - start)
        return answer

    def _ask(self, request: Request, patience: Patience, max_bytes: int = 0) -> Response:
        """Send a request and return the response to it; raise MindFailure if there is none."""
        if self.process is None:
            raise MindFailure(Fault("crash", "its process has ended"))
        line = self._exchange(request.line.encode(), patience, max_bytes)
        try:
            response = request.read(line.decode(errors="replace"))
            line.decode()  # raises UnicodeDecodeError, of which the protocol's own errors say more
        except ValueError as problem:
            self._fail("protocol", f"its reply cannot be read: {problem}", line)
        if isinstance(response, Failed):  # the mind lives on, and its run will be ended
            fault = response.to_fault()
            limit = f" ({self.limits.memory} MiB: --memory)" if fault.kind == "memory" else ""
            raise MindFailure(Fault(fault.kind, fault.message + limit, traceback=fault.traceback, log=self.log))
        return response

    def _exchange(self, line: bytes, patience: Patience, max_bytes: int) -> bytes:
        assert self.process is not None
        try:
            return self.process.ask(line, patience, max_bytes)
        except NoAnswer as problem:
            self._fail("time", str(problem), seconds=patience.seconds)
        except TooMuchOutput as problem:
            self._fail("protocol", str(problem), self.process.received)
        except TooMuchMemory as problem:
            self._fail("memory", str(problem))
        except (Ended, ProcessError, OSError) as problem:
            self._fail("crash", str(problem))

    def _fail(self, kind: FaultKind, message: str, reply: bytes = b"", seconds: float = 0.0) -> NoReturn:
        """Kill the process, which cannot be trusted to answer any more, and raise its fault."""
        process, self.process = self.process, None
        if process is not None:
            process.close()
        shown = reply[:MAX_REPLY_LENGTH].decode(errors="replace")
        raise MindFailure(Fault(kind, message, reply=shown, log=process.log if process else "", seconds=seconds))
