"""The dialogue of minds that speak the wire."""

from arena.cell.dialogue import Answered, Consult, broken
from arena.cell.patience import Patience
from arena.cell.process import MindProcess
from world.api import Ending, Fault, MindFailure, Run, State
from world.wire import MAX_BYE_BYTES, Acted, Ask, Bye, EndRun, Failed, Message, Request, Response, Sender


class WireDialogue:
    """Requests and responses, one line each."""

    def __init__(self, process: MindProcess) -> None:
        self.process = process
        self.sender = Sender(Run("", 0))

    def newrun(self, run: Run, patience: Patience) -> None:
        """Begin a run."""
        self.sender = Sender(run)
        self._ask(run, patience)

    def getaction(self, state: State, patience: Patience, consult: Consult) -> Answered:
        """Return the answer to a state, once the mind has no more questions to others."""
        response = self._ask(self.sender.getaction(state), patience)
        while isinstance(response, Ask):
            response = self._ask(consult(response), patience)
        assert isinstance(response, Acted)
        return response.action, response.thoughts

    def endrun(self, ending: Ending, patience: Patience) -> str | None:
        """End the run; return what the mind wants to remember."""
        bye = self._ask(EndRun.of(ending), patience, MAX_BYE_BYTES)
        return bye.memory if isinstance(bye, Bye) else None

    def bid_farewell(self) -> None:
        """Do nothing: the end of its input ends a mind."""

    def _ask(self, message: Message, patience: Patience, max_bytes: int = 0) -> Response:
        """Send a request and return the response to it; raise MindFailure for a failure that the mind reports."""
        request = Request(message)
        line = self.process.ask(request.line.encode(), patience, max_bytes)
        try:
            response = request.read(line.decode(errors="replace"))
            line.decode()  # raises UnicodeDecodeError, of which the protocol's own errors say more
        except ValueError as problem:
            broken("protocol", f"its reply cannot be read: {problem}", line)
        if isinstance(response, Failed):  # the mind lives on, and its run will be ended
            raise MindFailure(self._reported(response))
        return response

    def _reported(self, response: Failed) -> Fault:
        fault = response.to_fault()
        limit = f" ({self.process.limits.memory} MiB: --memory)" if fault.kind == "memory" else ""
        return Fault(fault.kind, fault.message + limit, traceback=fault.traceback, log=self.process.log)
