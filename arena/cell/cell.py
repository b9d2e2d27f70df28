"""A cell: a player of runs whose mind has a process of its own; whatever goes wrong there is a fault of the mind."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import perf_counter, sleep
from typing import NoReturn, TypeVar

from msgspec.structs import replace

from arena.cell.clock import CellClock
from arena.cell.consult import Consultation, ConsultationError, share
from arena.cell.dialogue import BrokenDialogue, Dialogue
from arena.cell.familiar import familiar_fault
from arena.cell.order import DEFAULT_JAIL, DEFAULT_LIMITS, Jail, Limits
from arena.cell.patience import Patience
from arena.cell.prepare import prepare
from arena.cell.process import Ended, KeeperLost, MindProcess, NoAnswer, ProcessError, TooMuchMemory, TooMuchOutput
from arena.cell.stack import Stack
from arena.cell.uci.dialogue import UciDialogue
from arena.cell.wire_dialogue import WireDialogue
from arena.errors import BirthError, CellError, KeeperError
from minds.errors import ParameterError, quoted
from minds.registry import label, read_spec
from world.api import Ending, Fault, FaultKind, MindFailure, Reply, Run, State
from world.budget import ClockKind
from world.wire import Ask, Message

PATIENCE = 60.0  # seconds that a mind may take where its budget names no time
TO_START = 60.0  # seconds, in which the core may have to be compiled
TO_END = 2.0
BIRTHS = 4  # attempts to start a process
BETWEEN_BIRTHS = 0.1  # seconds, and more after each attempt
TRUSTED = "none: trusted"
MAX_REPLY_LENGTH = 1000  # characters of a reply that a fault shows
MANY_LINES = 1000  # printed in one move; then printing is named as the cause of a lost time
MUCH_MEMORY = 0.25  # share of its limit that a mind holds when its time is over; then memory is named
WORN_OUT = 0.1  # of the processor time that a process may use; then an engine is restarted before its next run
MAX_OFF_TURN = 0.1  # seconds of processor time between two questions, above which an engine is stopped there
Result = TypeVar("Result")


class Cell:
    """The mind of a spec in a process of its own.

    A foreign mind's process lives for one run only, unless it `stays`; a UCI engine's is kept, since it can be told to
    forget. Any fault ends the process.
    """

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
        of_guest: bool = False,
    ) -> None:
        self.spec, self.name = read_spec(spec), name or label(spec)
        self.patience, self.limits, self.trusted, self.jail = patience, limits, trusted, jail
        self.is_engine = self.spec.kind == "uci"
        self.ends_with_run = self.spec.restarts if self.is_engine else self.spec.is_foreign and not stays
        self.clock = CellClock(self.spec, trusted, limits.threads)
        self.to_start = TO_START
        self.consultation = Consultation(depth, self._new_cell, of_guest or (self.spec.is_foreign and not trusted))
        self.seat = 0
        self.process: MindProcess | None = None
        self.dialogue: Dialogue | None = None
        self.layers = ""
        self.init = 0.0  # seconds of processor time that the mind took to get ready for this run

    @property
    def log(self) -> str:
        """The end of what the mind has printed."""
        return self.process.log if self.process is not None else ""

    def start(self) -> None:
        """Start the process if there is none, without waiting for it. If that fails, `newrun` tries again."""
        with suppress(OSError):
            self._ensure_process()

    def _ensure_process(self) -> None:
        if self.process is not None and (self.process.has_ended() or self._is_worn_out()):
            self.close()  # it ended by itself between two runs, or its processor time might end in the next one
        if self.process is None:
            self._make_process()

    def _make_process(self) -> None:
        self.layers = TRUSTED if self.spec.is_foreign and self.trusted else ""
        try:
            self.process = MindProcess(prepare(self.spec, self.limits, self.trusted, self.jail))
        except UnicodeError as problem:
            raise CellError(f"no process can be made for {self.name}: {problem}") from None
        self.dialogue = UciDialogue(self.process, self.spec) if self.is_engine else WireDialogue(self.process)
        self.clock.used = 0.0

    def newrun(self, run: Run) -> None:
        """Begin a run."""
        self._await_launch()
        self.consultation.newrun(run)
        self.seat = run.seat
        patience, told = self._time_to_start(), self.clock.tell(run)
        try:
            self._speak(patience, lambda dialogue: dialogue.newrun(told, patience))
        except ParameterError as problem:
            self._fail("crash", str(problem))
        self.init = self.clock.take(self.process)

    def _time_to_start(self) -> Patience:
        """Return the time for import and `newrun` together; the house may have to compile its core."""
        if self.spec.kind == "builtin":
            return Patience(self.to_start)
        return self.clock.patience(self.process, min(self.limits.init, self.to_start), "--init")

    def getaction(self, state: State) -> Reply:
        """Return the mind's action, and the time that it took."""
        self._stop_ponderer()
        patience, start = self.clock.start_move(self.process, state.budget, self.patience), perf_counter()
        told, consult = self.clock.tell(state), partial(self._consult, state, patience)
        action, thoughts = self._speak(patience, lambda dialogue: dialogue.getaction(told, patience, consult))
        seconds, cpu = perf_counter() - start, self.clock.end_move(self.process)
        asked = self.consultation.end_move()
        charged = self.clock.charge(cpu, sum(one.seconds for one in asked) if asked else 0.0)
        return Reply(action, seconds, thoughts, cpu, charged, asked)

    def endrun(self, ending: Ending) -> str | None:
        """End the run; return what the mind wants to remember. A mind that was interrupted is not told."""
        if self.process is not None and self.process.owes_answer:
            self.close()
        memory = None
        try:
            if self.process is not None:
                patience = Patience(TO_END)
                memory = self._speak(patience, lambda dialogue: dialogue.endrun(ending, patience))
            self.consultation.endrun(ending)
        finally:  # also after a fault of the mind, which could remember otherwise what it must not
            if self.ends_with_run or (self.is_engine and _was_lost_by_a_fault(ending, self.seat)):
                self.close()
        return memory

    def examine(self) -> None:
        """Start an engine, have it take its options, and end it; raise ParameterError if it does not."""
        for attempt in range(1, BIRTHS + 1):
            try:
                self.newrun(Run("", 0))
                return
            except KeeperError:
                if attempt == BIRTHS:
                    raise
            except MindFailure as failure:
                problem = f"it does not begin as a UCI engine does: {failure.fault.message}"
                raise ParameterError(f"{quoted(self.spec.text)}: {problem}") from None
            finally:
                self.close()

    def close(self) -> None:
        """End the process, and those of all minds that it has asked."""
        self.consultation.close()
        if self.process is not None:
            process, self.process = self.process, None
            if self.dialogue is not None and not process.owes_answer:
                self.dialogue.bid_farewell()
            process.close(TO_END)

    def interrupt(self) -> None:
        """Kill the process while another thread waits for its answer, which fails."""
        if (process := self.process) is not None:
            process.kill()

    @property
    def memory(self) -> int:
        """The bytes of memory that the mind has taken, with those of the minds that it has asked."""
        return (self.process.memory() if self.process is not None else 0) + self.consultation.memory

    @property
    def unmeasured(self) -> str:
        """The reason why the mind's processor time cannot be measured; empty if it can."""
        return self.clock.unmeasured

    def use_clock(self, kind: ClockKind) -> None:
        """Pay by this kind of clock in the runs that follow; the minds that this one asks pay by it too."""
        self.clock.kind = kind

    def _new_cell(self, spec: str) -> "Cell":
        """Return a cell for a mind that this one asks."""
        memory = share(self.limits.memory, self.memory)
        if memory <= 0:
            raise ConsultationError(f"{quoted(spec)} cannot be asked; no memory is left (--memory)")
        limits, asking = replace(self.limits, memory=memory), self.consultation
        cell = Cell(spec, self.patience, limits, depth=asking.depth + 1, of_guest=asking.of_guest)
        cell.use_clock(self.clock.kind)
        return cell

    def _await_launch(self) -> None:
        """Wait until the process is there; start another one if it dies before. Raise BirthError after four deaths."""
        for attempt in range(1, BIRTHS + 1):
            problem = self._problem_of_launch()
            if self.process is not None and not problem:
                self.process.clear_log()
                self.layers = self.process.launched.layers or self.layers
                return
            self.close()
            sleep(BETWEEN_BIRTHS * attempt)
        raise BirthError(f"no process can be made for {self.name}: {problem}")

    def _problem_of_launch(self) -> str:
        """Start the process if there is none, and wait for it; return the reason why there is none, or ""."""
        try:
            self._ensure_process()
        except OSError as problem:
            return str(problem)
        assert self.process is not None
        return self.process.launched.problem

    def _is_worn_out(self) -> bool:
        """True if an engine that is kept has used much of the processor time that its process may use."""
        return self.is_engine and self.process is not None and self.process.cpu() > WORN_OUT * self.limits.cpu

    def _stop_ponderer(self) -> None:
        """Have an engine that thinks while it is not its turn stopped there from now on."""
        if self.is_engine and self.process is not None and not self.process.pauses:
            self.process.pauses = self.process.cpu() - self.clock.used > MAX_OFF_TURN

    def _consult(self, state: State, patience: Patience, question: Ask) -> Message:
        """Return another mind's answer; the asking mind pays for it, and was not idle meanwhile."""
        before, start = self.consultation.seconds, perf_counter()
        answer = self.consultation.answer(question, state)
        if self.process is not None:
            self.process.reserve(self.consultation.memory)  # what asked minds hold counts as the asking mind's
        if self.clock.is_processor:
            patience.pay(self.consultation.seconds - before, perf_counter() - start)
        return answer

    def _speak(self, patience: Patience, exchange: Callable[[Dialogue], Result]) -> Result:
        """Return the result of an exchange with the process; if it fails, kill the process and raise its fault."""
        if self.process is None or self.dialogue is None:
            raise MindFailure(Fault("crash", "its process has ended"))
        try:
            return exchange(self.dialogue)
        except MindFailure as failure:
            raise MindFailure(familiar_fault(failure.fault, self.spec)) from None
        except NoAnswer as problem:
            where, stack = self._place()
            self._fail("time", f"{problem}{where}", seconds=patience.seconds, traceback=stack)
        except TooMuchOutput as problem:
            self._fail("protocol", str(problem), self.process.received)
        except KeeperLost as problem:
            self._abandon()
            raise KeeperError(f"the process of {self.name} was lost: {problem}") from None
        except TooMuchMemory as problem:
            self._fail("memory", str(problem))
        except BrokenDialogue as problem:
            self._fail(problem.kind, str(problem), problem.said)
        except (Ended, ProcessError, OSError) as problem:
            self._fail("crash", str(problem))

    def _place(self) -> tuple[str, str]:
        """Return what a mind that is out of time is doing, as the end of a sentence, and its stack."""
        assert self.process is not None
        lines, held, most = self.process.lines_printed, self.process.memory() >> 20, self.limits.memory
        stack = Stack(self.process.stack(), self.spec)
        printed = f"; it printed {lines:,} lines in this move: printing takes the time" if lines >= MANY_LINES else ""
        taken = f"; it held {held} of its {most} MiB of memory and took more" if held > MUCH_MEMORY * most else ""
        return f"{stack.place}{printed}{taken}", str(stack)

    def _abandon(self) -> MindProcess | None:
        """Kill the process, and return it."""
        process, self.process = self.process, None
        if process is not None:
            process.close()
        return process

    def _fail(
        self, kind: FaultKind, message: str, reply: bytes = b"", seconds: float = 0.0, traceback: str = ""
    ) -> NoReturn:
        """Kill the process, which cannot be trusted to answer any more, and raise its fault."""
        process = self._abandon()
        shown = reply[:MAX_REPLY_LENGTH].decode(errors="replace")
        log = process.log if process else ""
        fault = Fault(kind, message, reply=shown, traceback=traceback, log=log, seconds=seconds)
        raise MindFailure(familiar_fault(fault, self.spec))


def _was_lost_by_a_fault(ending: Ending, seat: int) -> bool:
    return ending.kind == "forfeit" and seat < len(ending.result) and ending.result[seat] == 0.0
