"""The wire as the server speaks it over one connection: what to say next to a seat's holder, and what their lines mean.

There is no network in here: lines go in and out.
"""

import secrets
from typing import Any, Literal

import msgspec

from world.api import LONGEST_REPLY, Ending, Fault, FaultKind, MindFailure, Thoughts, quoted
from world.server.seat import Seat

LONGEST_TOLD = 500
FINEST, MOST_TOLD = 50, 1_000_000  # lists and objects in what is told with an action; letters in all of a run
KINDS: tuple[FaultKind, ...] = ("memory", "protocol")


class Trouble(msgspec.Struct):
    """What a mind tells of an error of its own."""

    kind: str = "crash"
    message: str = ""
    traceback: str = ""


class Dialogue:
    """Asks what the seat is asked, in the words of world/README.md; a line that makes no sense changes nothing."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.word = ""
        self.awaited: Literal["", "newrun", "getaction", "endrun"] = ""
        self.told = 0  # the newest run that the other end has been told of
        self.asked = 0  # the newest question
        self.has_ended = False  # for the other end
        self.is_over = False
        self.errors = 0

    def next(self) -> str | None:
        """The line to be sent now, if there is one."""
        seat = self.seat
        if self.has_ended or self.awaited in ("newrun", "endrun"):
            return None
        if seat.ending is not None:
            self.has_ended = True
            return self._ask("endrun", self._end(seat.ending))
        if self.told and self.told != seat.begun:  # plies were taken back: to the other end it is another run
            self.told = 0
            return self._ask("endrun", {"result": (0.0,) * 2, "ending": "interrupted"})
        if not self.told:
            return self._tell_run()
        question = seat.question
        if question is None or question.number == self.asked:
            return None
        self.asked = question.number
        state = question.state
        told: dict[str, Any] = {"budget": state.budget, "history": state.history}
        return self._ask("getaction", told | ({"actions": state.actions} if state.actions else {}), state.text)

    def _end(self, ending: Ending) -> dict[str, Any]:
        """How the run ended; what a mind did wrong is told to whoever brought it, and to nobody else."""
        told: dict[str, Any] = {"result": ending.result, "ending": ending.kind}
        fault, run = ending.fault, self.seat.run
        is_ours = fault is not None and run is not None and fault.seat == run.seat
        return told | ({"reason": f"{fault.kind}: {fault.message}"[:LONGEST_TOLD]} if fault and is_ours else {})

    def _tell_run(self) -> str | None:
        if self.seat.run is None:
            return None
        self.told = self.seat.begun
        return self._ask("newrun", self.seat.run)

    def _ask(self, verb: Literal["newrun", "getaction", "endrun"], told: Any, *fields: str) -> str:
        self.word, self.awaited = secrets.token_hex(4), verb
        return "\t".join((self.word, verb, *fields, msgspec.json.encode(told).decode()))

    def hear(self, line: str) -> str | None:
        """Take a line; what is to be said about it, if anything."""
        if len(line) > LONGEST_REPLY or len(line.encode("utf-8", "replace")) > LONGEST_REPLY:
            return self._error(f"a line of more than {LONGEST_REPLY} bytes")
        word, *fields = line.rstrip("\r\n").split("\t")
        if not self.awaited:
            return self._error(f"{quoted(word)}: nothing was asked")
        if word != self.word or not fields:
            return self._error(f"{quoted(word)} is not the word that was asked with")
        if fields[0] == "error":
            return self._fail(fields[1:])
        if self.awaited == "getaction":
            return self._hear_action(*fields)
        expected = "ready" if self.awaited == "newrun" else "bye"
        if fields[0] != expected:
            return self._error(f"expected {expected}, came {quoted(fields[0])}")
        self._move_on()
        return None

    def _move_on(self) -> None:
        if self.awaited == "newrun":
            self.seat.is_ready(self.told)
        self.is_over = self.has_ended
        self.awaited, self.word = "", ""

    def _hear_action(self, action: str, *rest: str) -> str | None:
        if action == "ask":
            self.word = secrets.token_hex(4)
            return f"{self.word}\trefused\tnobody can be asked over this wire"
        try:
            thoughts = self._thoughts(rest[0]) if rest else None
        except (ValueError, RecursionError):
            return self._error(f"{quoted(rest[0])} is no JSON object")
        if not action or len(rest) > 1:
            return self._error(f"{len(rest) + 1} fields; expected an action, and perhaps thoughts as JSON")
        self.awaited, self.word = "", ""
        if not self.seat.answer(self.asked, action, thoughts):
            return self._error(f"{quoted(action)} comes too late")
        return None

    def _thoughts(self, text: str) -> Thoughts | None:
        """What a mind tells with an action: of too much, in one run or nested too finely, nothing is kept."""
        thoughts: Thoughts | None = msgspec.json.decode(text, type=dict[str, Any] | None)
        self.seat.told += len(text)
        return thoughts if text.count("[") + text.count("{") <= FINEST and self.seat.told <= MOST_TOLD else None

    def _fail(self, fields: list[str]) -> str | None:
        """It could not answer, and says why: that is a fault of its own."""
        try:
            told = msgspec.json.decode(fields[0], type=Trouble) if fields else Trouble()
        except (ValueError, RecursionError):
            return self._error(f"{quoted(fields[0])} is no JSON object with a message")
        awaited, self.awaited, self.word = self.awaited, "", ""
        if awaited == "endrun":
            self.is_over = self.has_ended
            return None
        kind: FaultKind = next((known for known in KINDS if known == told.kind), "crash")
        fault = Fault(kind, told.message[:LONGEST_TOLD], traceback=told.traceback[:LONGEST_REPLY])
        self.seat.interrupt(MindFailure(fault))
        return None

    def _error(self, message: str) -> str:
        self.errors += 1
        return f"error\t{message}"
