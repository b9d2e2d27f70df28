"""One connection's side of the wire: which line to send next to a seat's holder, and what their lines mean.

There is no network in here: lines go in and out.
"""

from world.api import Ending, MindFailure, Run, Thoughts, quoted
from world.server.seat import Seat
from world.wire import (
    ERROR,
    MAX_MESSAGE_LENGTH,
    MAX_REPLY_BYTES,
    Acted,
    Ask,
    EndRun,
    Failed,
    Message,
    Refused,
    Request,
    Response,
    Sender,
    WireError,
    thoughts_in,
    write_notice,
)

MAX_BRACKETS = 50  # lists and objects in the thoughts of one action
MAX_THOUGHTS_LENGTH = 1_000_000  # characters of all thoughts in a run


class Dialogue:
    """Asks one connection what its seat is asked; a line that cannot be read changes nothing."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.request: Request | None = None  # the one to which a response is awaited
        self.sender = Sender(Run("", 0))
        self.run_sent = 0  # the number of the newest run that was sent
        self.question_sent = 0  # the number of the newest question
        self.end_sent = False
        self.is_over = False
        self.errors = 0

    def next(self) -> str | None:
        """Return the line to be sent now, if there is one."""
        seat = self.seat
        if self.end_sent or (self.request is not None and isinstance(self.request.message, Run | EndRun)):
            return None
        if seat.ending is not None:
            self.end_sent = True
            return self._send(self._end(seat.ending))
        if self.run_sent and self.run_sent != seat.runs:  # plies were taken back: the other end begins another run
            self.run_sent = 0
            return self._send(EndRun((0.0, 0.0), "interrupted"))
        if not self.run_sent:
            return self._send_run()
        question = seat.question
        if question is None or question.number == self.question_sent:
            return None
        self.question_sent = question.number
        return self._send(self.sender.getaction(question.state))

    def _end(self, ending: Ending) -> EndRun:
        """Return how the run ended; the reason of a forfeit is sent to the mind that caused it, and to no other."""
        fault, run = ending.fault, self.seat.run
        is_own = fault is not None and run is not None and fault.seat == run.seat
        reason = f"{fault.kind}: {fault.message}"[:MAX_MESSAGE_LENGTH] if fault and is_own else ""
        return EndRun.of(ending, reason)

    def _send_run(self) -> str | None:
        if self.seat.run is None:
            return None
        self.run_sent, self.sender = self.seat.runs, Sender(self.seat.run)
        return self._send(self.seat.run)

    def _send(self, message: Message) -> str:
        self.request = Request(message)
        return self.request.line

    def receive(self, line: str) -> str | None:
        """Take a line; return the line to be sent in return, if any."""
        if len(line) > MAX_REPLY_BYTES or len(line.encode("utf-8", "replace")) > MAX_REPLY_BYTES:
            return self._complain(f"a line of more than {MAX_REPLY_BYTES} bytes")
        if self.request is None:
            return self._complain(f"{quoted(line)}: nothing was asked")
        try:
            response = self.request.read(line.rstrip("\r\n"))
        except WireError as problem:
            return self._complain(str(problem))
        if isinstance(response, Ask):
            return self._send(Refused("no mind can be asked over this connection"))
        return self._take(self.request.message, response, line)

    def _take(self, message: Message, response: Response, line: str) -> str | None:
        """Pass a response on to the seat."""
        if isinstance(response, Acted):
            return self._take_action(response, line)
        self.request = None
        if isinstance(message, EndRun):
            self.is_over = self.end_sent
        elif isinstance(response, Failed):
            self.seat.interrupt(MindFailure(response.to_fault()))
        else:
            self.seat.is_ready(self.run_sent)
        return None

    def _take_action(self, acted: Acted, line: str) -> str | None:
        if not acted.action:
            return self._complain("an empty action; expected an action, and perhaps thoughts as JSON")
        self.request = None
        if not self.seat.answer(self.question_sent, acted.action, self._kept(acted.thoughts, line)):
            return self._complain(f"{quoted(acted.action)} comes too late")
        return None

    def _kept(self, thoughts: Thoughts | None, line: str) -> Thoughts | None:
        """Return thoughts if they are worth their memory: not nested too much, nor too long with those before."""
        text = thoughts_in(line) if thoughts is not None else ""
        self.seat.thoughts_length += len(text)
        brackets = text.count("[") + text.count("{")
        return thoughts if brackets <= MAX_BRACKETS and self.seat.thoughts_length <= MAX_THOUGHTS_LENGTH else None

    def _complain(self, message: str) -> str:
        self.errors += 1
        return write_notice(ERROR, message)
